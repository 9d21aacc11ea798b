// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;

/**
 * A listener of a {@link CmConnector}. It serves any number of peers, and any number of threads may wait for their
 * requests. The connector's thread takes requests at once, and keeps those that nobody waits for. Requests beyond the
 * {@linkplain CmConnectorSettings.Builder#backlog backlog} are rejected.
 */
public final class CmListener implements AutoCloseable {
    /** The interval at which {@link #serve} checks whether the listener is closed. */
    private static final Duration LOOK_UP = Duration.ofMillis(100);

    private final CmConnector connector;
    private final CmId id;
    private final int backlog;
    private final Object lock = new Object();
    private final Deque<CmRequest> requests = new ArrayDeque<>();
    private final Deque<CompletableFuture<CmRequest>> waiting = new ArrayDeque<>();
    private boolean closed;

    CmListener(CmConnector connector, CmId id, int backlog) {
        this.connector = connector;
        this.id = id;
        this.backlog = backlog;
    }

    /** Handles an event, in the thread of the connector. */
    void handle(CmEvent event) {
        if (event.type() == CmEventType.CONNECT_REQUEST) {
            deliver(new CmRequest(connector, event));
        } else if (event.type().isFailure()) {
            close();
        }
    }

    private void deliver(CmRequest request) {
        while (true) {
            CompletableFuture<CmRequest> first;
            synchronized (lock) {
                first = closed ? null : waiting.poll();
                if (first == null && !closed && requests.size() < backlog) {
                    requests.add(request);
                    return;
                }
            }
            if (first == null) {
                request.close();
                return;
            }
            // Dependents run here, without the lock. A cancelled future takes nothing.
            if (first.complete(request)) {
                return;
            }
        }
    }

    /**
     * Returns the address that this listener is bound to.
     *
     * @return the address and port
     */
    public InetSocketAddress localAddress() {
        return id.localAddress().orElseThrow();
    }

    /**
     * Waits for the next request.
     *
     * @param timeout the maximum time to wait; the method does not wait if it is zero or negative
     * @return the request, which the caller accepts, rejects or closes; empty after the timeout
     * @throws ClosedHandleException if the listener is closed before or during the call
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<CmRequest> nextRequest(Duration timeout) throws InterruptedException {
        CompletableFuture<CmRequest> next = nextRequestAsync();
        try {
            return Optional.of(next.get(nanos(timeout), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            // A request that arrived after the timeout is not lost.
            return next.cancel(false) ? Optional.empty() : Optional.of(next.join());
        } catch (InterruptedException e) {
            if (!next.cancel(false) && !next.isCompletedExceptionally()) {
                next.join().close();
            }
            throw e;
        } catch (ExecutionException e) {
            throw CmConnector.unwrap(e);
        }
    }

    /** Returns a duration in nanoseconds, at most about 292 years. */
    private static long nanos(Duration timeout) {
        return timeout.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : timeout.toNanos();
    }

    /**
     * Takes the next request.
     *
     * @return a future of the request; it fails with {@link ClosedHandleException} if the listener is closed
     */
    public CompletableFuture<CmRequest> nextRequestAsync() {
        CompletableFuture<CmRequest> next = new CompletableFuture<>();
        CmRequest known;
        synchronized (lock) {
            if (closed) {
                return CompletableFuture.failedFuture(closedException());
            }
            waiting.removeIf(CompletableFuture::isDone);
            known = requests.poll();
            if (known == null) {
                waiting.add(next);
                return next;
            }
        }
        next.complete(known);
        return next;
    }

    /**
     * Waits for the next request and accepts it.
     *
     * @param timeout the maximum time to wait for a request
     * @return the connection, which the caller closes; empty after the timeout
     * @throws CmEventException if the peer gives up
     * @throws VerbsException if a call fails; the request is rejected
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<CmConnection> accept(Duration timeout) throws InterruptedException {
        Optional<CmRequest> request = nextRequest(timeout);
        return request.isPresent() ? Optional.of(request.get().accept()) : Optional.empty();
    }

    /**
     * Accepts the next request.
     *
     * @return a future of the connection; it fails if the handshake fails or the listener is closed
     */
    public CompletableFuture<CmConnection> acceptAsync() {
        return nextRequestAsync().thenCompose(CmRequest::acceptAsync);
    }

