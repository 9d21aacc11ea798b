package org.verbena.connect;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.QueuePair;
import org.verbena.connect.ConnectorException.Reason;

/** Waits for those who want to connect. One thread at a time may wait; any may close it. */
public final class ConnectorListener implements AutoCloseable {
    private final ConnectorSettings settings;
    private final ServerSocket server;

    ConnectorListener(ConnectorSettings settings, ServerSocket server) {
        this.settings = settings;
        this.server = server;
    }

    /**
     * Where it listens.
     *
     * @return the address, with the port that the system chose if none was asked for
     */
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /**
     * Waits for a request. Whoever connects and then says nothing, or something else, fails the call; the listener can
     * be asked again. Guests are heard one after the other, the next 50 wait in the system's queue: who says nothing keeps
     * them waiting for as long as he is {@linkplain ConnectorSettings#requestTimeout() given}.
     *
     * @param timeout how long at most until somebody comes, and again until he has said what he wants, if that is less
     *     than {@link ConnectorSettings#requestTimeout()}
     * @return the request, to be answered
     * @throws ConnectorException {@link ConnectorException.Reason#TIMED_OUT} if none came,
     *     {@link ConnectorException.Reason#CLOSED} if this listener is closed before or during the call, or the system
     *     cannot accept a connection, for example because the process has too many open files,
     *     {@link ConnectorException.Reason#MALFORMED} or {@link ConnectorException.Reason#INCOMPATIBLE} if what came is
     *     no request of this version, {@link ConnectorException.Reason#UNAUTHENTICATED} if it is of somebody without the
     *     shared secret, or of one with a secret where there is none here
     */
    public ConnectRequest nextRequest(Duration timeout) {
        MessageSocket socket = accept(Deadline.after(timeout));
        InetSocketAddress peer = socket.remoteAddress();
        try {
            // Who came in the last moment has not said anything yet.
            Deadline patience = Deadline.after(shorter(timeout, settings.requestTimeout()));
            return new ConnectRequest(settings, socket, Greeting.listen(socket, settings.secret(), patience));
        } catch (ConnectorException e) {
            socket.reject(String.valueOf(e.getMessage()));
            socket.close();
            throw e.of(peer);
        }
    }

    /**
     * Waits for a request and connects a queue pair with it, see {@link ConnectRequest#accept}.
     *
     * @param qp in state RESET or INIT
     * @param privateData what the other side is given along, from position to limit
     * @param timeout how long at most, for each of the two
     * @return the connection
     * @throws ConnectorException as both
     * @throws org.verbena.VerbsException as {@link ConnectRequest#accept}
     */
    public Connection accept(QueuePair qp, ByteBuffer privateData, Duration timeout) {
        try (ConnectRequest request = nextRequest(timeout)) {
            return request.accept(qp, privateData, timeout);
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private MessageSocket accept(Deadline deadline) {
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

    /** Stops listening. Connections live on; whoever waits for a request fails. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It does not listen any more.
        }
    }
}
