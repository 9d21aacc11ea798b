package org.verbena.provider.sim.transport;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEventType;
import org.verbena.Errno;
import org.verbena.Flags;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpState;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.provider.sim.wire.Message;
import org.verbena.provider.sim.wire.Path;
import org.verbena.provider.sim.wire.Service;
import org.verbena.spi.driver.DriverSendBuilder;
import org.verbena.spi.model.DataPathTrait;

/** A queue pair: its state, a requester for what it sends and a responder for what it is sent. */
public final class TransportQp {
    /** {@code enum ibv_mtu} counts powers of two from here. */
    private static final int SMALLEST_MTU = 128;

    private final Adapter adapter;
    private final Engine engine;
    private final int number;
    private final Service service;
    private final Object domain;
    private final @Nullable CompletionRing sendCq;
    private final @Nullable CompletionRing recvCq;
    private final boolean ownReceives;
    private final boolean blocksOwnMulticast;

    /** Its number in the datagrams that it sends. */
    private final int wireNumber;

    private final EventSource events;
    private final @Nullable Receives receives;
    private final @Nullable Requester requester;
    private final @Nullable Responder responder;
    private QpState state = QpState.RESET;
    private QpAttr attr;
    private int accessFlags;
    private int destQpn;
    private int qkey;
    private int mtu;
    private @Nullable AddressVector peer;
    private Path path = Path.NONE;

    /**
     * A queue pair in RESET.
     *
     * @param adapter its device
     * @param setup what it is made of
     * @param attr its attributes
     * @param events where its events go
     */
    public TransportQp(Adapter adapter, QpSetup setup, QpAttr attr, EventSource events) {
        this.adapter = adapter;
        this.engine = adapter.engine();
        this.number = setup.number();
        this.service = setup.service();
        this.domain = setup.domain();
        this.sendCq = setup.sendCq();
        this.recvCq = setup.recvCq();
        this.attr = attr;
        this.events = events;
        this.mtu = adapter.mtu();
        this.receives = receivesOf(adapter, setup);
        this.blocksOwnMulticast = setup.blocksOwnMulticast();
        this.wireNumber = setup.sourceQpn() < 0 ? number : setup.sourceQpn();
        this.ownReceives = receives != null && receives != setup.srq();
        this.requester = Requester.of(this, setup);
        this.responder = Responder.of(this, setup);
        if (number != 0) {
            adapter.qps().put(number, this);
        }
        if (wireNumber != number) {
            adapter.addSource(wireNumber, this);
        }
    }

    private static @Nullable Receives receivesOf(Adapter adapter, QpSetup setup) {
        if (setup.srq() != null) {
            return setup.srq();
        }
        return setup.recvDepth() == 0
                ? null
                : new Receives(setup.recvDepth(), setup.maxRecvSge(), adapter.has(DataPathTrait.POLL_FREES_SLOTS));
    }

    // ---------------------------------------------------------------- what it is

    Adapter adapter() {
        return adapter;
    }

    Engine engine() {
        return engine;
    }

    Service service() {
        return service;
    }

    int number() {
        return number;
    }

    /** Returns its number in the datagrams that it sends: {@code source_qpn} if its creator chose one. */
    int wireNumber() {
        return wireNumber;
    }

    /** Returns whether it receives no copy of the multicasts that it sends. */
    boolean blocksOwnMulticast() {
        return blocksOwnMulticast;
    }

    /** Whether a send needs nothing but the data: one queue pair at the other end, with receives of its own choice. */
    boolean isConnected() {
        return service == Service.RELIABLE || service == Service.UNRELIABLE;
    }

    Object domain() {
        return domain;
    }

    boolean has(DataPathTrait trait) {
        return adapter.has(trait);
    }

    /** Where its receives complete. */
    @Nullable
    CompletionRing recvCq() {
        return recvCq;
    }

    boolean uses(CompletionRing queue) {
        return sendCq == queue || recvCq == queue;
    }

    // ---------------------------------------------------------------- what it is set to

    /**
     * The state, which errors change without anybody's doing.
     *
     * @return the state
     */
    public QpState state() {
        return state;
    }

