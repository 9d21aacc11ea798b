// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.memory.BufferPool;

/**
 * An engine that polls a completion queue and completes the futures of its {@linkplain AsyncQueuePair queue pairs}. It
 * makes no progress by itself: either {@link #start} gives it a daemon thread, or the application calls
 * {@link #progress} in its own threads.
 *
 * <p>Futures complete in the thread that makes progress. Dependents that take long, or that wait for another future of
 * this engine, belong in another thread ({@code thenApplyAsync}). The completion queue has an entry for a completion of
 * every work request in flight, so it cannot overrun. Dependents of a future may throw, block, post, close or make
 * progress, since the engine holds no lock while they run. While one blocks in the engine's thread, other threads can
 * make progress.
 *
 * <p><b>Failures.</b> The first exception or error of its completion queue or channel ends the engine. Examples are a
 * closed context and an unplugged device. Every open future then fails with this cause, and every later call fails
 * immediately. An {@link OutOfMemoryError} or {@link StackOverflowError} does not end the engine, since no completion
 * is lost: the next round continues. If there is no memory for a message, its future fails with that error. The
 * engine's thread reports its failures to the logger {@code org.verbena.async}. Interrupts do not end that thread.
 *
 * <p>Safe for use by several threads.
 */
public final class ProgressEngine implements AutoCloseable {
    /** The name of the logger. */
    static final String LOGGER = "org.verbena.async";

    /**
     * The interval at which the thread checks whether to stop. It is not interrupted, since an interrupt could hit a
     * dependent of a future.
     */
    private static final Duration LOOK_UP = Duration.ofMillis(100);

    /** The pause after an allocation failure. */
    private static final long RECOVERY_NANOS = 1_000_000;

    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final Duration spin;
    private final CompletionChannel channel;
    private final CompletionQueue cq;
    private final Inbox inbox;
    private final SlotTable slots;
    private final EngineBuffers buffers;
    private final Map<QueuePair, AsyncQueuePair> queuePairs = new ConcurrentHashMap<>();
    private final AtomicLong strays = new AtomicLong();
    private final FutureCompleter completer = new FutureCompleter();

    /** Guards start, end and attachment. It is private, since applications may lock the engine itself. */
    private final Object lifecycle = new Object();

    private volatile @Nullable Throwable failure;
    private volatile boolean closed;
    private @Nullable Thread thread;

    private ProgressEngine(Builder builder) {
        this.pd = builder.pd;
        this.context = pd.context();
        this.spin = builder.spin;
        this.channel = context.createCompChannel();
        this.cq = create(
                () -> context.createCq(
                        CqInitAttr.builder().cqe(builder.cqe).channel(channel).build()),
                channel::close);
        int entries = create(() -> SlotTable.entries(cq, builder.cqe), cq::close, channel::close);
        this.buffers = create(() -> EngineBuffers.of(builder), cq::close, channel::close);
        this.inbox = create(() -> new Inbox(cq), buffers::close, cq::close, channel::close);
        this.slots = create(() -> new SlotTable(entries), buffers::close, cq::close, channel::close);
    }

    /** Creates a part of the engine. If that fails, closes the parts created before it. */
    private static <T> T create(Supplier<T> creation, Runnable... closeBefore) {
        try {
            return creation.get();
        } catch (RuntimeException | Error e) {
            for (Runnable close : closeBefore) {
                close.run();
            }
            throw e;
        }
    }

    /**
     * Creates an engine with the defaults of the builder.
     *
     * @param pd the protection domain of its buffers and queue pairs
     * @return the engine, which the caller must close
     * @throws VerbsException if the device rejects the completion queue or the buffers
     */
    public static ProgressEngine create(ProtectionDomain pd) {
        return builder(pd).build();
    }

    /**
     * Creates a builder with the default values.
     *
     * @param pd the protection domain of the buffers and queue pairs
     * @return the builder
     */
    public static Builder builder(ProtectionDomain pd) {
        return new Builder(pd);
    }

    /**
     * Returns the completion queue. The queue pairs of this engine must use it as both {@code send_cq} and
     * {@code recv_cq}.
     *
     * @return the completion queue, which only the engine may poll
     */
    public CompletionQueue cq() {
        return cq;
    }

    /**
     * Attaches a queue pair of type RC, UC or UD, in any state. Closing the engine closes the queue pair. The
     * application must post to it only through the returned object.
     *
     * @param qp a queue pair of the same protection domain that uses {@link #cq()} for both queues, without
     *     {@code srq}; each queue with work requests has at least one scatter/gather element, which inline data needs
     *     as well
     * @return the queue pair whose calls return futures
     * @throws InvalidRequestException if the queue pair has another type, protection domain or completion queue, has no
     *     scatter/gather elements or has a shared receive queue, or is already attached; or if the engine is closed
     */
    public AsyncQueuePair attach(QueuePair qp) {
        AttachRules rules = new AttachRules(qp);
        rules.check(pd, cq);
        AsyncQueuePair attached = new AsyncQueuePair(this, qp, buffers, slots);
        synchronized (lifecycle) {
            rules.require(!closed, "engine", "closed", "open", "a closed engine makes no progress");
            boolean isNew = queuePairs.putIfAbsent(qp, attached) == null;
            rules.require(isNew, "engine", "attached", "not attached", "a queue pair can be attached only once");
        }
        return attached;
    }

