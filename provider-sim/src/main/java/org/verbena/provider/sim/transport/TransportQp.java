// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.error.Errno;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.provider.sim.wire.Path;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.DriverSendBuilder;
import org.verbena.spi.model.DataPathTrait;

/** A queue pair: its state, a requester for the messages that it sends, and a responder for those that it receives. */
public final class TransportQp {
    /** The base of {@code enum ibv_mtu}, which counts powers of two. */
    private static final int SMALLEST_MTU = 128;

    private final SimNic nic;
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

    /** The maximum number of packets in flight. */
    private int window = Integer.MAX_VALUE;

    private @Nullable KeepAlive keepAlive;

    /**
     * Creates a queue pair in RESET.
     *
     * @param nic its device
     * @param setup its setup
     * @param attr its attributes
     * @param events the source of its events
     */
    public TransportQp(SimNic nic, QpSetup setup, QpAttr attr, EventSource events) {
        this.nic = nic;
        this.engine = nic.engine();
        this.number = setup.number();
        this.service = setup.service();
        this.domain = setup.domain();
        this.sendCq = setup.sendCq();
        this.recvCq = setup.recvCq();
        this.attr = attr;
        this.events = events;
        this.mtu = nic.mtu();
        this.receives = Receives.of(nic, setup);
        this.blocksOwnMulticast = setup.blocksOwnMulticast();
        this.wireNumber = setup.sourceQpn() < 0 ? number : setup.sourceQpn();
        this.ownReceives = receives != null && receives != setup.srq();
        this.requester = Requester.of(this, setup);
        this.responder = Responder.of(this, setup);
        if (number != 0) {
            nic.qps().put(number, this);
        }
        if (wireNumber != number) {
            nic.addSource(wireNumber, this);
        }
    }

    // ---------------------------------------------------------------- properties

