// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.tck.engine.ProviderArgument;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.QpPair;

/**
 * Runs threads that change, post and release the same batches at random, while another thread builds lists that fail at
 * random. Each accepted work request must complete exactly once, and no other may complete.
 */
public final class BatchStorm {
    private static final int THREADS = 4;
    private static final int CAPACITY = 6;
    private static final int INLINE = 32;
    private static final int STEPS_OF_A_ROUND = 4000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OPCODES = 16;
    private static final long PAUSE_NANOS = 50_000;

    /** The limit stays below the size of a completion queue, because a queue that overflows loses completions. */
    private static final int MAX_OUTSTANDING = 512;

    private static final int COMPLETIONS = 1024;

    /** A queue. The upper half of a {@code wr_id} identifies the queue of its work request. */
    private enum Queue {
        CONNECTED(0),
        DATAGRAMS(1),
        RECEIVES(2),
        BUILT(3);

        private final long half;

        Queue(long half) {
            this.half = half;
        }

        long number(long id) {
            return (half << Integer.SIZE) | id;
        }

        static String name(long number) {
            return values()[(int) (number >>> Integer.SIZE)] + " " + (int) number;
        }
    }

    private final long seed;
    private final QpPair connected;
    private final QpPair datagrams;
    private final QpPair built;
    private final MemoryRegion region;
    private final MemoryWindow window;
    private final SendBatch sends;
    private final RecvBatch receives;
    private final AtomicLong lastId = new AtomicLong();
    private final Set<Long> outstanding = ConcurrentHashMap.newKeySet();
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicBoolean done = new AtomicBoolean();

    private BatchStorm(Fixture fixture, long seed) {
        this.seed = seed;
        connected = QpPair.of(
                fixture, QpType.RC, request -> request.inline(INLINE).completions(COMPLETIONS), BatchStorm::responder);
        datagrams = QpPair.of(
                fixture, QpType.UD, request -> request.inline(INLINE).completions(COMPLETIONS), BatchStorm::responder);
        built = QpPair.of(
                fixture,
                QpType.RC,
                request -> request.inline(INLINE)
                        .completions(COMPLETIONS)
                        .builders(SendOp.RDMA_WRITE, SendOp.SEND, SendOp.RDMA_READ),
                BatchStorm::responder);
        region = connected.requester().memory().region();
        window = fixture.pd().allocMw(MwType.TYPE_2);
        sends = fixture.context().newSendBatch(CAPACITY, 2, INLINE);
        receives = fixture.context().newRecvBatch(CAPACITY, 2);
    }

    private static EndpointRequest responder(EndpointRequest request) {
        return request.completions(COMPLETIONS);
    }

    /**
     * Runs the storm on a device in this process, and prints the result line.
     *
     * @param arguments as for {@link Storm#main}
     * @throws Exception if the storm fails
     */
    public static void main(String[] arguments) throws Exception {
        StressSettings settings = StressSettings.of(StressSettings.Kind.BATCH_STORM);
        for (String provider : Arrays.asList(arguments).subList(2, arguments.length)) {
            new ResultLine(arguments[0], ProviderArgument.name(provider), arguments[1])
                    .print(on(ProviderArgument.of(provider).device(arguments[1]), settings));
        }
    }

    private static String on(Device device, StressSettings settings) throws Exception {
        long completions = 0;
        long refusals = 0;
        long rounds = Math.max(1, settings.count() / STEPS_OF_A_ROUND);
        for (long round = 0; round < rounds; round++) {
            try (Fixture fixture = Fixture.on(device)) {
                BatchStorm storm = new BatchStorm(fixture, settings.seed() + round);
                storm.run();
                completions += storm.completed.get();
                refusals += storm.refused.get();
            }
        }
        return "%d steps run, %d work requests completed once, %d calls of other threads refused"
                .formatted(rounds * STEPS_OF_A_ROUND, completions, refusals);
    }

