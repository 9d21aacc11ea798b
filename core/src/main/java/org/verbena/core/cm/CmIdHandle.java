// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Ece;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.EventChannel;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;
import org.verbena.core.cm.CmEventHandle.Outcome;
import org.verbena.error.ClosedHandleException;
import org.verbena.spi.cm.CmOption;
import org.verbena.spi.cm.DriverCmEvent;
import org.verbena.spi.cm.DriverCmId;

/** An identifier. Its lock guards its queue pair and its groups. */
final class CmIdHandle implements CmId {
    private final CmManagerHandle manager;
    private final DriverCmId driver;
    private final PortSpace portSpace;
    private final String text;
    private final ReentrantLock changes = new ReentrantLock();
    private final CmQueuePair queuePair;
    private final CmGroups groups;
    private volatile CmChannelHandle channel;
    private volatile @Nullable Object attachment;
    private volatile boolean closed;

    /** Completes when C has destroyed the identifier, which must go before its channel. */
    final CompletableFuture<@Nullable Void> destroyed = new CompletableFuture<>();

    /** The parameters of the peer's request, for an accept; null for an active identifier. */
    private volatile @Nullable ConnParam requested;

    CmIdHandle(CmChannelHandle channel, DriverCmId driver, PortSpace portSpace, long number) {
        this.manager = channel.owner();
        this.channel = channel;
        this.driver = driver;
        this.portSpace = portSpace;
        this.text = "connection identifier #" + number;
        this.queuePair = new CmQueuePair(this, driver, portSpace);
        this.groups = new CmGroups(driver);
    }

    DriverCmId driver() {
        return driver;
    }

    CmChannelHandle channelHandle() {
        return channel;
    }

    // ---------------------------------------------------------------- calls

    private void requireOpen(String verb) {
        if (closed) {
            throw new ClosedHandleException(verb, text);
        }
    }

    /** Runs a request, unless this identifier is closed. Requests of one identifier run one after the other. */
    private <T> T call(String verb, Supplier<T> action) {
        return manager.shared(verb, () -> {
            requireOpen(verb);
            changes.lock();
            try {
                return action.get();
            } finally {
                changes.unlock();
            }
        });
    }

    private void request(CmOperation request, Runnable driverCall) {
        call(request.verb(), () -> {
            CmChecks.run(request, this, driverCall);
            return this;
        });
    }

    private <T> T read(Function<DriverCmId, T> property) {
        return manager.shared("rdma_create_id", () -> {
            requireOpen("rdma_create_id");
            return property.apply(driver);
        });
    }

    /** Returns the device. C dereferences its context unchecked. */
    CmDeviceContext requireDevice(String verb) {
        return driver.device().map(manager::device).orElseThrow(() -> CmChecks.noDevice(verb, this));
    }

    // ---------------------------------------------------------------- properties

    @Override
    public EventChannel channel() {
        return channel;
    }

    @Override
    public PortSpace portSpace() {
        return portSpace;
    }

    @Override
    public QpType qpType() {
        return portSpace.qpType();
    }

    @Override
    public @Nullable Object attachment() {
        return attachment;
    }

    @Override
    public void attach(@Nullable Object object) {
        attachment = object;
    }

    @Override
    public Optional<DeviceContext> verbs() {
        return read(id -> id.device().map(manager::device).map(CmDeviceContext::context));
    }

    @Override
    public int portNum() {
        return read(DriverCmId::portNum);
    }

    @Override
    public Optional<ProtectionDomain> pd() {
        return read(id -> id.device().map(manager::device).map(CmDeviceContext::pd));
    }

    @Override
    public Optional<InetSocketAddress> localAddress() {
        return read(DriverCmId::localAddress);
    }

    @Override
    public Optional<InetSocketAddress> peerAddress() {
        return read(DriverCmId::peerAddress);
    }

    @Override
    public Optional<SaPathRec> path() {
        return read(DriverCmId::path);
    }

    // ---------------------------------------------------------------- queue pairs

    @Override
    public Optional<QueuePair> qp() {
        return queuePair.qp();
    }

    @Override
    public Optional<CompletionQueue> sendCq() {
        return queuePair.sendCq();
    }

    @Override
    public Optional<CompletionQueue> recvCq() {
        return queuePair.recvCq();
    }

    @Override
    public QueuePair createQp(QpInitAttr attr) {
        CmChecks.present(CmQueuePair.CREATE, this, "qp_init_attr", attr);
        return call(CmQueuePair.CREATE, () -> queuePair.create(requireDevice(CmQueuePair.CREATE), attr));
    }

    @Override
    public void destroyQp() {
        call("rdma_destroy_qp", () -> {
            queuePair.destroy();
            return this;
        });
    }