    /**
     * Whether work that was taken up in the state SQD is not done.
     *
     * @return {@code sq_draining}
     */
    public boolean isDraining() {
        return state == QpState.SQD && requester != null && requester.isDraining();
    }

    /**
     * Returns whether an error leaves {@code cur_qp_state} as it was.
     *
     * @return whether the driver reports an error in {@code qp_state} alone
     */
    public boolean keepsCurrentState() {
        return has(DataPathTrait.KEEPS_CURRENT_STATE);
    }

    QpAttr attr() {
        return attr;
    }

    int accessFlags() {
        return accessFlags;
    }

    int destQpn() {
        return destQpn;
    }

    int qkey() {
        return qkey;
    }

    int mtu() {
        return mtu;
    }

    @Nullable
    AddressVector peer() {
        return peer;
    }

    Path path() {
        return path;
    }

    boolean takesRequests() {
        return state == QpState.RTR || state == QpState.RTS || state == QpState.SQD || state == QpState.SQE;
    }

    boolean hasOwnReceives() {
        return ownReceives;
    }

    @Nullable
    Receives receives() {
        return receives;
    }

    /**
     * Follows a change of attributes.
     *
     * @param next all attributes as they are afterwards
     * @param mask which of them were asked for
     * @param to the way to the peer, if that changed
     */
    public void modified(QpAttr next, Flags<QpAttrMask> mask, @Nullable AddressVector to) {
        attr = next;
        accessFlags = (int) next.qpAccessFlags().mask();
        destQpn = (int) next.destQpNum();
        qkey = (int) next.qkey();
        if (mask.contains(QpAttrMask.PATH_MTU)) {
            mtu = SMALLEST_MTU << next.pathMtuCode();
        }
        if (to != null) {
            peer = to;
            path = to.path();
        }
        if (requester != null) {
            requester.modified(mask);
        }
        if (responder != null) {
            responder.modified(mask);
        }
        if (mask.contains(QpAttrMask.STATE)) {
            enter(next.qpState());
        }
    }

    private void enter(QpState next) {
        if (next == QpState.ERR) {
            enterError();
            return;
        }
        QpState before = state;
        state = next;
        if (next == QpState.RESET) {
            reset();
        } else if (requester != null) {
            requester.stateChanged(before);
        }
    }

    private void enterError() {
        if (state == QpState.ERR) {
            drainReceives();
            return;
        }
        // An iWARP queue pair gets there from idle, too, which is RESET here.
        state = state == QpState.RESET ? QpState.INIT : state;
        fail();
    }

    private void reset() {
        if (requester != null) {
            requester.reset();
        }
        if (responder != null) {
            responder.reset();
        }
        if (hasOwnReceives() && receives != null) {
            receives.ring().clear();
        }
        if (has(DataPathTrait.PURGES_COMPLETIONS)) {
            purge(sendCq);
            purge(recvCq);
        }
    }

    private void purge(@Nullable CompletionRing queue) {
        if (queue != null) {
            queue.purge(number());
        }
    }

    // ---------------------------------------------------------------- errors

    void raise(AsyncEventType type) {
        events.raise(type);
    }

    /** Ends it with an event, for reasons that are not its own. */
    void fatal() {
        if (state != QpState.ERR && state != QpState.RESET) {
            fail();
            raise(AsyncEventType.QP_FATAL);
        }
    }

    /** Moves it to ERR: what is posted is flushed. */
    void fail() {
        if (state == QpState.ERR || state == QpState.RESET) {
            return;
        }
        state = QpState.ERR;
        if (responder != null) {
            responder.failed();
        }
        flushReceives();
        if (requester != null) {
            requester.flush();
        }
        reportLastReceive();
    }

    private void reportLastReceive() {
        if (receives != null && !hasOwnReceives() && has(DataPathTrait.LAST_WQE_REACHED)) {
            raise(AsyncEventType.QP_LAST_WQE_REACHED);
        }
    }

    /** Flushes the receives that came too late for the first flush. */
    private void drainReceives() {
        flushReceives();
        if (has(DataPathTrait.DRAINS_AGAIN)) {
            reportLastReceive();
        }
    }