    private void run() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(seed * THREADS + i);
                workers.add(threads.submit(() -> use(random)));
            }
            workers.add(threads.submit(() -> build(new Random(~seed))));
            Future<?> poller = threads.submit(this::poll);
            for (Future<?> worker : workers) {
                worker.get();
            }
            for (QpPair pair : List.of(connected, datagrams, built)) {
                pair.requester().fail();
                pair.responder().fail();
            }
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!outstanding.isEmpty() && !poller.isDone() && System.nanoTime() < deadline) {
                Thread.sleep(1);
            }
            done.set(true);
            poller.get();
            if (!outstanding.isEmpty()) {
                throw new AssertionError("seed " + seed + ": never completed: "
                        + outstanding.stream().map(Queue::name).sorted().toList());
            }
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
    }

    // ---------------------------------------------------------------- batches

    private void use(Random random) {
        for (int step = 0; step < STEPS_OF_A_ROUND / THREADS; step++) {
            awaitPolled();
            try {
                if (random.nextInt(4) == 0) {
                    useReceives(random);
                } else {
                    useSends(random);
                }
            } catch (IllegalStateException e) {
                requireRefusal(e);
            } catch (InvalidRequestException | IndexOutOfBoundsException e) {
                // The batch is full, empty, or unsuitable for this queue pair.
            }
        }
    }

    /** Waits for the poller. The queues together hold fewer work requests that cannot complete yet. */
    private void awaitPolled() {
        while (outstanding.size() > MAX_OUTSTANDING && !done.get()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void requireRefusal(IllegalStateException e) {
        if (!String.valueOf(e.getMessage()).contains("owns the batch")) {
            throw e;
        }
        refused.incrementAndGet();
    }

    private void useSends(Random random) {
        switch (random.nextInt(10)) {
            case 0, 1 -> addWrite();
            case 2, 3, 4, 5 -> change(random, sends.get(random.nextInt(Math.max(1, sends.size()))));
            case 6, 7, 8 -> postSends(random);
            default -> {
                if (random.nextInt(8) == 0) {
                    sends.clear();
                }
                sends.release();
            }
        }
    }

    private void addWrite() {
        sends.add().write(region.iova(), region.rkey()).sge(region, 0, Long.BYTES);
    }

    private void change(Random random, SendWr wr) {
        switch (random.nextInt(16)) {
            case 0, 1 -> address(wr);
            case 2, 3 -> wr.write(random.nextLong(), region.rkey());
            case 4 -> wr.read(region.iova(), region.rkey());
            case 5 -> wr.fetchAdd(region.iova(), region.rkey(), 1);
            case 6, 7 -> wr.noData().inlineData(ByteBuffer.allocate(random.nextInt(INLINE + 1)));
            case 8, 9 -> wr.noData().sge(region, 0, Long.BYTES);
            case 10 -> wr.noData().sge(random.nextLong(), Long.BYTES, region.lkey());
            case 11 -> wr.setSge(0, region.address(), Long.BYTES, region.lkey());
            case 12 ->
                wr.bindMw(
                        window, 1, new MwBindInfo(region, region.address(), INLINE, Flags.of(AccessFlag.REMOTE_READ)));
            case 13 -> wr.noData().tso(ByteBuffer.allocate(14), 100);
            case 14 -> wr.opcodeCode(random.nextInt(OPCODES));
            default -> wr.sendImm(1).remoteSrqn(random.nextInt(100));
        }
    }

    private void address(SendWr wr) {
        wr.send().to(datagrams.responderAddress(), datagrams.responder().qp().qpNum(), QpStateWalk.QKEY);
    }

    private void postSends(Random random) {
        boolean connection = random.nextBoolean();
        QueuePair qp = (connection ? connected : datagrams).requester().qp();
        int to = 1 + random.nextInt(Math.max(1, sends.size()));
        int from = random.nextInt(to);
        for (int i = from; i < to; i++) {
            if (random.nextInt(4) != 0) {
                if (connection) {
                    sends.get(i).write(region.iova(), region.rkey());
                } else {
                    address(sends.get(i));
                }
            }
        }
        long[] ids = new long[to - from];
        number(
                connection ? Queue.CONNECTED : Queue.DATAGRAMS,
                ids,
                i -> sends.get(from + (int) i).signaled().wrId(ids[(int) i]));
        account(ids, from, () -> qp.postSend(sends, from, to));
    }

    private void useReceives(Random random) {
        switch (random.nextInt(6)) {
            case 0 -> receives.add();
            case 1, 2 -> change(random, receives.get(random.nextInt(Math.max(1, receives.size()))));
            case 3, 4 -> {
                int to = 1 + random.nextInt(Math.max(1, receives.size()));
                int from = random.nextInt(to);
                long[] ids = new long[to - from];
                number(Queue.RECEIVES, ids, i -> receives.get(from + (int) i).wrId(ids[(int) i]));
                account(ids, from, () -> connected.responder().qp().postRecv(receives, from, to));
            }
            default -> {
                if (random.nextInt(8) == 0) {
                    receives.clear();
                }
                receives.release();
            }
        }
    }

    private void change(Random random, RecvWr wr) {
        switch (random.nextInt(3)) {
            case 0 -> wr.noData();
            case 1 -> wr.sge(region, 0, INLINE);
            default -> wr.setSge(0, region.address(), Long.BYTES, region.lkey());
        }
    }

    // ---------------------------------------------------------------- accounting

    private void number(Queue queue, long[] ids, LongConsumer writer) {
        for (int i = 0; i < ids.length; i++) {
            ids[i] = queue.number(lastId.incrementAndGet());
            try {
                writer.accept(i);
            } catch (IllegalStateException e) {
                if (i > 0) {
                    throw new AssertionError("seed " + seed + ": lost a batch that this thread owns", e);
                }
                throw e;
            }
        }
    }

    /** Posts work requests and withdraws those that were not accepted. */
    private void account(long[] ids, int from, Runnable post) {
        for (long id : ids) {
            outstanding.add(id);
        }
        int accepted = 0;
        try {
            post.run();
            accepted = ids.length;
        } catch (PostException e) {
            accepted = e.badWr() - from;
        } catch (InvalidRequestException e) {
            // Rejected as a whole.
        } finally {
            takeBack(ids, accepted);
        }
    }

    private void takeBack(long[] ids, int from) {
        for (int i = from; i < ids.length; i++) {
            if (!outstanding.remove(ids[i])) {
                throw new AssertionError("seed " + seed + ": completed, but not accepted: " + Queue.name(ids[i]));
            }
        }
    }

    private void poll() {
        try {
            pollAll();
        } finally {
            done.set(true);
        }
    }

    private void pollAll() {
        CompletionArray completions = sends.context().newCompletionArray(16);
        List<CompletionQueue> queues = new ArrayList<>();
        for (QpPair pair : List.of(connected, datagrams, built)) {
            queues.add(pair.requester().qp().sendCq().orElseThrow());
            queues.add(pair.responder().qp().recvCq().orElseThrow());
        }
        boolean last = false;
        while (!last) {
            last = done.get();
            for (CompletionQueue queue : queues) {
                int polled = queue.poll(completions);
                for (int i = 0; i < polled; i++) {
                    if (!outstanding.remove(completions.wrId(i))) {
                        throw new AssertionError("seed " + seed + ": completed, but not outstanding: "
                                + Queue.name(completions.wrId(i)) + ", " + completions.get(i));
                    }
                    completed.incrementAndGet();
                }
            }
            Thread.onSpinWait();
        }
    }

    // ---------------------------------------------------------------- builders

    private void build(Random random) {
        FailingLists lists = new FailingLists(built, random);
        for (int step = 0; step < STEPS_OF_A_ROUND / THREADS; step++) {
            awaitPolled();
            long[] ids = new long[random.nextInt(4)];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = Queue.BUILT.number(lastId.incrementAndGet());
            }
            for (long id : ids) {
                outstanding.add(id);
            }
            takeBack(ids, lists.build(ids) ? ids.length : 0);
        }
    }
}
