// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.verbena.Device;
import org.verbena.QueuePair;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventException;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * The handshake by connection management: {@code rdma_cm(7)}. The identifiers do not know the queue pairs, so the
 * connector changes their states with the attributes of {@code rdma_init_qp_attr}.
 */
final class CmHandshake extends HandshakeProtocol {
    /** The space for private data behind the IP header of a REQ ({@code cma_user_data_offset} of the kernel). */
    private static final int REQUEST_DATA = 56;

    /** The space for private data of a REP ({@code IB_CM_REP_PRIVATE_DATA_SIZE}). */
    private static final int ANSWER_DATA = 196;

    /** The space for private data of a REJ ({@code IB_CM_REJ_PRIVATE_DATA_SIZE}). */
    private static final int REJECT_DATA = 148;

    private final ConnectorSettings settings;
    private final ConnectionManager manager;

    CmHandshake(ConnectorSettings settings, ConnectionManager manager) {
        this.settings = settings;
        this.manager = manager;
    }

    @Override
    Connection connect(QueuePair qp, InetSocketAddress address, ByteBuffer privateData, HandshakeDeadline deadline) {
        Compatibility.requireShort(privateData, REQUEST_DATA);
        LocalEnd local = localEnd(qp);
        End end = newEnd();
        return end.orFail(local, () -> {
            end.id.resolveAddr(address, deadline.left("address"));
            end.await(CmEventType.ADDR_RESOLVED, deadline);
            end.requirePort(qp);
            if (settings.trafficClass() != 0) {
                end.id.setTos(settings.trafficClass());
            }
            end.id.resolveRoute(deadline.left("route"));
            end.await(CmEventType.ROUTE_RESOLVED, deadline);
            end.id.connect(end.param(
                            local,
                            local.endpoint().maxDestRdAtomic(),
                            local.endpoint().maxRdAtomic())
                    .privateData(privateData)
                    .build());
            Message answer = end.await(CmEventType.CONNECT_RESPONSE, deadline);
            Connection connection = end.join(local, end.peer(answer), answer.privateData());
            end.id.establish();
            return connection;
        });
    }

    private LocalEnd localEnd(QueuePair qp) {
        if (qp.qpType() != QpType.RC) {
            throw refuse(
                    Errno.EOPNOTSUPP,
                    "qp_type",
                    qp.qpType().cName(),
                    "RC",
                    "a connector with connection management connects reliable connections");
        }
        return new LocalEnd(qp, settings);
    }

    private static InvalidRequestException refuse(
            Errno errno, String attribute, String value, String limit, String rule) {
        return new InvalidRequestException(
                "rdma_connect",
                errno,
                "connector",
                new Violation(attribute, value, limit, rule, "org.verbena.connect.ConnectorSettings"));
    }

    @Override
    Listener listen(InetSocketAddress address) {
        End end = newEnd();
        boolean listens = false;
        try {
            end.id.bindAddr(address);
            end.id.listen(0);
            listens = true;
            return new CmListener(end);
        } catch (VerbsException e) {
            throw new ConnectorException(Reason.UNREACHABLE, "cannot listen on " + address + ": " + e.getMessage(), e);
        } finally {
            if (!listens) {
                end.close();
            }
        }
    }

    // ---------------------------------------------------------------- an end of a connection

    private End newEnd() {
        EventChannel channel = manager.createEventChannel();
        try {
            return new End(channel, channel.createId(PortSpace.TCP));
        } catch (VerbsException e) {
            channel.close();
            throw e;
        }
    }

    /** Takes the identifier of a request from the channel of its listener. */
    private End endOf(CmId request) {
        try {
            EventChannel channel = manager.createEventChannel();
            try {
                request.migrate(channel);
                return new End(channel, request);
            } catch (VerbsException e) {
                channel.close();
                throw e;
            }
        } catch (VerbsException e) {
            request.close();
            throw e;
        }
    }

    /** An identifier with a separate event channel. */
    private final class End implements Link {
        private final EventChannel channel;
        private final CmId id;

