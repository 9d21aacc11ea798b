// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.ProtocolException;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventException;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.RejectReason;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;

/**
 * An attempt to connect. The thread of connection management takes each step. The observer learns the end by
 * {@link Readiness#CONNECT}.
 */
public final class ConnectAttempt implements CmHandler {
    static final int RETRY = 7;

    private final StreamRuntime runtime;
    private final CmId id;
    private final StreamSettings settings;
    private final StreamObserver observer;

    private volatile @Nullable InetSocketAddress address;
    private volatile boolean fellBack;

    private @Nullable Future<?> limit;
    private @Nullable RdmaStream stream;
    private @Nullable IOException failure;
    private boolean connected;
    private boolean ended;

    ConnectAttempt(StreamRuntime runtime, CmId id, StreamSettings settings, StreamObserver observer) {
        this.runtime = runtime;
        this.id = id;
        this.settings = settings;
        this.observer = observer;
    }

    /** {@return the local address, null before the attempt is bound or has resolved the address of the peer} */
    public @Nullable InetSocketAddress localAddress() {
        try {
            return id.localAddress().orElse(null);
        } catch (ClosedHandleException e) {
            return null;
        }
    }

    /**
     * Starts to connect. A failure is reported like a later one. Called once.
     *
     * @param peer the address of the peer
     */
    public void connect(InetSocketAddress peer) {
        address = peer;
        if (settings.fallbackTimeout() != null && runtime.isWithoutRdma(peer)) {
            fail(new NoRdmaException("no RDMA service answered at " + peer, null));
            return;
        }
        startLimit();
        try {
            id.resolveAddr(peer, settings.connectTimeout());
        } catch (VerbsException e) {
            fail(ConnectErrors.connecting(peer, true, e));
        }
    }

    /** Limits the time of the attempt, also if the peer or the thread of connection management does nothing. */
    private void startLimit() {
        Duration fallback = settings.fallbackTimeout();
        Future<?> started = fallback != null && fallback.compareTo(settings.connectTimeout()) < 0
                ? runtime.limit(fallback, () -> fallBack("no answer within " + fallback))
                : runtime.limit(settings.connectTimeout(), () -> fail(new ConnectException("Connection timed out")));
        synchronized (this) {
            limit = started;
            if (ended) {
                cancelLimit();
            }
        }
    }

    /** Ends the attempt in favour of TCP. */
    private void fallBack(String reason) {
        fellBack = true;
        fail(new NoRdmaException(reason + " of an RDMA service at " + address, null));
    }

    /**
     * {@return whether the attempt has ended in favour of TCP although an RDMA device reaches the address; true if no
     * RDMA service has answered}
     */
    public boolean fellBack() {
        return fellBack;
    }

    private void cancelLimit() {
        if (limit != null) {
            limit.cancel(false);
        }
    }

    @Override
    public void onEvent(CmEvent event) {
        RdmaStream current;
        synchronized (this) {
            if (ended && !connected) {
                return;
            }
            current = connected ? stream : null;
        }
        if (current != null) {
            if (event.type() == CmEventType.DISCONNECTED) {
                runtime.disconnect(current);
            } else if (event.type().isFailure()) {
                current.onFailure();
            }
            return;
        }
        try {
            step(event);
        } catch (VerbsException e) {
            if (settings.fallbackTimeout() != null
                    && e instanceof CmEventException failed
                    && failed.rejectReason() == RejectReason.INVALID_SERVICE_ID) {
                fallBack("no listener");
            } else {
                fail(ConnectErrors.connecting(address, isResolving(event.type()), e));
            }
        } catch (ProtocolException e) {
            fail(new IOException("connection to " + address + ": " + e.getMessage(), e));
        }
    }

    private static boolean isResolving(CmEventType type) {
        return type == CmEventType.ADDR_ERROR || type == CmEventType.ROUTE_ERROR || type == CmEventType.ADDR_RESOLVED;
    }

    private void step(CmEvent event) throws ProtocolException {
        switch (event.type()) {
            case ADDR_RESOLVED -> {
                if (settings.typeOfService() >= 0) {
                    id.setTos(settings.typeOfService());
                }
                id.resolveRoute(settings.connectTimeout());
            }
            case ROUTE_RESOLVED -> connect();
            case ESTABLISHED -> established(event.privateData());
            default -> {
                if (event.type().isFailure() || event.type() == CmEventType.DISCONNECTED) {
                    throw new CmEventException("rdma_connect", event);
                }
            }
        }
    }

    private void connect() {
        RdmaStream created = runtime.create(id, settings);
        synchronized (this) {
            if (ended) {
                runtime.destroy(created);
                return;
            }
            stream = created;
        }
        id.connect(ConnParam.builder()
                .privateData(created.connectionData())
                .responderResources(0)
                .initiatorDepth(0)
                .flowControl(1)
                .retryCount(RETRY)
                .rnrRetryCount(RETRY)
                .build());
    }

    private void established(ByteBuffer privateData) throws ProtocolException {
        ConnectionData peer = ConnectionData.decode(privateData);
        RdmaStream established;
        synchronized (this) {
            established = stream;
            if (established == null || ended) {
                return;
            }
        }
        established.connected(peer);
        established.established();
        synchronized (this) {
            if (ended) {
                return; // cancelled meanwhile
            }
            connected = true;
            ended = true;
            cancelLimit();
        }
        observer.onReady(Readiness.CONNECT);
    }

    private void fail(IOException e) {
        if (end(e)) {
            observer.onReady(Readiness.CONNECT);
        }
    }

    /** Ends the attempt without a stream. Returns false if it has ended. */
    private boolean end(IOException e) {
        RdmaStream created;
        synchronized (this) {
            if (ended) {
                return false;
            }
            ended = true;
            failure = e;
            cancelLimit();
            created = stream;
        }
        if (created == null) {
            runtime.closeLater(id);
        } else {
            runtime.destroy(created);
        }
        return true;
    }

    /** {@return whether the attempt has ended; true if {@link #result} returns or throws} */
    public synchronized boolean isEnded() {
        return ended;
    }

    /**
     * Returns the result of an attempt that has ended.
     *
     * @return the stream
     * @throws NoRdmaException if no RDMA device reaches the address
     * @throws ConnectException if the peer refuses, or does not answer in time
     * @throws IOException if another step fails
     */
    public synchronized RdmaStream result() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (!connected || stream == null) {
            throw new IllegalStateException("the attempt has not ended");
        }
        return stream;
    }

    /** Gives up. A stream that is connected already stays open. */
    public void cancel() {
        end(new SocketException("Socket closed"));
    }

    @Override
    public void shutDown() {
        RdmaStream open;
        synchronized (this) {
            open = connected ? stream : null;
        }
        if (open == null) {
            fail(new SocketException("the provider was closed"));
        } else {
            open.close(false);
        }
    }
}
