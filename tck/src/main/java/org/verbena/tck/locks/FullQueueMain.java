// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.locks;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.connect.Connector;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.ProviderArgument;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.Threads;

/**
 * Fills queues while a thread reads a completion of their extended completion queue in place. libmlx5 and libmlx4 take
 * the lock of the completion queue when a queue is full ({@code mlx5_wq_overflow}, {@code wq_overflow}). The posts must
 * fail with ENOMEM, from the reading thread and from another one, while a third thread lets the garbage collector stop
 * the JVM. All accepted work requests complete afterwards.
 */
public final class FullQueueMain {
    /** The time limit, which only a failure reaches. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int DEPTH = 16;

    /** A number of posts above the returned capability of every driver for {@link #DEPTH}. */
    private static final int MORE_THAN_ANY = 4096;

    /** The options of the JVM. A collection by the serial collector takes less time, so that more of them happen. */
    public static final String OPTIONS = "-XX:+UseSerialGC";

    /**
     * The system property for devices that move no data. They have no completion to read, and plain posts must fail.
     */
    public static final String STILL = "verbena.locks.still";

    private static final Flags<AccessFlag> ACCESS = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);

    /** A way to post. */
    private enum Way {
        POST_SEND,
        BUILDERS,
        POST_RECV
    }

    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final MemoryRegion memory;
    private final CompletionQueueEx cq;
    private final CompletionQueue peerCq;
    private final SendBatch write;
    private final SendBatch send;
    private final RecvBatch receive;
    private final boolean moves;
    private final ExecutorService other = Threads.daemon("other");
    private long refused;

    private FullQueueMain(DeviceContext context, boolean moves) {
        this.context = context;
        this.moves = moves;
        pd = context.allocPd();
        memory = pd.allocMr(4096, ACCESS);
        cq = context.createCqEx(CqInitAttr.builder().cqe(MORE_THAN_ANY).build());
        peerCq = context.createCq(CqInitAttr.builder().cqe(MORE_THAN_ANY).build());
        write = context.newSendBatch(1, 1, 0);
        write.add().write(memory.address(), memory.rkey()).sge(memory, 0, 8).signaled();
        send = context.newSendBatch(1, 1, 0);
        send.add().send().sge(memory, 0, 8).signaled();
        receive = context.newRecvBatch(1, 1);
        receive.add().sge(memory, 0, 8);
        write.release();
        send.release();
        receive.release();
    }

    /**
     * Fills the queues of a device and prints the number of repetitions.
     *
     * @param arguments the test environment, the device and the provider
     * @throws Exception if an outcome is wrong
     */
    public static void main(String[] arguments) throws Exception {
        boolean moves = !Boolean.getBoolean(STILL);
        Device device = ProviderArgument.of(arguments[2]).device(arguments[1]);
        long rounds = StressSettings.of(StressSettings.Kind.LOCKS).count();
        try (DeviceContext context = device.open()) {
            FullQueueMain main = new FullQueueMain(context, moves);
            for (long round = 0; round < rounds; round++) {
                for (Way way : moves ? Way.values() : new Way[] {Way.POST_SEND, Way.POST_RECV}) {
                    main.fill(way, Callable::call);
                    main.fill(way, main::elsewhere);
                }
            }
            main.other.shutdown();
            new ResultLine(arguments[0], ProviderArgument.name(arguments[2]), arguments[1])
                    .print("%d posts to full queues while reading in place, all ENOMEM".formatted(main.refused));
        }
    }

    /** Makes a post on this thread or on another one. */
    private interface Poster {
        int post(Callable<Integer> posts) throws Exception;
    }

    private int elsewhere(Callable<Integer> posts) throws Exception {
        return other.submit(posts).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private void fill(Way way, Poster poster) throws Exception {
        System.out.println(way);
        QueuePair source = create(cq, false);
        QueuePair sink = create(peerCq, false);
        QueuePair full = create(cq, way == Way.BUILDERS);
        QueuePair peer = create(peerCq, false);
        Connector.create().connect(source, sink);
        Connector.create().connect(full, peer);
        if (moves) {
            postSend(source, write);
            awaitCompletion();
        }
        int accepted = whileCollecting(() -> poster.post(() -> postUntilFull(full, way)));
        if (moves) {
            cq.endPoll();
            goOn(way, full, peer, accepted);
        }
        full.close();
        peer.close();
        source.close();
        sink.close();
    }

    /** Calls after the first collection of garbage, while another thread makes the next ones. */
    private static int whileCollecting(Callable<Integer> posts) throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        Thread collector = new Thread(() -> collect(first), "collector");
        collector.setDaemon(true);
        collector.start();
        try {
            first.await();
            return posts.call();
        } finally {
            collector.interrupt();
        }
    }

    private static void collect(CountDownLatch first) {
        while (true) {
            System.gc();
            first.countDown();
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private QueuePair create(CompletionQueue completions, boolean builders) {
        QpInitAttr.Builder attr = QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(completions)
                .recvCq(completions)
                .maxSendWr(DEPTH)
                .maxRecvWr(DEPTH)
                .maxSendSge(1)
                .maxRecvSge(1);
        return builders
                ? context.createQpEx(
                        attr.pd(pd).sendOpsFlags(Flags.of(SendOp.RDMA_WRITE)).build())
                : pd.createQp(attr.build());
    }

    private void awaitCompletion() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!cq.startPoll()) {
            require(System.nanoTime() < end, "no completion");
        }
    }

    /** Posts until the driver fails, and returns the number of accepted posts. */
    private int postUntilFull(QueuePair queue, Way way) {
        for (int accepted = 0; accepted < MORE_THAN_ANY; accepted++) {
            try {
                post(queue, way);
            } catch (VerbsException e) {
                require(e.errno().equals(Errno.ENOMEM), way + ": " + e);
                require(accepted >= DEPTH, way + ": full after " + accepted);
                refused++;
                return accepted;
            }
        }
        throw new AssertionError(way + ": never full");
    }

    private void post(QueuePair queue, Way way) {
        switch (way) {
            case POST_SEND -> postSend(queue, write);
            case POST_RECV -> postRecv(queue, receive);
            case BUILDERS -> {
                QueuePairEx builders = queue.toQpEx().orElseThrow();
                builders.wrStart();
                builders.wrFlags(Flags.of(SendFlag.SIGNALED))
                        .wrRdmaWrite(memory.rkey(), memory.address())
                        .wrSetSge(memory, 0, 8);
                builders.wrComplete();
            }
        }
    }

    /** Posts and releases the batch, because another thread may post it next. */
    private static void postSend(QueuePair queue, SendBatch batch) {
        try {
            queue.postSend(batch);
        } finally {
            batch.release();
        }
    }

    private static void postRecv(QueuePair queue, RecvBatch batch) {
        try {
            queue.postRecv(batch);
        } finally {
            batch.release();
        }
    }

    private void goOn(Way way, QueuePair full, QueuePair peer, int accepted) {
        CompletionArray polled = context.newCompletionArray(1);
        if (way == Way.POST_RECV) {
            for (int i = 0; i < accepted; i++) {
                postSend(peer, send);
                poll(peerCq, polled);
            }
        }
        for (int i = 0; i < accepted; i++) {
            poll(cq, polled);
        }
        require(cq.poll(polled) == 0, "more completions than work requests");
        // The queue accepts posts again.
        post(full, way);
        if (way == Way.POST_RECV) {
            postSend(peer, send);
            poll(peerCq, polled);
        }
        poll(cq, polled);
    }

    private static void poll(CompletionQueue queue, CompletionArray polled) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (queue.poll(polled) == 0) {
            require(System.nanoTime() < end, "a work request does not complete");
        }
        require(polled.statusCode(0) == 0, "status " + polled.statusCode(0));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
