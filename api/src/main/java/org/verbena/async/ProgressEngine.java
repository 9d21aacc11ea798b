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
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.InvalidRequestException;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.VerbsException;
import org.verbena.Violation;

/**
 * Polls a completion queue and completes the futures of the {@linkplain AsyncQueuePair queue pairs} that report to it.
 * Nothing moves by itself: either {@link #start} gives it a daemon thread, or the application calls {@link #progress}
 * from threads of its own. Futures are completed in the thread that makes progress; what depends on them and takes long
 * belongs elsewhere ({@code thenApplyAsync}), and so does what waits for another future of this engine.
 *
 * <p>The queue has room for a completion of every work request in flight, so that it cannot overrun. Dependents of a
 * future may throw, block, post, close or make progress: no lock of the engine is held while they run. While one blocks in
 * the engine's thread, other threads can make progress.
 *
 * <p><b>Failures.</b> The engine ends with the first exception or error of its completion queue or channel, for example
 * because the context was closed or the device was unplugged. Every open future then fails with this cause, and every
 * later call at once. Two errors do not end it, because no completion is lost: after an {@link OutOfMemoryError} or
 * {@link StackOverflowError} the next round continues. The future of a message for which there is no memory fails with
 * the {@link OutOfMemoryError}. The logger {@code org.verbena.async} reports what the engine's thread met. Interrupts
 * do not end that thread.
 *
 * <p>Safe for use by several threads.
 */
public final class ProgressEngine implements AutoCloseable {
    /** The name of the logger. */
    static final String LOGGER = "org.verbena.async";

    /** How often the thread checks whether it has to stop: an interrupt could hit a dependent of a future. */
    private static final Duration LOOK_UP = Duration.ofMillis(100);

    /** The pause after a lack of memory. */
    private static final long RECOVERY_NANOS = 1_000_000;

    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final Duration spin;
    private final CompletionChannel channel;
    private final CompletionQueue cq;
    private final Inbox inbox;
    private final SlotTable slots;
    private final BufferPool pool;
    private final Map<QueuePair, AsyncQueuePair> queuePairs = new ConcurrentHashMap<>();
    private final AtomicLong strays = new AtomicLong();
    private final Settlement settlement = new Settlement();