        End(EventChannel channel, CmId id) {
            this.channel = channel;
            this.id = id;
        }

        Connection orFail(LocalEnd local, Step step) {
            try {
                return step.take();
            } catch (RuntimeException | Error e) {
                local.fail();
                close();
                throw e;
            }
        }

        /** Waits for an event, and returns what the peer has sent with it. */
        Message await(CmEventType type, HandshakeDeadline deadline) {
            while (true) {
                try (CmEvent event = next(channel, type.cName(), deadline)) {
                    if (event.type() == type) {
                        return new Message(event);
                    }
                    if (!event.type().isInformation()) {
                        throw failure(type, event);
                    }
                }
            }
        }

        /** Checks that the queue pair can use the port of the identifier. */
        void requirePort(QueuePair qp) {
            Device device = id.verbs().orElseThrow().device();
            Device own = qp.context().device();
            if (!device.name().equals(own.name()) || id.portNum() != settings.portNum()) {
                throw new ConnectorException(
                        Reason.INCOMPATIBLE,
                        "the route uses port " + id.portNum() + " of " + device.name() + ", and the queue pair port "
                                + settings.portNum() + " of " + own.name());
            }
        }

        ConnParam.Builder param(LocalEnd local, int responderResources, int initiatorDepth) {
            return ConnParam.builder()
                    .qpNum(local.endpoint().qpNum())
                    .responderResources(responderResources)
                    .initiatorDepth(initiatorDepth)
                    .retryCount(settings.retryCnt())
                    .rnrRetryCount(settings.rnrRetry());
        }

        /** Returns the peer from its message and the attributes that the identifier has for RTR. */
        Peer peer(Message message) {
            QpAttr attr = id.initQpAttr(QpState.RTR);
            ConnParam param = message.conn().orElseThrow();
            EndpointAttributes remote = new EndpointAttributes(
                    QpType.RC,
                    attr.destQpNum(),
                    attr.rqPsn(),
                    attr.pathMtu(),
                    id.verbs().orElseThrow().queryPort(id.portNum()).linkLayer(),
                    attr.ahAttr().dlid(),
                    attr.ahAttr().grh().map(GlobalRoute::dgid),
                    param.responderResources(),
                    param.initiatorDepth(),
                    0,
                    Optional.empty());
            return new Peer(remote, attr.ahAttr(), attr.pathMtu());
        }

        /** Moves the queue pair to RTS. */
        Connection join(LocalEnd local, Peer peer, ByteBuffer privateData) {
            long psn = id.initQpAttr(QpState.RTS).sqPsn();
            local.join(peer, psn);
            return new Connection(this, local(local.endpoint(), psn, peer.mtu()), peer, privateData);
        }

        private EndpointAttributes local(EndpointAttributes own, long psn, Mtu mtu) {
            return new EndpointAttributes(
                    own.qpType(),
                    own.qpNum(),
                    psn,
                    mtu,
                    own.linkLayer(),
                    own.lid(),
                    id.path().map(SaPathRec::sgid).or(own::gid),
                    own.maxRdAtomic(),
                    own.maxDestRdAtomic(),
                    own.qkey(),
                    own.fabric());
        }

        @Override
        public void sync(Duration timeout) {
            throw refuse(
                    Errno.EOPNOTSUPP,
                    "sync",
                    "connection management",
                    "a TCP handshake",
                    "connection management carries no messages after the handshake; send one on the queue pair");
        }

        @Override
        public void close() {
            channel.close();
        }
    }

    /** The parameters and the private data of the peer, which remain when the event is acknowledged. */
    private record Message(Optional<ConnParam> conn, ByteBuffer privateData) {
        Message(CmEvent event) {
            this(event.conn(), event.privateData());
        }
    }

