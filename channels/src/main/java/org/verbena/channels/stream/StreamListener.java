// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.ProtocolException;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.error.VerbsException;

/**
 * A listener. It establishes connections before the application accepts them, as TCP does, up to its backlog. Further
 * requests wait, and their peers with them.
 *
 * <p>A peer that requests a connection and then does nothing keeps a half-open one. As many as the backlog may be
 * half-open at a time, beside those that are established. While other requests wait, one that does not complete in time
 * is dropped.
 */
public final class StreamListener implements CmHandler {
    /** Requests that wait for the backlog. They hold no memory of a ring. */
    private static final int MAX_WAITING = 4096;

    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

    /** The time that a peer has to complete the handshake, as for TCP on Linux. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(63);

    /** The time that a peer has to complete the handshake while other requests wait. */
    private static final Duration HANDSHAKE_IF_OTHERS_WAIT = Duration.ofSeconds(1);

    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    private final StreamRuntime runtime;
    private final CmId id;
    private final int backlog;
    private final StreamSettings settings;
    private final StreamObserver observer;
    private final InetSocketAddress address;

    private final Queue<RdmaStream> established = new ArrayDeque<>();

    /** The half-open connections, the oldest first. */
    private final Set<Incoming> connecting = new LinkedHashSet<>();

    private final Queue<Incoming> waiting = new ArrayDeque<>();
    private boolean closed;

    /** Will drop half-open connections because others wait, null if that is not necessary. */
    private @Nullable Future<?> dropping;

    private boolean reported;

    /** The number of refused requests that were not logged, and the time of the last one that was. */
    private long unlogged;

    private long loggedAt = System.nanoTime() - LOG_INTERVAL.toNanos();

    StreamListener(StreamRuntime runtime, CmId id, int backlog, StreamSettings settings, StreamObserver observer) {
        this.runtime = runtime;
        this.id = id;
        this.backlog = backlog;
        this.settings = settings;
        this.observer = observer;
        address = id.localAddress().orElseThrow();
    }

    /**
     * Returns the local address.
     *
     * @return the address and the port
     */
    public InetSocketAddress localAddress() {
        return address;
    }

    @Override
    public void onEvent(CmEvent event) {
        if (event.type() != CmEventType.CONNECT_REQUEST) {
            return;
        }
        Incoming incoming = new Incoming(event);
        event.id().attach(incoming);
        boolean isClosed;
        Incoming dropped = null;
        synchronized (this) {
            isClosed = closed;
            if (!isClosed) {
                if (waiting.size() == MAX_WAITING) {
                    dropped = waiting.remove();
                }
                waiting.add(incoming);
            }
        }
        if (isClosed) {
            incoming.refuse(null);
            return;
        }
        if (dropped != null) {
            drop(dropped);
        }
        next();
    }

    /** Accepts requests that wait, as far as there are places. */
    private void next() {
        while (true) {
            Incoming incoming;
            synchronized (this) {
                if (closed || waiting.isEmpty() || established.size() >= backlog) {
                    return;
                }
                if (connecting.size() >= backlog) {
                    if (dropping == null) {
                        dropping = runtime.after(HANDSHAKE_IF_OTHERS_WAIT, this::dropOldest);
                    }
                    return;
                }
                incoming = waiting.remove();
                incoming.since = System.nanoTime();
                connecting.add(incoming);
            }
            incoming.accept();
        }
    }

    /** Drops the half-open connections whose peers do not complete them in time, because other requests wait. */
    private void dropOldest() {
        List<Incoming> old;
        synchronized (this) {
            dropping = null;
            long now = System.nanoTime();
            old = waiting.isEmpty()
                    ? List.of()
                    : connecting.stream()
                            .filter(incoming -> now - incoming.since >= HANDSHAKE_IF_OTHERS_WAIT.toNanos())
                            .toList();
        }
        old.forEach(this::drop);
        next();
    }

    private void drop(Incoming incoming) {
        boolean isFirst;
        synchronized (this) {
            connecting.remove(incoming);
            isFirst = !reported;
            reported = true;
        }
        if (isFirst) {
            StreamRuntime.warn("peers do not complete their connections to " + address
                    + ": such a connection is dropped while other requests wait; further ones are not reported");
        }
        incoming.giveUp();
    }

    /** Logs the reason of a refusal, but not for each request: peers must not choose how much this host logs. */
    private void logRefusal(String reason) {
        String others;
        synchronized (this) {
            long now = System.nanoTime();
            if (now - loggedAt < LOG_INTERVAL.toNanos()) {
                unlogged++;
                return;
            }
            others = unlogged == 0 ? "" : ", and " + unlogged + " others in the meantime";
            loggedAt = now;
            unlogged = 0;
        }
        StreamRuntime.warn("a connection request to " + address + " is refused: " + reason + others);
    }

