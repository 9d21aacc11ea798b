package org.verbena.async;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Errno;
import org.verbena.InvalidRequestException;
import org.verbena.ProtectionDomain;
import org.verbena.QpType;
import org.verbena.QueuePair;
import org.verbena.VerbsException;
import org.verbena.VerbsObject;
import org.verbena.Violation;

/**
 * Polls a completion queue and completes the futures of the {@linkplain AsyncQueuePair queue pairs} that report to it.
 * Nothing moves by itself: either {@link #start} gives it a daemon thread, or the application calls {@link #progress}
 * from threads of its own. Futures are completed in the thread that makes progress; what depends on them and takes long
 * belongs elsewhere ({@code thenApplyAsync}), and so does what waits for another future of this engine.
 *
 * <p>The queue has room for a completion of everything that is under way, so that it cannot overrun. If it can be polled
 * no more, as when its context was closed, every open future and every later call fails with the reason. Safe for use by
 * several threads.
 */
public final class ProgressEngine implements AutoCloseable {
    /** The thread looks so often whether it is to stop: an interrupt could hit what depends on a future. */
    private static final Duration LOOK_UP = Duration.ofMillis(100);

    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final Duration spin;
    private final CompletionChannel channel;
    private final CompletionQueue cq;
    private final Inbox inbox;
    private final SlotTable slots;
    private final BufferPool pool;
    private final Set<AsyncQueuePair> queuePairs = ConcurrentHashMap.newKeySet();
    private final AtomicLong strays = new AtomicLong();
    private volatile @Nullable VerbsException failure;
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
                channel);
        this.pool = create(() -> new BufferPool(pd, builder.buffers, builder.bufferSize), cq, channel);
        this.inbox = new Inbox(cq);
        this.slots = new SlotTable(Math.min(cq.grantedCqe(), builder.cqe));
    }

    /** Nothing is left of an engine that does not come about. */
    private static <T> T create(Supplier<T> creation, VerbsObject... before) {
        try {
            return creation.get();
        } catch (VerbsException e) {
            for (VerbsObject object : before) {
                object.close();
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
     * Takes over a queue pair of type RC, UC or UD, in any state. It is closed with the engine. Attach a queue pair once,
     * and post to it by nothing but what this returns.
     *
     * @param qp a queue pair of the same domain whose completions come to {@link #cq()}; with one scatter/gather element
     *     at least for each direction that is used, and without {@code srq}
     * @return its calls that return futures
     * @throws InvalidRequestException if it is of another type, domain or completion queue, or the engine is closed
     */
    public AsyncQueuePair attach(QueuePair qp) {
        require(
                qp,
                "qp_type",
                qp.qpType(),
                qp.qpType() == QpType.RC || qp.qpType() == QpType.UC || qp.qpType() == QpType.UD,
                "RC, UC or UD");
        require(qp, "pd", qp.pd(), qp.pd().equals(Optional.of(pd)), "the domain of the engine");
        require(qp, "send_cq", qp.sendCq(), qp.sendCq().equals(Optional.of(cq)), "the queue of the engine");
        require(qp, "recv_cq", qp.recvCq(), qp.recvCq().equals(Optional.of(cq)), "the queue of the engine");
        require(qp, "engine", "closed", !closed, "an open engine");
        AsyncQueuePair attached = new AsyncQueuePair(this, qp, pool, slots);
        queuePairs.add(attached);
        return attached;
    }

    private static void require(QueuePair qp, String attribute, Object value, boolean holds, String limit) {
        if (!holds) {
            throw new InvalidRequestException(
                    "ibv_create_qp",
                    Errno.EINVAL,
                    "queue pair " + qp.qpNum(),
                    new Violation(
                            attribute,
                            String.valueOf(value),
                            limit,
                            "an engine serves what reports to it",
                            "org.verbena.async.ProgressEngine"));
        }
    }

    void detach(AsyncQueuePair qp) {
        queuePairs.remove(qp);
    }

    /**
     * Starts a daemon thread, named {@code verbena-progress-} and the device, that makes progress until the engine is
     * closed. It polls for a short time ({@link Builder#spin}) and then sleeps until the device reports something.
     *
     * @return this
     * @throws IllegalStateException if it was started before, or is closed
     */
    public synchronized ProgressEngine start() {
        if (thread != null || closed) {
            throw new IllegalStateException(closed ? "the engine is closed" : "the engine runs already");
        }
        thread = new Thread(this::run, "verbena-progress-" + context.device().name());
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    private void run() {
        while (!closed && failure == null) {
            try {
                progress(LOOK_UP);
            } catch (InterruptedException e) {
                return; // whoever interrupts this thread wants it to end
            } catch (VerbsException e) {
                return; // every future has been told
            }
        }
    }

    /**
     * Completes the futures of what has been done; never waits.
     *
     * @return how many completions were handled, from 0; 0 also while another thread polls
     */
    public int progress() {
        VerbsException unable = failure == null ? poll() : null;
        int count = 0;
        for (Completion completion = inbox.next(); completion != null; completion = inbox.next()) {
            finish(completion);
            count++;
        }
        if (unable != null) {
            fail(unable);
        }
        return count;
    }

    private @Nullable VerbsException poll() {
        try {
            inbox.poll();
            return null;
        } catch (VerbsException e) {
            return e;
        }
    }

    private void finish(Completion completion) {
        Operation<?> operation = slots.take(completion.wrId());
        if (operation == null) {
            strays.incrementAndGet();
        } else {
            operation.finish(completion);
        }
    }

    private void fail(VerbsException why) {
        failure = why;
        queuePairs.forEach(qp -> qp.abandonAll(why));
    }

    /**
     * Completes futures, and waits for something to be done if nothing has been: at first by polling, then for an event
     * of the completion channel. For one thread at a time, and not beside {@link #start}.
     *
     * @param timeout how long to wait at most; zero or less does not wait
     * @return how many completions were handled; 0 after the timeout, or if the engine is or gets closed
     * @throws VerbsException if the completion queue can be neither polled nor waited at; every open future has failed
     *     with it
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
            Thread.onSpinWait();
        } while (System.nanoTime() - start < spinNanos);
        try {
            return await(timeout.minusNanos(System.nanoTime() - start));
        } catch (VerbsException e) {
            if (closed) {
                return 0; // meanwhile
            }
            fail(e);
            throw e;
        }
    }

    private int await(Duration timeout) throws InterruptedException {
        cq.requestNotify(false);
        int late = progress(); // what came before the request causes no event
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

    /** Why nothing can be posted any more, if so. */
    @Nullable
    VerbsException failure() {
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
     * buffers. Futures that are still open fail. It may be called from what depends on a future. Closing a closed engine
     * does nothing.
     *
     * @throws VerbsException {@link Errno#EBUSY} if a queue pair that was not attached still uses the completion queue, or
     *     as {@link AsyncQueuePair#close}; it can be closed again then
     */
    @Override
    public void close() {
        closed = true;
        List.copyOf(queuePairs).forEach(AsyncQueuePair::close);
        awaitThread();
        cq.close();
        channel.close();
        pool.close();
    }

    private void awaitThread() {
        Thread running;
        synchronized (this) {
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
