// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.verbena.attr.Ece;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.CmEventType;
import org.verbena.cm.ConnParam;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.PortSpace;
import org.verbena.cm.UdParam;
import org.verbena.spi.cm.CmOption;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmEvent;
import org.verbena.spi.cm.DriverCmId;

/** An identifier with its channel: {@code struct ucma_context} of the kernel. */
final class SimCmId implements DriverCmId {
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    private final SimCm cm;
    private final RdmaId id;
    private final LibraryCopy copy;
    private SimCmChannel channel;

    /** False for a request until the application accepts it: ucma_event_handler drops its events before. */
    private boolean reporting;

    /** Creates an identifier of the application. */
    SimCmId(SimCm cm, SimCmChannel channel, PortSpace portSpace) {
        this(cm, channel, portSpace, true);
    }

    private SimCmId(SimCm cm, SimCmChannel channel, PortSpace portSpace, boolean reporting) {
        this.cm = cm;
        this.channel = channel;
        this.reporting = reporting;
        this.id = new RdmaId(cm, this, portSpace);
        this.copy = new LibraryCopy(id);
    }

    /** Creates the identifier of a request to this listener. */
    SimCmId request() {
        return new SimCmId(cm, channel, id.portSpace(), false);
    }

    RdmaId id() {
        return id;
    }

    // ---------------------------------------------------------------- events

    void reportFromNowOn() {
        reporting = true;
    }

    /** Handles an event that the application takes: {@code rdma_get_cm_event}. */
    void taken(CmEventType type) {
        switch (type) {
            case ADDR_RESOLVED -> copy.queryAddr();
            case ROUTE_RESOLVED -> copy.queryPath();
            case CONNECT_REQUEST -> {
                copy.queryAddr();
                copy.queryPath();
            }
            default -> {}
        }
    }

    void report(DriverCmEvent event) {
        if (reporting) {
            channel.add(event);
        }
    }

    void report(CmEventType type, int status) {
        report(type, status, Optional.empty(), NO_DATA);
    }

    void report(CmEventType type, int status, Optional<ConnParam> conn, ByteBuffer data) {
        report(new DriverCmEvent(type.value(), status, this, Optional.empty(), conn, Optional.empty(), data, 0));
    }

    void reportService(UdParam service, ByteBuffer data) {
        int type = CmEventType.ESTABLISHED.value();
        report(new DriverCmEvent(type, 0, this, Optional.empty(), Optional.empty(), Optional.of(service), data, 0));
    }

    void forgetGroup(long group) {
        channel.forgetGroup(this, group);
    }

    // ---------------------------------------------------------------- calls

    private <T> T call(String verb, Function<Refusals, T> action) {
        Refusals refusals = new Refusals(verb);
        return cm.call(() -> {
            id.requireAlive(refusals);
            return action.apply(refusals);
        });
    }

    private void run(String verb, Consumer<Refusals> action) {
        call(verb, refusals -> {
            action.accept(refusals);
            return this;
        });
    }

    @Override
    public Optional<String> device() {
        return cm.call(copy::device);
    }

    @Override
    public int portNum() {
        return cm.call(copy::portNum);
    }

    @Override
    public Optional<InetSocketAddress> localAddress() {
        return cm.call(copy::source);
    }

    @Override
    public Optional<InetSocketAddress> peerAddress() {
        return cm.call(copy::destination);
    }

    @Override
    public Optional<SaPathRec> path() {
        return cm.call(copy::path);
    }

    @Override
    public void bindAddr(InetSocketAddress address) {
        run("rdma_bind_addr", refusals -> {
            id.bindAddr(address, refusals);
            copy.queryAddr();
        });
    }

    @Override
    public void resolveAddr(Optional<InetSocketAddress> source, InetSocketAddress destination, int millis) {
        run("rdma_resolve_addr", refusals -> {
            id.resolveAddr(source, destination, millis, refusals);
            copy.resolves(destination);
        });
    }

    @Override
    public void resolveRoute(int millis) {
        run("rdma_resolve_route", refusals -> id.resolveRoute(millis, refusals));
    }

    @Override
    public void listen(int backlog) {
        run("rdma_listen", refusals -> {
            id.listen(backlog, refusals);
            copy.queryAddr();
        });
    }

    @Override
    public void connect(ConnParam param) {
        run("rdma_connect", refusals -> id.conversation().connect(param, refusals));
    }

    @Override
    public void accept(ConnParam param) {
        run("rdma_accept", refusals -> id.conversation().accept(param, refusals));
    }

    @Override
    public void reject(ByteBuffer privateData, boolean ece) {
        run(
                ece ? "rdma_reject_ece" : "rdma_reject",
                refusals -> id.conversation().reject(privateData, ece, refusals));
    }

    @Override
    public void establish() {
        run("rdma_establish", refusals -> id.conversation().establish(refusals));
    }

    @Override
    public void disconnect() {
        run("rdma_disconnect", refusals -> id.conversation().disconnect(refusals));
    }

    @Override
    public void notifyEvent(int event) {
        run("rdma_notify", refusals -> id.conversation().notifyEvent(event, refusals));
    }

    @Override
    public void migrate(DriverCmChannel target) {
        run("rdma_migrate_id", refusals -> {
            SimCmChannel to = (SimCmChannel) target;
            for (DriverCmEvent event : channel.take(this)) {
                ((SimCmId) event.id()).channel = to;
                to.add(event);
            }
            channel = to;
        });
    }

    @Override
    public QpAttr initQpAttr(QpState state) {
        return call("rdma_init_qp_attr", refusals -> id.conversation().initQpAttr(state, refusals));
    }

    @Override
    public void joinMulticast(InetAddress address, JoinFlag flag, long group) {
        run("rdma_join_multicast", refusals -> id.memberships().join(address, group, refusals));
    }

    @Override
    public void leaveMulticast(InetAddress address) {
        run("rdma_leave_multicast", refusals -> id.memberships().leave(address, refusals));
    }

    @Override
    public void setOption(CmOption option, int value) {
        run("rdma_set_option", refusals -> id.setOption(option, value, refusals));
    }

    @Override
    public void setKeepAlive(Duration limit) {
        run("rdma_set_option", refusals -> id.keepAlive(limit));
    }

    @Override
    public Ece remoteEce() {
        return cm.call(() -> id.conversation().remoteEce());
    }

    @Override
    public void setLocalEce(Ece ece) {
        run("rdma_set_local_ece", refusals -> id.conversation().setLocalEce(ece, refusals));
    }

    @Override
    public void destroy() {
        cm.call(() -> {
            for (DriverCmEvent event : channel.take(this)) {
                // A request that the application has not taken ends with its listener: ucma_cleanup_ctx_events.
                if (event.type() == CmEventType.CONNECT_REQUEST.value()) {
                    event.id().destroy();
                }
            }
            id.destroy();
            return this;
        });
    }
}