    private static CmEvent next(EventChannel channel, String what, HandshakeDeadline deadline) {
        try {
            return channel.nextEvent(deadline.left(what)).orElseThrow(() -> deadline.timedOut(what));
        } catch (ClosedHandleException e) {
            throw new ConnectorException(Reason.CLOSED, what + ": this side has closed the connection", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectorException(Reason.CLOSED, what + ": the thread was interrupted", e);
        }
    }

    private static ConnectorException failure(CmEventType expected, CmEvent event) {
        CmEventException cause = new CmEventException("rdma_connect", event);
        return switch (event.type()) {
            case REJECTED ->
                event.rejectReason() == RejectReason.INVALID_SERVICE_ID
                        ? new ConnectorException(Reason.UNREACHABLE, "no program listens: " + cause.getMessage(), cause)
                        : new ConnectorException(
                                Reason.REJECTED, "the peer rejected the request: " + text(event, cause), cause);
            case ADDR_ERROR, ROUTE_ERROR, UNREACHABLE, CONNECT_ERROR ->
                new ConnectorException(Reason.UNREACHABLE, String.valueOf(cause.getMessage()), cause);
            default ->
                new ConnectorException(
                        Reason.CLOSED, event + " instead of " + expected.cName() + ": the connection is lost", cause);
        };
    }

    /** Returns the text that {@link Request#reject} has sent, or the reason of another program. */
    private static String text(CmEvent event, CmEventException cause) {
        String text = StandardCharsets.UTF_8.decode(event.privateData()).toString();
        int end = text.indexOf(0);
        String sent = end < 0 ? text : text.substring(0, end);
        return sent.isEmpty() ? String.valueOf(cause.getMessage()) : sent;
    }

    // ---------------------------------------------------------------- the listening side

    private final class CmListener implements Listener {
        private final End end;

        CmListener(End end) {
            this.end = end;
        }

        @Override
        public InetSocketAddress localAddress() {
            return end.id.localAddress().orElseThrow();
        }

        @Override
        public Request nextRequest(Duration timeout) {
            HandshakeDeadline deadline = HandshakeDeadline.after(timeout);
            while (true) {
                try (CmEvent event = next(end.channel, "request", deadline)) {
                    if (event.type() == CmEventType.CONNECT_REQUEST) {
                        return new CmRequest(endOf(event.id()), new Message(event));
                    }
                    if (event.type() == CmEventType.DEVICE_REMOVAL) {
                        throw new ConnectorException(Reason.CLOSED, "the device of the listener was removed");
                    }
                }
            }
        }

        @Override
        public void close() {
            end.close();
        }
    }

    private final class CmRequest implements Request {
        private final End end;
        private final Message message;
        private final Peer peer;

        CmRequest(End end, Message message) {
            this.end = end;
            this.message = message;
            this.peer = end.peer(message);
        }

        @Override
        public EndpointAttributes remote() {
            return peer.endpoint();
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return end.id.peerAddress().orElseThrow();
        }

        @Override
        public ByteBuffer privateData() {
            return message.privateData();
        }

        @Override
        public LocalEnd check(QueuePair qp, ByteBuffer privateData) {
            Compatibility.requireShort(privateData, ANSWER_DATA);
            return localEnd(qp);
        }

        @Override
        public Connection accept(LocalEnd local, ByteBuffer privateData, HandshakeDeadline deadline) {
            EndpointAttributes own = local.endpoint();
            EndpointAttributes remote = peer.endpoint();
            return end.orFail(local, () -> {
                end.requirePort(local.qp());
                Connection connection = end.join(local, peer, privateData());
                end.id.accept(end.param(
                                local,
                                Math.min(own.maxDestRdAtomic(), remote.maxRdAtomic()),
                                Math.min(own.maxRdAtomic(), remote.maxDestRdAtomic()))
                        .privateData(privateData)
                        .build());
                end.await(CmEventType.ESTABLISHED, deadline);
                return connection;
            });
        }

        @Override
        public void reject(String why) {
            try {
                end.id.reject(truncated(why));
            } finally {
                end.close();
            }
        }

        /** Returns a text in UTF-8 that fits into a rejection, without a character that is cut. */
        private static ByteBuffer truncated(String why) {
            ByteBuffer bytes = ByteBuffer.allocate(REJECT_DATA);
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(why), bytes, true);
            return bytes.flip();
        }
    }
}
