// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.verbena.QueuePair;
import org.verbena.attr.Gid;
import org.verbena.connect.ConnectorException.Reason;

/** The handshake over TCP. A side that fails sends its reason to the peer, so that the peer need not wait. */
final class TcpHandshake extends HandshakeProtocol {
    /** The number of connections that the system queues while the listener handles one. */
    private static final int BACKLOG = 50;

    private final ConnectorSettings settings;

    TcpHandshake(ConnectorSettings settings) {
        this.settings = settings;
    }

    @Override
    Connection connect(QueuePair qp, InetSocketAddress address, ByteBuffer privateData, HandshakeDeadline deadline) {
        Compatibility.requireShort(privateData, Connector.MAX_PRIVATE_DATA);
        LocalEnd local = new LocalEnd(qp, settings);
        return request(MessageSocket.connect(address, deadline), local, privateData, deadline);
    }

    /** Runs the connecting side on a connected socket. */
    Connection request(MessageSocket socket, LocalEnd local, ByteBuffer privateData, HandshakeDeadline deadline) {
        return orTellWhy(socket, local, () -> {
            PeerAuthentication.connect(socket, settings.secret(), deadline);
            HandshakeMessage request = EndpointMessage.write(MessageType.REQUEST, local.endpoint(), privateData);
            local.otherGid().ifPresent(gid -> request.put(MessageField.OTHER_GID, ByteBuffer.wrap(gid.raw())));
            socket.send(request);
            HandshakeMessage answer = socket.receive(MessageType.ANSWER, deadline);
            if (answer.has(MessageField.OTHER_GID)) {
                requireOffered(answer, local);
                local.useOtherGid();
            }
            EndpointAttributes remote = EndpointMessage.read(answer);
            Compatibility.require(local.endpoint(), remote);
            Peer peer = local.join(remote);
            socket.send(new HandshakeMessage(MessageType.READY));
            return new Connection(socket, local.endpoint(), peer, answer.bytes(MessageField.PRIVATE_DATA));
        });
    }

    /** Checks that the listening side has chosen a GID that this side has. */
    private static void requireOffered(HandshakeMessage answer, LocalEnd local) {
        if (!EndpointMessage.gid(answer, MessageField.OTHER_GID).equals(local.otherGid())) {
            throw HandshakeMessage.malformed("field other_gid of the answer differs from that of the request");
        }
    }

    @Override
    Listener listen(InetSocketAddress address) {
        try {
            ServerSocket server = new ServerSocket();
            try {
                server.bind(address, BACKLOG);
                return listener(server);
            } catch (IOException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            throw new ConnectorException(Reason.UNREACHABLE, "cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /** Runs the listening side on a socket that is bound. */
    Listener listener(ServerSocket server) {
        return new TcpListener(server);
    }

    private final class TcpListener implements Listener {
        private final ServerSocket server;

        TcpListener(ServerSocket server) {
            this.server = server;
        }

        @Override
        public InetSocketAddress localAddress() {
            return (InetSocketAddress) server.getLocalSocketAddress();
        }

        @Override
        public Request nextRequest(Duration timeout) {
            MessageSocket socket = accept(HandshakeDeadline.after(timeout));
            InetSocketAddress peer = socket.remoteAddress();
            try {
                // A peer may connect just before the timeout, so its request has a separate deadline.
                HandshakeDeadline deadline = HandshakeDeadline.after(shorter(timeout, settings.requestTimeout()));
                return new TcpRequest(socket, PeerAuthentication.listen(socket, settings.secret(), deadline));
            } catch (ConnectorException e) {
                socket.reject(String.valueOf(e.getMessage()));
                socket.close();
                throw e.of(peer);
            }
        }

        private static Duration shorter(Duration one, Duration other) {
            return one.compareTo(other) < 0 ? one : other;
        }

        private MessageSocket accept(HandshakeDeadline deadline) {
            try {
                server.setSoTimeout(deadline.millis("request"));
                return new MessageSocket(server.accept());
            } catch (SocketTimeoutException e) {
                throw deadline.timedOut("request");
            } catch (IOException e) {
                String what = server.isClosed() ? "the listener is closed: " : "no connection can be accepted: ";
                throw new ConnectorException(Reason.CLOSED, what + e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            try {
                server.close();
            } catch (IOException e) {
                // The socket no longer listens.
            }
        }
    }

    private final class TcpRequest implements Request {
        private final MessageSocket socket;
        private final HandshakeMessage request;
        private final EndpointAttributes remote;

        TcpRequest(MessageSocket socket, HandshakeMessage request) {
            this.socket = socket;
            this.request = request;
            this.remote = EndpointMessage.read(request);
        }

        @Override
        public EndpointAttributes remote() {
            return remote;
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return socket.remoteAddress();
        }

        @Override
        public ByteBuffer privateData() {
            return request.bytes(MessageField.PRIVATE_DATA);
        }

        @Override
        public LocalEnd check(QueuePair qp, ByteBuffer privateData) {
            Compatibility.requireShort(privateData, Connector.MAX_PRIVATE_DATA);
            return new LocalEnd(qp, settings);
        }

        @Override
        public Connection accept(LocalEnd local, ByteBuffer privateData, HandshakeDeadline deadline) {
            return orTellWhy(socket, local, () -> {
                Optional<Gid> otherGid = EndpointMessage.gid(request, MessageField.OTHER_GID);
                EndpointAttributes chosen = local.agreeOnGids(remote, otherGid);
                Compatibility.require(local.endpoint(), chosen);
                // The peer may send as soon as it has received ANSWER.
                Peer peer = local.join(chosen);
                HandshakeMessage answer = EndpointMessage.write(MessageType.ANSWER, local.endpoint(), privateData);
                if (!chosen.equals(remote)) {
                    answer.put(MessageField.OTHER_GID, request.bytes(MessageField.OTHER_GID));
                }
                socket.send(answer);
                socket.receive(MessageType.READY, deadline);
                return new Connection(socket, local.endpoint(), peer, privateData());
            });
        }

        @Override
        public void reject(String why) {
            socket.reject(why);
            socket.close();
        }
    }

    private static Connection orTellWhy(MessageSocket socket, LocalEnd local, Step step) {
        try {
            return step.take();
        } catch (RuntimeException | Error e) {
            local.fail();
            socket.reject(String.valueOf(e.getMessage()));
            socket.close();
            throw e;
        }
    }
}