    void detach(AsyncQueuePair qp) {
        queuePairs.remove(qp.qp(), qp);
    }

    /**
     * Starts a daemon thread that makes progress until the engine is closed. Its name is {@code verbena-progress-}
     * followed by the device name. It polls for a short time ({@link Builder#spin}) and then sleeps until the device
     * reports an event.
     *
     * @return this engine
     * @throws IllegalStateException if the engine was started before, or is closed
     */
    public ProgressEngine start() {
        synchronized (lifecycle) {
            if (thread != null || closed) {
                throw new IllegalStateException(closed ? "the engine is closed" : "the engine is already running");
            }
            Thread created =
                    new Thread(this::run, "verbena-progress-" + context.device().name());
            created.setDaemon(true);
            created.start();
            thread = created;
        }
        return this;
    }

    /** Makes progress until the engine is closed or has failed. Nothing else ends the thread. */
    private void run() {
        boolean recovering = false;
        while (!closed && failure == null) {
            try {
                progress(LOOK_UP);
                recovering = false;
            } catch (InterruptedException e) {
                // A dependent of a future interrupted this thread; close() does not use interrupts.
            } catch (Throwable e) {
                if (!recovering) {
                    log(e);
                }
                recovering = true;
                LockSupport.parkNanos(RECOVERY_NANOS);
            }
        }
        while (failure != null && !failAll()) {
            LockSupport.parkNanos(RECOVERY_NANOS);
        }
    }

    private void log(Throwable e) {
        try {
            String what = failure == null ? "the engine continues after " : "the engine has stopped: ";
            System.getLogger(LOGGER).log(Level.WARNING, () -> context.device().name() + ": " + what + e, e);
        } catch (Throwable again) {
            // If there is no memory for a log message, the futures still report the cause.
        }
    }

    /**
     * Completes the futures of completed work requests, without waiting.
     *
     * @return the number of handled completions, at least 0; 0 while another thread polls
     */
    public int progress() {
        return progress(false);
    }

    /**
     * Makes progress. If {@code surely}, handles the completions that are in the queue now, even if another thread
     * polls it.
     */
    private int progress(boolean surely) {
        if (failure == null) {
            completer.again();
        } else {
            failAll();
        }
        int count = 0;
        boolean polled = failure != null;
        Throwable unable = null;
        do {
            try {
                polled = polled || inbox.poll(surely);
            } catch (RuntimeException | Error e) {
                polled = true;
                unable = e;
            }
            count += finishPolled(surely);
        } while (surely && !polled && count == 0);
        if (unable != null && !isTransient(unable)) {
            fail(unable);
        }
        if (unable instanceof Error error) {
            throw error;
        }
        return count;
    }

    private int finishPolled(boolean surely) {
        int count = 0;
        for (Completion next = inbox.next(surely); next != null; next = inbox.next(surely)) {
            finish(next);
            count++;
        }
        return count;
    }

    /** Returns whether the engine can continue, since the inbox has kept every completion. */
    private static boolean isTransient(Throwable e) {
        return e instanceof OutOfMemoryError || e instanceof StackOverflowError;
    }

    private void finish(Completion completion) {
        Operation<?> operation = slots.take(completion.wrId());
        if (operation == null) {
            strays.incrementAndGet();
        } else {
            operation.complete(completion);
            operation.slotCounter().releaseDoubtful(operation, slots);
            completer.complete(operation);
        }
    }

    FutureCompleter completer() {
        return completer;
    }

    private void fail(Throwable why) {
        synchronized (lifecycle) {
            if (failure == null) {
                failure = why;
            }
        }
        failAll();
    }

