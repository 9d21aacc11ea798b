// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
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
 */
public final class StreamListener implements CmHandler {
    /** Requests that wait for the backlog. They hold no memory of a ring. */
    private static final int MAX_WAITING = 4096;

    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    private final StreamRuntime runtime;
    private final CmId id;
    private final int backlog;
    private final StreamSettings settings;
    private final StreamObserver observer;
    private final InetSocketAddress address;

    private final Queue<RdmaStream> established = new ArrayDeque<>();
    private final Set<Incoming> connecting = new HashSet<>();
    private final Queue<Incoming> waiting = new ArrayDeque<>();
    private boolean closed;

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
        boolean isRefused;
        boolean isNext = false;
        synchronized (this) {
            isRefused = closed || waiting.size() == MAX_WAITING;
            if (!isRefused) {
                isNext = waiting.isEmpty() && connecting.size() + established.size() < backlog;
                if (isNext) {
                    connecting.add(incoming);
                } else {
                    waiting.add(incoming);
                }
            }
        }
        if (isRefused) {
            incoming.refuse("the backlog of " + backlog + " connections and " + MAX_WAITING + " requests is full");
        } else if (isNext) {
            incoming.accept();
        }
    }

    private void next() {
        Incoming incoming;
        synchronized (this) {
            if (closed || waiting.isEmpty() || connecting.size() + established.size() >= backlog) {
                return;
            }
            incoming = waiting.remove();
            connecting.add(incoming);
        }
        incoming.accept();
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

    /**
     * Returns whether a connection can be accepted.
     *
     * @return true if {@link #accept} returns one
     */
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

        Incoming(CmEvent event) {
            request = event.id();
            param = event.conn().orElseGet(ConnParam::defaults);
            // The data of an event end with its acknowledgement.
            data = ByteBuffer.allocate(event.privateData().remaining())
                    .put(event.privateData())
                    .flip();
        }

        void accept() {
            try {
                ConnectionData peer = ConnectionData.decode(data);
                RdmaStream created = runtime.create(request, settings);
                stream = created;
                created.connected(peer);
                request.accept(
                        param.toBuilder().privateData(created.connectionData()).build());
            } catch (ProtocolException e) {
                end();
                refuse(e.getMessage());
            } catch (VerbsException e) {
                StreamRuntime.log("a connection request to " + address + " is refused", e);
                end();
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
                end();
                close(current);
            }
        }

        private void established(RdmaStream current) {
            connected = true;
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

        /** Gives the place in the backlog to another request. */
        private void end() {
            synchronized (StreamListener.this) {
                connecting.remove(this);
                waiting.remove(this);
            }
            next();
        }

        void refuse(@Nullable String reason) {
            if (reason != null) {
                StreamRuntime.warn("a connection request to " + address + " is refused: " + reason);
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