    /**
     * Takes a connection that is established.
     *
     * @return the stream, null if there is none
     */
    public @Nullable RdmaStream accept() {
        RdmaStream stream;
        synchronized (this) {
            stream = established.poll();
        }
        if (stream != null) {
            next();
        }
        return stream;
    }

    /** {@return whether a connection can be accepted; true if {@link #accept} returns one} */
    public synchronized boolean isReady() {
        return !established.isEmpty();
    }

    /** Stops listening, and closes the connections that were not accepted. */
    public void close() {
        List<RdmaStream> streams;
        List<Incoming> requests;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            streams = List.copyOf(established);
            established.clear();
            requests = List.copyOf(waiting);
            waiting.clear();
        }
        runtime.closeNow(id); // the port is free when this method returns
        streams.forEach(stream -> stream.close(true));
        requests.forEach(request -> request.refuse("the listener was closed"));
    }

    @Override
    public void shutDown() {
        close();
    }

    /** A request, and later the connection. */
    private final class Incoming implements CmHandler {
        private final CmId request;
        private final ConnParam param;
        private final ByteBuffer data;
        private volatile @Nullable RdmaStream stream;
        private volatile boolean connected;
        private long since;
        private volatile @Nullable Future<?> limit;

        Incoming(CmEvent event) {
            request = event.id();
            param = event.conn().orElseGet(ConnParam::defaults);
            // The data of an event end with its acknowledgement.
            data = ByteBuffer.allocate(event.privateData().remaining())
                    .put(event.privateData())
                    .flip();
        }

        void accept() {
            limit = runtime.after(HANDSHAKE, this::timeOut);
            try {
                ConnectionData peer = ConnectionData.decode(data);
                RdmaStream created = runtime.create(request, settings);
                stream = created;
                created.connected(peer);
                request.accept(
                        param.toBuilder().privateData(created.connectionData()).build());
            } catch (ProtocolException e) {
                leave();
                refuse(e.getMessage());
            } catch (VerbsException e) {
                logRefusal(String.valueOf(e.getMessage()));
                leave();
                refuse(null);
            }
        }

        @Override
        public void onEvent(CmEvent event) {
            RdmaStream current = stream;
            if (event.type() == CmEventType.ESTABLISHED && current != null) {
                established(current);
            } else if (event.type() == CmEventType.DISCONNECTED && connected && current != null) {
                runtime.disconnect(current);
            } else if (event.type().isFailure() && connected && current != null) {
                current.onFailure();
            } else if (event.type() == CmEventType.DISCONNECTED || event.type().isFailure()) {
                leave();
                close(current);
                next();
            }
        }

        private void established(RdmaStream current) {
            connected = true;
            cancelLimit();
            current.established();
            boolean isLate;
            synchronized (StreamListener.this) {
                isLate = !connecting.remove(this) || closed;
                if (!isLate) {
                    established.add(current);
                }
            }
            if (isLate) {
                current.close(true);
            } else {
                observer.onReady(Readiness.ACCEPT);
            }
        }

        private void timeOut() {
            boolean isOpen;
            synchronized (StreamListener.this) {
                isOpen = connecting.contains(this);
            }
            if (isOpen) {
                drop(this);
                next();
            }
        }

        /** Gives up a request that waits or is half-open. */
        void giveUp() {
            cancelLimit();
            RdmaStream current = stream;
            if (current == null) {
                refuse(null);
            } else {
                runtime.destroy(current);
            }
        }

        private void cancelLimit() {
            Future<?> started = limit;
            if (started != null) {
                started.cancel(false);
            }
        }

        /** Leaves its place in the backlog to another request. */
        private void leave() {
            cancelLimit();
            synchronized (StreamListener.this) {
                connecting.remove(this);
                waiting.remove(this);
            }
        }

        void refuse(@Nullable String reason) {
            if (reason != null) {
                logRefusal(reason);
            }
            try {
                request.reject(NO_DATA);
            } catch (VerbsException e) {
                // The peer has given up, or the library has rejected the request already.
            }
            close(stream);
        }

        private void close(@Nullable RdmaStream current) {
            if (current == null) {
                runtime.closeLater(request);
            } else {
                runtime.destroy(current);
            }
        }

        @Override
        public void shutDown() {
            RdmaStream current = stream;
            if (connected && current != null) {
                current.close(false);
            } else {
                close(current);
            }
        }
    }
}