    @Override
    public QpAttr initQpAttr(QpState state) {
        CmOperation request = CmOperation.INIT_QP_ATTR;
        CmChecks.present(request.verb(), this, "qp_state", state);
        return call(request.verb(), () -> CmChecks.call(request, this, () -> driver.initQpAttr(state)));
    }

    // ---------------------------------------------------------------- addresses and routes

    @Override
    public void bindAddr(InetSocketAddress address) {
        CmOperation request = CmOperation.BIND_ADDR;
        InetSocketAddress local = CmChecks.address(request.verb(), this, "addr", address);
        request(request, () -> driver.bindAddr(local));
    }

    @Override
    public void resolveAddr(InetSocketAddress destination, Duration timeout) {
        resolve(Optional.empty(), destination, timeout);
    }

    @Override
    public void resolveAddr(InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        String verb = CmOperation.RESOLVE_ADDR.verb();
        resolve(Optional.of(CmChecks.address(verb, this, "src_addr", source)), destination, timeout);
    }

    private void resolve(Optional<InetSocketAddress> source, InetSocketAddress destination, Duration timeout) {
        CmOperation request = CmOperation.RESOLVE_ADDR;
        InetSocketAddress peer = CmChecks.address(request.verb(), this, "dst_addr", destination);
        int millis = CmChecks.millis(request.verb(), this, timeout);
        request(request, () -> driver.resolveAddr(source, peer, millis));
    }

    @Override
    public void resolveRoute(Duration timeout) {
        CmOperation request = CmOperation.RESOLVE_ROUTE;
        int millis = CmChecks.millis(request.verb(), this, timeout);
        request(request, () -> {
            requireDevice(request.verb());
            driver.resolveRoute(millis);
        });
    }

    // ---------------------------------------------------------------- connections

    @Override
    public void listen(int backlog) {
        request(CmOperation.LISTEN, () -> driver.listen(backlog));
    }

    @Override
    public void connect(ConnParam param) {
        CmOperation request = CmOperation.CONNECT;
        CmChecks.present(request.verb(), this, "conn_param", param);
        CmChecks.privateData(request.verb(), this, qpType(), CmChecks.Message.REQ, param.privateData());
        request(request, () -> {
            CmDeviceContext device = requireDevice(request.verb());
            checkResources(request, param, device);
            driver.connect(queuePair.identify(param.toBuilder()
                    .responderResources(atMost(device.maxResponderResources(), param.responderResources()))
                    .initiatorDepth(atMost(device.maxInitiatorDepth(), param.initiatorDepth()))));
        });
    }

    @Override
    public void accept(ConnParam param) {
        CmOperation request = CmOperation.ACCEPT;
        CmChecks.present(request.verb(), this, "conn_param", param);
        CmChecks.privateData(request.verb(), this, qpType(), CmChecks.Message.REP, param.privateData());
        request(request, () -> {
            CmDeviceContext device = requireDevice(request.verb());
            checkResources(request, param, device);
            ConnParam peer = Optional.ofNullable(requested).orElseGet(ConnParam::defaults);
            int resources = atMost(
                    Math.min(device.maxResponderResources(), peer.responderResources()), param.responderResources());
            int depth = atMost(Math.min(device.maxInitiatorDepth(), peer.initiatorDepth()), param.initiatorDepth());
            queuePair.accept(queuePair.identify(
                    param.toBuilder().responderResources(resources).initiatorDepth(depth)));
        });
    }

    private void checkResources(CmOperation request, ConnParam param, CmDeviceContext device) {
        // librdmacm checks only this port space: ucma_valid_param.
        if (portSpace == PortSpace.TCP) {
            CmChecks.resources(request.verb(), this, param, device);
        }
    }

    private static int atMost(int maximum, int value) {
        return value == ConnParam.DEVICE_MAXIMUM ? maximum : value;
    }

    @Override
    public void reject(ByteBuffer privateData) {
        reject(CmOperation.REJECT, privateData, false);
    }

    @Override
    public void rejectEce(ByteBuffer privateData) {
        reject(CmOperation.REJECT_ECE, privateData, true);
    }

    private void reject(CmOperation request, ByteBuffer privateData, boolean ece) {
        // A copy, because the caller may change the buffer during the call.
        ByteBuffer data = ConnParam.builder()
                .privateData(CmChecks.present(request.verb(), this, "private_data", privateData))
                .build()
                .privateData();
        CmChecks.privateData(request.verb(), this, qpType(), CmChecks.Message.REJ, data);
        request(request, () -> driver.reject(data, ece));
    }

    @Override
    public void establish() {
        CmOperation request = CmOperation.ESTABLISH;
        request(request, () -> {
            queuePair.requireNone(request.verb());
            driver.establish();
        });
    }

    @Override
    public void disconnect() {
        CmOperation request = CmOperation.DISCONNECT;
        request(request, () -> {
            requireDevice(request.verb());
            queuePair.fail();
            driver.disconnect();
        });
    }