    SimNic nic() {
        return nic;
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

    /** Returns its number in the datagrams that it sends: {@code source_qpn} if the application chose one. */
    int wireNumber() {
        return wireNumber;
    }

    /** Returns whether it receives no copy of the multicasts that it sends. */
    boolean blocksOwnMulticast() {
        return blocksOwnMulticast;
    }

    /**
     * Returns whether a work request needs no address of its receiver: the queue pair has one peer, which chooses the
     * receive.
     */
    boolean isConnected() {
        return service == Service.RELIABLE || service == Service.UNRELIABLE;
    }

    Object domain() {
        return domain;
    }

    boolean has(DataPathTrait trait) {
        return nic.has(trait);
    }

    /** Returns the completion queue of its receives. */
    @Nullable
    CompletionRing recvCq() {
        return recvCq;
    }

    boolean uses(CompletionRing queue) {
        return sendCq == queue || recvCq == queue;
    }

    // ---------------------------------------------------------------- attributes

    /**
     * Returns the state. Errors change it without a call of the application.
     *
     * @return the state
     */
    public QpState state() {
        return state;
    }

    /** {@return whether a request that was started is not done in the state SQD, {@code sq_draining}} */
    public boolean isDraining() {
        return state == QpState.SQD && requester != null && requester.isDraining();
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

    int window() {
        return window;
    }

    /** Returns whether packets in flight are limited. */
    boolean isPaced() {
        return window != Integer.MAX_VALUE;
    }

    boolean takesRequests() {
        return state == QpState.RTR || state == QpState.RTS || state == QpState.SQD || state == QpState.SQE;
    }

    /** Returns whether its state accepts a message from the network: requests from RTR, answers from RTS. */
    boolean accepts(WireMessage message) {
        return message.opcode.isRequest() ? takesRequests() : takesRequests() && state != QpState.RTR;
    }

    /** Returns whether the addresses of a packet are those of the connection. */
    boolean isPeer(Gid source, Gid destination) {
        return peer != null
                && peer.route().destination().equals(source)
                && peer.route().source().equals(destination);
    }

    boolean hasOwnReceives() {
        return ownReceives;
    }

    @Nullable
    Receives receives() {
        return receives;
    }

    /**
     * Handles a change of attributes.
     *
     * @param next all attributes after the change
     * @param mask the attributes that were set
     * @param to the path to the peer if it changed, otherwise null
     */
    public void modified(QpAttr next, Flags<QpAttr.Mask> mask, @Nullable AddressVector to) {
        attr = next;
        accessFlags = (int) next.qpAccessFlags().mask();
        destQpn = (int) next.destQpNum();
        qkey = (int) next.qkey();
        if (mask.contains(QpAttr.Mask.PATH_MTU)) {
            mtu = SMALLEST_MTU << next.pathMtuCode();
        }
        if (to != null) {
            peer = to;
            path = to.path();
            window = path.window();
        }
        if (requester != null) {
            requester.modified(mask);
        }
        if (responder != null) {
            responder.modified(mask);
        }
        if (mask.contains(QpAttr.Mask.STATE)) {
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
        // An iWARP queue pair can also move to ERR from idle, which corresponds to RESET here.
        state = state == QpState.RESET ? QpState.INIT : state;
        fail();
    }

    private void reset() {
        endKeepAlive();
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
            Optional.ofNullable(sendCq).ifPresent(queue -> queue.purge(number));
            Optional.ofNullable(recvCq).ifPresent(queue -> queue.purge(number));
        }
    }

    // ---------------------------------------------------------------- errors

    void raise(AsyncEventType type) {
        events.raise(type);
    }

    /** Makes the queue pair fail with an event, for a reason outside the queue pair. */
    void fatal() {
        if (state != QpState.ERR && state != QpState.RESET) {
            fail();
            raise(AsyncEventType.QP_FATAL);
        }
    }

    /** Moves the queue pair to ERR. Posted work requests are flushed. */
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

    /** Flushes the receives that were posted after the first flush. */
    private void drainReceives() {
        flushReceives();
        if (has(DataPathTrait.DRAINS_AGAIN)) {
            reportLastReceive();
        }
    }

    /** Moves the queue pair to SQE. Posted sends are flushed. */
    void failSends() {
        state = QpState.SQE;
        if (requester != null) {
            requester.flush();
        }
    }

    private void flushReceives() {
        if (receives != null && hasOwnReceives() && recvCq != null) {
            receives.flush(this, recvCq);
        }
    }

    // ---------------------------------------------------------------- verbs

    /**
     * Posts send work requests: {@code ibv_post_send(3)}.
     *
     * @param memory the memory of the work requests
     * @param first the offset of the first one
     * @param badWr the offset that receives the address of the first rejected one
     * @return 0 or the error number of the driver
     */
    public int postSend(SimMemory memory, long first, long badWr) {
        Requester to = requester;
        if (to == null) {
            return nic.dataPath().postErrors().earlySend();
        }
        return nic.sendPoster().post(to, memory, first, badWr);
    }

    /** Handles sends that are posted in ERR. With some drivers they flush the receives again. */
    void sendsPosted() {
        if (state == QpState.ERR && has(DataPathTrait.SENDS_DRAIN_AGAIN)) {
            drainReceives();
        }
    }

    /**
     * Posts the binding of a window: {@code ibv_bind_mw(3)}.
     *
     * @param wrId the {@code wr_id} of the work request
     * @param flags the {@code send_flags} of the work request
     * @param binding the binding, null if there is no such window
     * @return 0 or the error number
     */
    public int bind(long wrId, int flags, @Nullable WindowBinding binding) {
        return requester == null ? Errno.EINVAL.number() : nic.sendPoster().bind(requester, wrId, flags, binding);
    }

    /**
     * Posts receive work requests: {@code ibv_post_recv(3)}.
     *
     * @param memory the memory of the work requests
     * @param first the offset of the first one
     * @param badWr the offset that receives the address of the first rejected one
     * @return 0 or the error number of the driver
     */
    public int postRecv(SimMemory memory, long first, long badWr) {
        Receives own = receives;
        int refused = 0;
        if (own == null) {
            // A queue without slots is full.
            refused = Errno.ENOMEM.number();
        } else if (!hasOwnReceives()) {
            refused = nic.dataPath().postErrors().recvOnSrq();
        } else if (state == QpState.RESET && has(DataPathTrait.REJECTS_RECV_IN_RESET)) {
            refused = nic.dataPath().postErrors().recvSge();
        }
        if (refused != 0 || own == null) {
            memory.putLong(badWr, memory.address() + first);
            return refused;
        }
        int result = nic.recvPoster().post(own.ring(), memory, first, badWr);
        if (state == QpState.ERR && !has(DataPathTrait.RECV_IN_ERR_IS_QUEUED)) {
            flushReceives();
        }
        return result;
    }

    /**
     * Watches the peer of a connection on a network. The call has no effect on other queue pairs.
     *
     * @param nanos the time without a packet after which the peer counts as dead, in nanoseconds; 0 ends the watch
     * @param extendsRetries whether requests with the maximum of retries are repeated for that time
     * @param silent called when the peer counts as dead
     */
    public void keepAlive(long nanos, boolean extendsRetries, Runnable silent) {
        endKeepAlive();
        if (nanos > 0 && isPaced() && state != QpState.RESET && requester instanceof ReliableRequester reliable) {
            keepAlive = new KeepAlive(this, reliable, nanos, extendsRetries, silent);
            keepAlive.begin();
        }
    }

    private void endKeepAlive() {
        if (keepAlive != null) {
            keepAlive.end();
            keepAlive = null;
        }
    }

    /** Returns whether a keepalive decides how long requests are repeated. */
    boolean extendsRetries() {
        return keepAlive != null && keepAlive.extendsRetries();
    }

    /** Receives a message. */
    void receive(WireMessage message) {
        if (keepAlive != null) {
            keepAlive.heard();
        }
        if (message.opcode.isRequest()) {
            if (responder != null && takesRequests()) {
                responder.receive(message);
            } else if (state == QpState.ERR
                    && has(DataPathTrait.REQUESTS_DRAIN_AGAIN)
                    // A peer on the network must not fill the memory with events.
                    && !(isPaced() && events.isPending(AsyncEventType.QP_LAST_WQE_REACHED))) {
                drainReceives();
            }
        } else if (requester != null) {
            requester.receive(message);
        }
    }

    /**
     * Creates a builder for {@code struct ibv_qp_ex}.
     *
     * @return the builder, empty if the queue pair has no send queue
     */
    public Optional<DriverSendBuilder> sendBuilder() {
        return Optional.ofNullable(requester).map(SendBuilder::new);
    }

    /** Returns the number for display. */
    @Override
    public String toString() {
        return "qp 0x" + Integer.toHexString(number);
    }

    /** Closes the queue pair. Posted work requests are lost without completions. */
    public void close() {
        state = QpState.RESET;
        reset();
        if (responder != null) {
            responder.close();
        }
        if (number != 0) {
            nic.qps().remove(number);
        }
        if (wireNumber != number) {
            nic.removeSource(wireNumber, this);
        }
        events.close();
    }
}