    /**
     * Serves peers until the listener is closed. A task of the executor accepts each peer, passes the connection to the
     * handler, and then closes it. A handshake that fails ends only its task; the logger {@code org.verbena.cm} records
     * it, as well as an exception of the handler.
     *
     * <p>At most as many tasks as the {@linkplain CmConnectorSettings.Builder#backlog backlog} wait in the executor.
     * Until one of them begins, the method takes no further request. A request is rejected if the executor refuses its
     * task or does not begin it within {@link CmConnectorSettings.Builder#timeout}.
     *
     * @param executor runs the tasks; its threads limit the number of peers that are served at a time
     * @param handler uses a connection; it can wait
     * @throws RejectedExecutionException if the executor is shut down; the request is rejected
     * @throws InterruptedException if the thread is interrupted; the listener stays open
     */
    public void serve(Executor executor, Consumer<CmConnection> handler) throws InterruptedException {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(handler, "handler");
        Semaphore room = new Semaphore(backlog);
        Deque<Task> tasks = new ArrayDeque<>();
        boolean reported = false;
        while (true) {
            removeFinished(tasks);
            if (!room.tryAcquire(LOOK_UP.toMillis(), TimeUnit.MILLISECONDS)) {
                continue;
            }
            Optional<CmRequest> next;
            try {
                next = nextRequest(LOOK_UP);
            } catch (ClosedHandleException e) {
                return;
            }
            if (next.isEmpty()) {
                room.release();
                continue;
            }
            Task task = new Task(next.get(), handler, room);
            tasks.add(task);
            try {
                executor.execute(task);
            } catch (RuntimeException | Error e) {
                // Also OutOfMemoryError: the executor cannot create a thread.
                task.reject();
                if (executor instanceof ExecutorService service && service.isShutdown()) {
                    throw e;
                }
                if (!reported) {
                    reported = true;
                    CmConnector.log(Level.WARNING, "the executor takes no task, so requests are rejected", e);
                }
            }
        }
    }

    private static void removeFinished(Deque<Task> tasks) {
        tasks.removeIf(Task::isOver);
    }

    /** The task of an executor that serves one peer. */
    private final class Task implements Runnable {
        private final CmRequest request;
        private final Consumer<CmConnection> handler;
        private final Semaphore room;
        private final long created = System.nanoTime();
        private final AtomicBoolean begun = new AtomicBoolean();

        Task(CmRequest request, Consumer<CmConnection> handler, Semaphore room) {
            this.request = request;
            this.handler = handler;
            this.room = room;
        }

        @Override
        public void run() {
            if (begin()) {
                serve(request, handler);
            }
        }

        private boolean begin() {
            boolean first = begun.compareAndSet(false, true);
            if (first) {
                room.release();
            }
            return first;
        }

        /** Rejects the request, unless the task has begun. */
        void reject() {
            if (begin()) {
                request.close();
            }
        }

        /** Returns whether the task has begun. Rejects a request for which its peer no longer waits. */
        boolean isOver() {
            if (System.nanoTime() - created > connector.timeout().toNanos()) {
                reject();
            }
            return begun.get();
        }
    }

    private static void serve(CmRequest request, Consumer<CmConnection> handler) {
        try (CmConnection connection = request.accept()) {
            handler.accept(connection);
        } catch (RuntimeException e) {
            CmConnector.log(Level.WARNING, "a peer was not served", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ClosedHandleException closedException() {
        return new ClosedHandleException("rdma_listen", toString());
    }

    /**
     * Closes the listener, and rejects the requests that it keeps. Waiting threads leave with {@link
     * ClosedHandleException}. Connections stay open. A second call has no effect.
     *
     * @throws VerbsException if the kernel fails the request
     */
    @Override
    public void close() {
        Deque<CmRequest> left;
        Deque<CompletableFuture<CmRequest>> waiters;
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            left = new ArrayDeque<>(requests);
            waiters = new ArrayDeque<>(waiting);
            requests.clear();
            waiting.clear();
        }
        connector.remove(id);
        id.close();
        left.forEach(CmRequest::close);
        waiters.forEach(waiter -> waiter.completeExceptionally(closedException()));
    }

    @Override
    public String toString() {
        return "listener of " + id;
    }
}
