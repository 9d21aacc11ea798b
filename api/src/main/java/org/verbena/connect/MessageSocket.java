// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.verbena.connect.ConnectorException.Reason;

/** A TCP connection that transfers messages. No call waits beyond its deadline, however slowly the bytes arrive. */
final class MessageSocket implements HandshakeProtocol.Link {
    private final Socket socket;
    private @Nullable MessageAuthentication authentication;

    /** Creates a connection that owns the given socket. */
    MessageSocket(Socket socket) {
        this.socket = socket;
    }

    static MessageSocket connect(InetSocketAddress address, HandshakeDeadline deadline) {
        if (address.isUnresolved()) {
            throw new ConnectorException(Reason.UNREACHABLE, "no such host: " + address.getHostString());
        }
        MessageSocket connected = new MessageSocket(new Socket());
        try {
            connected.socket.connect(address, deadline.millis("connection to " + address));
            return connected;
        } catch (SocketTimeoutException e) {
            connected.close();
            throw deadline.timedOut("connection to " + address);
        } catch (IOException e) {
            connected.close();
            throw new ConnectorException(Reason.UNREACHABLE, "cannot connect to " + address + ": " + e.getMessage(), e);
        }
    }

    /** Returns the peer's address of a connected socket, even after it is closed. */
    InetSocketAddress remoteAddress() {
        return (InetSocketAddress) socket.getRemoteSocketAddress();
    }

    /** Signs sent messages and checks received messages from now on. REJECT has no MAC and is not checked. */
    void authenticate(MessageAuthentication macs) {
        authentication = macs;
    }

    void send(HandshakeMessage message) {
        try {
            // A message is smaller than any socket buffer, so this does not wait for the peer.
            socket.getOutputStream().write(bytes(message));
        } catch (IOException e) {
            throw gone(e);
        }
    }

    private byte[] bytes(HandshakeMessage message) {
        if (authentication == null || message.is(MessageType.REJECT)) {
            return message.encode().array();
        }
        byte[] bytes = message.put(MessageField.MAC, ByteBuffer.allocate(SharedSecret.MAC_LENGTH))
                .encode()
                .array();
        authentication.sign(message, bytes);
        return bytes;
    }

    /** Sends REJECT, unless the peer has closed the connection. */
    void reject(String why) {
        try {
            send(HandshakeMessage.reject(why));
        } catch (ConnectorException e) {
            // The peer detects the closed connection instead.
        }
    }

    /**
     * Waits for a message and checks its MAC, if there is a secret.
     *
     * @throws ConnectorException if the message has another type
     */
    HandshakeMessage receive(MessageType type, HandshakeDeadline deadline) {
        HandshakeMessage message = require(type, receiveAny(type.toString(), deadline));
        if (authentication != null) {
            authentication.check(message, message.source());
        }
        return message;
    }

    /** Returns the message if it has the given type. */
    static HandshakeMessage require(MessageType type, HandshakeMessage message) {
        if (message.is(MessageType.REJECT)) {
            throw new ConnectorException(
                    Reason.REJECTED, "the peer rejected the request: " + message.text(MessageField.REASON));
        }
        if (!message.is(type)) {
            throw HandshakeMessage.malformed(
                    "type = " + message.typeCode() + ", limit " + type.code() + " (" + type + ")");
        }
        return message;
    }

    /** Waits for a message of any type, without checking its MAC. */
    HandshakeMessage receiveAny(String what, HandshakeDeadline deadline) {
        try {
            ByteBuffer header = read(HandshakeMessage.HEADER_LENGTH, what, deadline);
            return HandshakeMessage.decode(header, read(HandshakeMessage.bodyLength(header), what, deadline));
        } catch (SocketTimeoutException e) {
            throw deadline.timedOut(what);
        } catch (IOException e) {
            throw gone(e);
        }
    }

    private ByteBuffer read(int length, String what, HandshakeDeadline deadline) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[length];
        int read = 0;
        while (read < length) {
            socket.setSoTimeout(deadline.millis(what));
            int count = in.read(bytes, read, length - read);
            if (count < 0) {
                throw new EOFException("the peer has closed the connection");
            }
            read += count;
        }
        return ByteBuffer.wrap(bytes);
    }

    @Override
    public void sync(Duration timeout) {
        HandshakeDeadline deadline = HandshakeDeadline.after(timeout);
        send(new HandshakeMessage(MessageType.SYNC));
        receive(MessageType.SYNC, deadline);
    }

    private ConnectorException gone(IOException e) {
        String who =
                socket.isClosed() ? "this side has closed the connection" : "the connection is lost: " + e.getMessage();
        return new ConnectorException(Reason.CLOSED, who, e);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is no longer used, whatever the reason.
        }
    }
}