    /** Moves it to SQE: what is posted to send is flushed. */
    void failSends() {
        state = QpState.SQE;
        if (requester != null) {
            requester.flush();
        }
    }

    private void flushReceives() {
        CompletionRing queue = recvCq;
        Receives own = receives;
        if (own == null || !hasOwnReceives() || queue == null) {
            return;
        }
        boolean room = true;
        while (!own.isEmpty()) {
            Completion flushed = engine().completion().begin(own.ring().wrId(), WcStatuses.FLUSHED, number());
            own.take();
            // rxe_resp.c, flush_recv_queue: who finds no room for one does not try the others.
            room = room && queue.add(flushed, has(DataPathTrait.FLUSHED_RECVS_ARE_SOLICITED), own.freedByPoll(), 0);
        }
    }

    // ---------------------------------------------------------------- verbs

    /**
     * {@code ibv_post_send(3)}.
     *
     * @param memory where the work requests are
     * @param first the offset of the first one
     * @param badWr the offset that receives the address of the first one that is refused
     * @return 0, or what the driver returns
     */
    public int postSend(SimMemory memory, long first, long badWr) {
        Requester to = requester;
        if (to == null) {
            return adapter.dataPath().postErrors().earlySend();
        }
        return adapter.sendPoster().post(to, memory, first, badWr);
    }

    /** Drains the receives in ERR, as sends that are posted then may do. */
    void sendsPosted() {
        if (state == QpState.ERR && has(DataPathTrait.SENDS_DRAIN_AGAIN)) {
            drainReceives();
        }
    }

    /**
     * {@code ibv_bind_mw(3)}: posts the binding of a window.
     *
     * @param wrId the work request's {@code wr_id}
     * @param flags its {@code send_flags}
     * @param binding what is bound
     * @return 0 or the error number
     */
    public int bind(long wrId, int flags, @Nullable WindowBinding binding) {
        return requester == null ? Errno.EINVAL.number() : adapter.sendPoster().bind(requester, wrId, flags, binding);
    }

    /**
     * {@code ibv_post_recv(3)}.
     *
     * @param memory where the work requests are
     * @param first the offset of the first one
     * @param badWr the offset that receives the address of the first one that is refused
     * @return 0, or what the driver returns
     */
    public int postRecv(SimMemory memory, long first, long badWr) {
        Receives own = receives;
        int refused = 0;
        if (own == null) {
            // A queue of no slots is full.
            refused = Errno.ENOMEM.number();
        } else if (!hasOwnReceives()) {
            refused = adapter.dataPath().postErrors().recvOnSrq();
        } else if (state == QpState.RESET && has(DataPathTrait.REFUSES_RECV_IN_RESET)) {
            refused = adapter.dataPath().postErrors().recvSge();
        }
        if (refused != 0 || own == null) {
            memory.putLong(badWr, memory.address() + first);
            return refused;
        }
        int result = adapter.recvPoster().post(own.ring(), memory, first, badWr);
        if (state == QpState.ERR && !has(DataPathTrait.LATE_RECV_STAYS)) {
            flushReceives();
        }
        return result;
    }

    /** Takes a message for it. */
    void receive(Message message) {
        if (message.opcode.isRequest()) {
            if (responder != null && takesRequests()) {
                responder.receive(message);
            } else if (state == QpState.ERR && has(DataPathTrait.REQUESTS_DRAIN_AGAIN)) {
                drainReceives();
            }
        } else if (requester != null) {
            requester.receive(message);
        }
    }

    /**
     * The builders of {@code struct ibv_qp_ex}.
     *
     * @return the builders, if it sends
     */
    public Optional<DriverSendBuilder> sendBuilder() {
        return Optional.ofNullable(requester).map(SendBuilder::new);
    }

    /** For people. */
    @Override
    public String toString() {
        return "qp 0x" + Integer.toHexString(number);
    }

    /** Ends it without a word: what is posted is lost. */
    public void close() {
        state = QpState.RESET;
        reset();
        if (responder != null) {
            responder.close();
        }
        if (number != 0) {
            adapter.qps().remove(number);
        }
        if (wireNumber != number) {
            adapter.removeSource(wireNumber, this);
        }
        events.close();
    }
}