    /** Fails every open future with the cause. Returns false if that needs another attempt, for lack of memory. */
    private boolean failAll() {
        try {
            Throwable why = failure;
            if (why != null) {
                queuePairs.values().forEach(qp -> qp.abandonAll(why));
            }
            return completer.again();
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    /**
     * Completes futures. If there is no completion, waits for one: first by polling, then for an event of the
     * completion channel. Only one thread at a time may call this method, and only if {@link #start} was not called.
     *
     * @param timeout the maximum time to wait; zero or less does not wait
     * @return the number of handled completions; 0 after the timeout, or if the engine is closed before or during the
     *     call
     * @throws VerbsException if the completion queue cannot be polled or waited for, now or earlier; every open future
     *     has failed with this exception
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public int progress(Duration timeout) throws InterruptedException {
        long start = System.nanoTime();
        long spinNanos = Math.min(NANOSECONDS.convert(spin), NANOSECONDS.convert(timeout));
        do {
            int count = progress();
            if (count > 0 || closed) {
                return count;
            }
            requireAlive();
            Thread.onSpinWait();
        } while (System.nanoTime() - start < spinNanos);
        try {
            return await(timeout.minusNanos(System.nanoTime() - start));
        } catch (RuntimeException | Error e) {
            if (closed && e instanceof VerbsException) {
                return 0; // closed by another thread
            }
            if (!isTransient(e)) {
                fail(e);
            }
            throw e;
        }
    }

    private void requireAlive() {
        Throwable why = failure;
        if (why instanceof RuntimeException e) {
            throw e;
        }
        if (why instanceof Error e) {
            throw e;
        }
    }

    private int await(Duration timeout) throws InterruptedException {
        cq.requestNotify(false);
        int late = progress(true); // completions before the request cause no event
        if (late > 0) {
            return late;
        }
        Optional<CompletionQueue> event = channel.nextEvent(timeout);
        if (event.isEmpty()) {
            return 0;
        }
        cq.ackEvents(1);
        return progress();
    }

    /** Returns the cause that ended the engine; null while it works. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /**
     * Returns the number of completions that belong to no call. They occur if other code posts to a queue pair of this
     * engine.
     *
     * @return the number so far
     */
    public long strayCompletions() {
        return strays.get();
    }

    /**
     * Closes the queue pairs (see {@link AsyncQueuePair#close}), stops the thread, and frees the completion queue and
     * the buffers. Open futures fail. Waits for a dependent that runs in the engine's thread, unless that dependent
     * calls this method. Does nothing if already closed.
     *
     * @throws VerbsException {@link Errno#EBUSY} if a queue pair that was not attached still uses the completion queue,
     *     or as {@link AsyncQueuePair#close}; the engine can then be closed again
     */
    @Override
    public void close() {
        synchronized (lifecycle) {
            closed = true;
        }
        List.copyOf(queuePairs.values()).forEach(AsyncQueuePair::close);
        awaitThread();
        cq.close();
        channel.close();
        buffers.close();
    }

    private void awaitThread() {
        Thread running;
        synchronized (lifecycle) {
            running = thread;
        }
        if (running == null || running.equals(Thread.currentThread())) {
            return;
        }
        boolean interrupted = false;
        while (running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A builder of {@link ProgressEngine}. Not safe for use by several threads. Setters throw
     * {@link InvalidRequestException} for a value out of range.
     */
    public static final class Builder {
        final ProtectionDomain pd;
        private int cqe = 1024;
        int buffers = 128;
        int bufferSize = 4096;

        @Nullable
        BufferPool pool;

        private Duration spin = Duration.ofNanos(50_000);

        private Builder(ProtectionDomain pd) {
            this.pd = pd;
        }

        /**
         * Sets the number of work requests that can be in flight, for all queue pairs together, 1..1073741824; default
         * 1024. {@link #build} fails if the device allows fewer ({@code max_cqe}).
         */
        public Builder cqe(int value) {
            cqe = EngineBuffers.positive("cqe", value);
            return this;
        }

        /**
         * Sets the number of buffers for data passed or returned as {@link java.nio.ByteBuffer}, 1..1073741824; default
         * 128. Each such call holds one buffer until it completes; a send whose data fits inline holds none.
         */
        public Builder buffers(int value) {
            buffers = EngineBuffers.positive("buffers", value);
            return this;
        }

        /**
         * Sets the size of each buffer in bytes, 1..1073741824, rounded up to a multiple of 64; default 4096. A
         * received datagram needs 40 bytes in addition to its length.
         */
        public Builder bufferSize(int value) {
            // Atomic operations need an aligned address for their result.
            bufferSize = Math.addExact(EngineBuffers.positive("buffer_size", value), 63) / 64 * 64;
            return this;
        }

        /**
         * Sets the pool of the buffers; default one that the engine registers at once. A call may then register memory.
         * {@link #buffers} has no effect, and the engine does not close the pool.
         *
         * @param value a pool of the same protection domain, with {@code LOCAL_WRITE} and buffers of the buffer size
         */
        public Builder pool(BufferPool value) {
            pool = value;
            return this;
        }

        /** Sets how long to poll before waiting for an event; default 50 microseconds; zero or less does not poll. */
        public Builder spin(Duration value) {
            spin = value;
            return this;
        }

        /**
         * Creates the engine without starting it.
         *
         * @return the engine, which the caller must close
         * @throws InvalidRequestException if the pool has another protection domain, no {@code LOCAL_WRITE}, or only
         *     smaller buffers
         * @throws VerbsException if the device rejects the completion queue or the buffers
         */
        public ProgressEngine build() {
            return new ProgressEngine(this);
        }
    }
}