    /** Guards the start, the end and the attachment of queue pairs; the engine itself is a lock of its users. */
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
        int entries = create(() -> Math.min(granted(cq), builder.cqe), cq::close, channel::close);
        this.pool = create(() -> new BufferPool(pd, builder.buffers, builder.bufferSize), cq::close, channel::close);
        this.inbox = create(() -> new Inbox(cq), pool::close, cq::close, channel::close);
        this.slots = create(() -> new SlotTable(entries), pool::close, cq::close, channel::close);
    }

    private static int granted(CompletionQueue cq) {
        int granted = cq.grantedCqe();
        if (granted < 1) {
            throw new VerbsException(
                    "ibv_create_cq",
                    Errno.EINVAL,
                    cq.toString(),
                    Diagnosis.of(new Violation(
                            "cqe",
                            Integer.toString(granted),
                            "1..",
                            "the driver grants at least as many entries as were requested",
                            "ibv_create_cq(3)")));
        }
        return granted;
    }

    /** Creates a part of the engine, and closes the parts before it if that fails. */
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
     * An engine with the defaults of the builder.
     *
     * @param pd the domain of its buffers and queue pairs
     * @return the engine, to be closed
     * @throws VerbsException if the device refuses the completion queue or the buffers
     */
    public static ProgressEngine create(ProtectionDomain pd) {
        return builder(pd).build();
    }

    /**
     * Starts from the defaults.
     *
     * @param pd the domain of its buffers and queue pairs
     * @return a builder
     */
    public static Builder builder(ProtectionDomain pd) {
        return new Builder(pd);
    }

    /**
     * The completion queue that queue pairs are created with, as both {@code send_cq} and {@code recv_cq}.
     *
     * @return the queue; the engine polls it, and nobody else may
     */
    public CompletionQueue cq() {
        return cq;
    }

    /**
     * Takes over a queue pair of type RC, UC or UD, in any state. It is closed with the engine. Post to it only with the
     * returned object.
     *
     * @param qp a queue pair of the same domain whose completions come to {@link #cq()}; without {@code srq}, and with at
     *     least one scatter/gather element in each queue that has work requests. Inline data need that element as well
     * @return its calls that return futures
     * @throws InvalidRequestException if the queue pair has another type, domain or completion queue, has no
     *     scatter/gather elements or a shared receive queue, or is attached already; or if the engine is closed
     */
    public AsyncQueuePair attach(QueuePair qp) {
        AttachRules rules = new AttachRules(qp);
        rules.check(pd, cq);
        AsyncQueuePair attached = new AsyncQueuePair(this, qp, pool, slots);
        synchronized (lifecycle) {
            rules.require(!closed, "engine", "closed", "open", "a closed engine makes no progress");
            boolean isNew = queuePairs.putIfAbsent(qp, attached) == null;
            rules.require(isNew, "engine", "attached", "not attached", "a queue pair is attached once");
        }
        return attached;
    }

    void detach(AsyncQueuePair qp) {
        queuePairs.remove(qp.qp(), qp);
    }

    /**
     * Starts a daemon thread, named {@code verbena-progress-} and the device, that makes progress until the engine is
     * closed. It polls for a short time ({@link Builder#spin}) and then sleeps until the device reports something.
     *
     * @return this
     * @throws IllegalStateException if it was started before, or is closed
     */
    public ProgressEngine start() {
        synchronized (lifecycle) {
            if (thread != null || closed) {
                throw new IllegalStateException(closed ? "the engine is closed" : "the engine runs already");
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
                // A dependent of a future has left the interrupt behind; close() does not need one.
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
            String what = failure == null ? "the engine continues after " : "the engine has ended: ";
            System.getLogger(LOGGER).log(Level.WARNING, () -> context.device().name() + ": " + what + e, e);
        } catch (Throwable again) {
            // Without memory for a message the futures still report the cause.
        }
    }

    /**
     * Completes the futures of completed work requests; never waits.
     *
     * @return the number of handled completions, from 0; 0 also while another thread polls
     */
    public int progress() {
        return progress(false);
    }

    /** Makes progress; {@code surely} with the completions that are in the queue now, even if another thread polls it. */
    private int progress(boolean surely) {
        if (failure == null) {
            settlement.again();
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

    /** Returns whether the engine can continue: the inbox has kept every completion. */
    private static boolean isTransient(Throwable e) {
        return e instanceof OutOfMemoryError || e instanceof StackOverflowError;
    }

    private void finish(Completion completion) {
        Operation<?> operation = slots.take(completion.wrId());
        if (operation == null) {
            strays.incrementAndGet();
        } else {
            operation.complete(completion);
            operation.room().settleDoubts(operation, slots);
            settlement.settle(operation);
        }
    }

    Settlement settlement() {
        return settlement;
    }

    private void fail(Throwable why) {
        synchronized (lifecycle) {
            if (failure == null) {
                failure = why;
            }
        }
        failAll();
    }

    /** Fails every open future with the cause; false if that needs another round, for lack of memory. */
    private boolean failAll() {
        try {
            Throwable why = failure;
            if (why != null) {
                queuePairs.values().forEach(qp -> qp.abandonAll(why));
            }
            return settlement.again();
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    /**
     * Completes futures, and waits for a completion if there is none: at first by polling, then for an event of the
     * completion channel. For one thread at a time, and not in addition to {@link #start}.
     *
     * @param timeout how long to wait at most; zero or less does not wait
     * @return the number of handled completions; 0 after the timeout, or if the engine is or gets closed
     * @throws VerbsException if the completion queue can be neither polled nor waited at, now or before; every open future
     *     has failed with it
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
     * How many completions came that belong to no call: somebody else posts to a queue pair of this engine.
     *
     * @return the number so far
     */
    public long strayCompletions() {
        return strays.get();
    }

    /**
     * Closes the queue pairs, see {@link AsyncQueuePair#close}, stops the thread, and frees the completion queue and the
     * buffers. Futures that are still open fail. It waits for a dependent that runs in the engine's thread, unless that
     * makes this call. Closing a closed engine does nothing.
     *
     * @throws VerbsException {@link Errno#EBUSY} if a queue pair that was not attached still uses the completion queue, or
     *     as {@link AsyncQueuePair#close}; it can be closed again then
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
        pool.close();
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

    /** Builds a {@link ProgressEngine}. Not for use by several threads at once. */
    public static final class Builder {
        private final ProtectionDomain pd;
        private int cqe = 1024;
        private int buffers = 128;
        private int bufferSize = 4096;
        private Duration spin = Duration.ofNanos(50_000);

        private Builder(ProtectionDomain pd) {
            this.pd = pd;
        }

        /**
         * Sets the number of work requests that can be under way, of all queue pairs together; without, 1024.
         *
         * @param value 1..1073741824; the device may allow less ({@code max_cqe}), and {@link #build} fails then
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder cqe(int value) {
            cqe = positive("cqe", value);
            return this;
        }

        /**
         * Sets the number of buffers for what is given or wanted as {@link java.nio.ByteBuffer}; without, 128. Each such
         * call holds one until it is done; a send that fits inline holds none.
         *
         * @param value 1..1073741824
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder buffers(int value) {
            buffers = positive("buffers", value);
            return this;
        }

        /**
         * Sets the bytes of each buffer; without, 4096. A datagram needs 40 more than it is long.
         *
         * @param value 1..1073741824; rounded up to a multiple of 64
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder bufferSize(int value) {
            // Atomic operations want an aligned place for their answer.
            bufferSize = Math.addExact(positive("buffer_size", value), 63) / 64 * 64;
            return this;
        }

        /**
         * Sets how long to poll before waiting for an event; without, 50 microseconds.
         *
         * @param value the time; zero or less to wait at once
         * @return this builder
         */
        public Builder spin(Duration value) {
            spin = value;
            return this;
        }

        /**
         * Creates the engine. It does not run yet.
         *
         * @return the engine, to be closed
         * @throws VerbsException if the device refuses the completion queue or the buffers
         */
        public ProgressEngine build() {
            return new ProgressEngine(this);
        }

        private static int positive(String attribute, int value) {
            if (value < 1 || value > 1 << 30) {
                throw new InvalidRequestException(
                        "ibv_create_cq",
                        Errno.EINVAL,
                        "progress engine",
                        new Violation(
                                attribute,
                                Integer.toString(value),
                                "1..1073741824",
                                "there must be at least one",
                                "org.verbena.async.ProgressEngine"));
            }
            return value;
        }
    }
}