    @Override
    public void notifyEvent(AsyncEventType event) {
        CmOperation request = CmOperation.NOTIFY;
        CmChecks.present(request.verb(), this, "event", event);
        request(request, () -> driver.notifyEvent(event.value()));
    }

    @Override
    public void migrate(EventChannel target) {
        CmOperation request = CmOperation.MIGRATE;
        CmChannelHandle to = CmChecks.channel(request.verb(), this, manager, target);
        request(request, () -> {
            to.requireOpen(request.verb());
            driver.migrate(to.driver());
            channel.remove(this);
            to.add(this);
            channel = to;
        });
    }

    // ---------------------------------------------------------------- multicast

    @Override
    public MulticastGroup joinMulticast(InetAddress address, JoinFlag flag) {
        CmOperation request = CmOperation.JOIN_MULTICAST;
        CmChecks.present(request.verb(), this, "addr", address);
        CmChecks.present(request.verb(), this, "join_flags", flag);
        CmGroupHandle group = new CmGroupHandle(this, address, flag, manager.next());
        request(request, () -> {
            groups.join(group);
        });
        return group;
    }

    void leave(CmGroupHandle group) {
        CmOperation request = CmOperation.LEAVE_MULTICAST;
        if (!closed && groups.contains(group)) {
            request(request, () -> groups.leave(group));
        }
    }

    // ---------------------------------------------------------------- options

    @Override
    public void setTos(int tos) {
        setOption(CmOption.TOS, tos);
    }

    @Override
    public void setReuseAddr(boolean reuse) {
        setOption(CmOption.REUSEADDR, reuse ? 1 : 0);
    }

    @Override
    public void setAfOnly(boolean only) {
        setOption(CmOption.AFONLY, only ? 1 : 0);
    }

    @Override
    public void setAckTimeout(int timeout) {
        setOption(CmOption.ACK_TIMEOUT, timeout);
    }

    private void setOption(CmOption option, int value) {
        CmChecks.option(this, option, value);
        request(CmOperation.SET_OPTION, () -> driver.setOption(option, value));
    }

    @Override
    public void setKeepAlive(Duration limit) {
        CmChecks.keepAlive(this, limit);
        request(CmOperation.SET_OPTION, () -> driver.setKeepAlive(limit));
    }

    @Override
    public Ece remoteEce() {
        return read(DriverCmId::remoteEce);
    }

    @Override
    public void setLocalEce(Ece ece) {
        String verb = "rdma_set_local_ece";
        CmChecks.present(verb, this, "ece", ece);
        call(verb, () -> {
            queuePair.requireNone(verb);
            driver.setLocalEce(ece);
            return this;
        });
    }

    // ---------------------------------------------------------------- events

    /** Handles a connection request, which has created this identifier. */
    CmEvent requested(DriverCmEvent event, CmIdHandle listener) {
        requested = event.conn().orElse(null);
        attachment = listener.attachment();
        return new CmEventHandle(event, Outcome.of(event), this, Optional.of(listener), Optional.empty());
    }

    /** Handles an event, as {@code rdma_get_cm_event} of librdmacm does. */
    CmEvent handle(DriverCmEvent event) {
        changes.lock();
        try {
            Optional<CmGroupHandle> group = groups.find(event.group());
            Outcome outcome = switch (CmEventType.of(event.type())) {
                case CONNECT_RESPONSE -> queuePair.qp().isPresent() ? established() : Outcome.of(event);
                case MULTICAST_JOIN ->
                    Outcome.after(() -> join(event, group), Outcome.of(event), CmEventType.MULTICAST_ERROR);
                default -> Outcome.of(event);
            };
            return new CmEventHandle(event, outcome, this, Optional.empty(), group.map(MulticastGroup.class::cast));
        } finally {
            changes.unlock();
        }
    }

    private Outcome established() {
        Outcome success = new Outcome(CmEventType.ESTABLISHED.value(), 0);
        return Outcome.after(queuePair::establish, success, CmEventType.CONNECT_ERROR);
    }

    private void join(DriverCmEvent event, Optional<CmGroupHandle> group) {
        group.ifPresent(member -> queuePair.qp().ifPresent(qp -> event.ud().ifPresent(ud -> member.attach(qp, ud))));
    }

    // ---------------------------------------------------------------- closing

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        if (manager.exclusive(this::claim)) {
            destroy();
        }
    }

    /** Claims the right to destroy the identifier. The caller holds the lock of the manager exclusively. */
    boolean claim() {
        if (closed) {
            return false;
        }
        closed = true;
        manager.remove(this);
        return true;
    }

    /** Destroys the claimed identifier. The caller holds no lock. */
    void destroy() {
        try {
            driver.destroy();
        } finally {
            channel.remove(this);
            destroyed.complete(null);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
