package org.verbena.connect;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import org.verbena.connect.ConnectorException.Reason;

/** A TCP connection that carries messages. Nothing waits longer than a deadline, however slowly bytes come. */
final class MessageSocket implements AutoCloseable {
    private final Socket socket;

    /** Takes over a socket. */
    MessageSocket(Socket socket) {
        this.socket = socket;
    }

    static MessageSocket connect(InetSocketAddress address, Deadline deadline) {
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

    void send(Message message) {
        try {
            // Smaller than any socket's buffer: this does not wait for the other side.
            socket.getOutputStream().write(message.encode().array());
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** Says no, unless the other side has gone. */
    void reject(String why) {
        try {
            send(Message.reject(why));
        } catch (ConnectorException e) {
            // The other side notices the closed connection instead.
        }
    }

    /**
     * Waits for a message.
     *
     * @throws ConnectorException if it is of another type
     */
    Message receive(MessageType type, Deadline deadline) {
        Message message = receive(type.toString(), deadline);
        if (message.is(MessageType.REJECT)) {
            throw new ConnectorException(Reason.REJECTED, "the other side said no: " + message.text(Field.REASON));
        }
        if (!message.is(type)) {
            throw Message.malformed(
                    "type is " + message.typeCode() + ", " + type + " (" + type.code() + ") was expected");
        }
        return message;
    }

    private Message receive(String what, Deadline deadline) {
        try {
            ByteBuffer header = read(Message.HEADER_LENGTH, what, deadline);
            return Message.decode(header, read(Message.bodyLength(header), what, deadline));
        } catch (SocketTimeoutException e) {
            throw deadline.timedOut(what);
        } catch (IOException e) {
            throw gone(e);
        }
    }

    private ByteBuffer read(int length, String what, Deadline deadline) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[length];
        int read = 0;
        while (read < length) {
            socket.setSoTimeout(deadline.millis(what));
            int count = in.read(bytes, read, length - read);
            if (count < 0) {
                throw new EOFException("the other side has closed the connection");
            }
            read += count;
        }
        return ByteBuffer.wrap(bytes);
    }

    private ConnectorException gone(IOException e) {
        String who = socket.isClosed() ? "closed on this side" : "the other side is gone: " + e.getMessage();
        return new ConnectorException(Reason.CLOSED, who, e);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more, whatever the reason.
        }
    }
}
