// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.AsyncEvent;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.connect.Connector;

/**
 * Checks that virtual threads release their carriers while they wait for events. There are more waiting threads than
 * carriers. If they kept the carriers, the threads that raise the events could not run.
 */
@ParameterizedClass
@CsvSource({"ffm, mlx5_0", "jna, mlx5_0", "sim, sim_mlx5_0"})
@Timeout(120)
class VirtualThreadIT {
    private static final int WAITERS = Math.max(64, 2 * Runtime.getRuntime().availableProcessors());
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Parameter(0)
    String provider;

    @Parameter(1)
    String device;

    /** The peers, which only have to stay reachable. */
    private final List<QueuePair> peers = new ArrayList<>();

    private DeviceContext context;
    private ProtectionDomain pd;
    private MemoryRegion memory;
    private ExecutorService threads;

    @BeforeEach
    void open() {
        context = Mlx5.provider(provider).device(device).open();
        pd = context.allocPd();
        memory = pd.allocMr(64, Flags.of(AccessFlag.LOCAL_WRITE));
        threads = Executors.newVirtualThreadPerTaskExecutor();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        context.close();
    }

    @Test
    void waitersForCompletionEventsReleaseTheirCarriers() throws Exception {
        List<Sender> senders = Stream.generate(this::sender).limit(WAITERS).toList();
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().send().sge(memory, 0, 8).signaled();
        send.release();
        CountDownLatch waiting = new CountDownLatch(WAITERS);

        List<Future<Optional<CompletionQueue>>> events = new ArrayList<>();
        for (Sender sender : senders) {
            events.add(threads.submit(() -> {
                waiting.countDown();
                return sender.channel().nextEvent(PATIENCE);
            }));
        }
        Future<?> sent = threads.submit(() -> {
            waiting.await();
            senders.forEach(sender -> sender.qp().postSend(send));
            return null;
        });

        assertThat(sent).succeedsWithin(PATIENCE);
        for (int i = 0; i < WAITERS; i++) {
            assertThat(events.get(i).get()).containsSame(senders.get(i).cq());
        }
    }

    @Test
    void waitersForAsynchronousEventsReleaseTheirCarriers() throws Exception {
        SharedReceives receives = sharedReceives();
        CountDownLatch waiting = new CountDownLatch(WAITERS);

        List<Future<Optional<AsyncEvent>>> events = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            events.add(threads.submit(() -> {
                waiting.countDown();
                return context.asyncEvents().nextEvent(PATIENCE);
            }));
        }
        Future<?> caused = threads.submit(() -> {
            waiting.await();
            for (int i = 0; i < WAITERS; i++) {
                receives.reachLimit();
            }
            return null;
        });

        assertThat(caused).succeedsWithin(PATIENCE);
        for (Future<Optional<AsyncEvent>> event : events) {
            assertThat(event.get())
                    .contains(new AsyncEvent(AsyncEventType.SRQ_LIMIT_REACHED.value(), Optional.of(receives.srq()), 0));
        }
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        CompletionChannel channel = context.createCompChannel();

        assertThat(interrupted(() -> channel.nextEvent(PATIENCE))).isInstanceOf(InterruptedException.class);
        assertThat(interrupted(() -> context.asyncEvents().nextEvent(PATIENCE)))
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void closingTheChannelFromAVirtualThreadEndsAllWaits() throws Exception {
        CompletionChannel channel = context.createCompChannel();
        CountDownLatch waiting = new CountDownLatch(WAITERS);
        List<Future<Optional<CompletionQueue>>> events = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            events.add(threads.submit(() -> {
                waiting.countDown();
                return channel.nextEvent(PATIENCE);
            }));
        }

        Future<?> closed = threads.submit(() -> {
            waiting.await();
            channel.close();
            return null;
        });

        assertThat(closed).succeedsWithin(PATIENCE);
        assertThat(events).allSatisfy(event -> assertThat(event).failsWithin(PATIENCE));
    }

    /** Interrupts a virtual thread that waits, and returns the exception of the wait. */
    private static Throwable interrupted(Callable<?> wait) throws Exception {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread waiter = Thread.startVirtualThread(() -> {
            try {
                wait.call();
                end.completeExceptionally(new AssertionError("the wait ended without an interrupt"));
            } catch (Exception e) {
                end.complete(e);
            }
        });
        while (waiter.isAlive() && waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        waiter.interrupt();
        return end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    // ---------------------------------------------------------------- sources of events

    /** A queue pair whose sends raise completion events. */
    private record Sender(CompletionChannel channel, CompletionQueue cq, QueuePair qp) {}

    private Sender sender() {
        CompletionChannel channel = context.createCompChannel();
        CompletionQueue cq =
                context.createCq(CqInitAttr.builder().cqe(4).channel(channel).build());
        QueuePair qp = pd.createQp(rc(cq).build());
        QueuePair peer = peer(rc(silent()));
        Connector.create().connect(qp, peer);
        peer.postRecv(receive());
        cq.requestNotify(false);
        return new Sender(channel, cq, qp);
    }

    /** A queue pair that sends to receives of a shared queue. */
    private record SharedReceives(
            SharedReceiveQueue srq,
            RecvBatch receive,
            QueuePair sender,
            SendBatch send,
            CompletionQueue cq,
            CompletionArray completions) {
        /**
         * Raises the limit event. Posts one receive, arms a limit above zero, and consumes the receive with a message.
         */
        void reachLimit() {
            srq.postRecv(receive);
            srq.modify(new SrqAttr(0, 0, 1), Flags.of(SrqAttr.Mask.LIMIT));
            sender.postSend(send);
            for (int polled = 0; polled < 2; ) {
                polled += cq.poll(completions);
                Thread.yield();
            }
        }
    }

    private SharedReceives sharedReceives() {
        SharedReceiveQueue srq =
                pd.createSrq(SrqInitAttr.builder().maxWr(4).maxSge(1).build());
        CompletionQueue cq = silent();
        QueuePair sender = pd.createQp(rc(cq).build());
        Connector.create().connect(sender, peer(rc(cq).srq(srq)));
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().send().sge(memory, 0, 8).signaled();
        send.release();
        return new SharedReceives(srq, receive(), sender, send, cq, context.newCompletionArray(2));
    }

    private QueuePair peer(QpInitAttr.Builder attr) {
        QueuePair peer = pd.createQp(attr.build());
        peers.add(peer);
        return peer;
    }

    private CompletionQueue silent() {
        return context.createCq(CqInitAttr.builder().cqe(4).build());
    }

    private RecvBatch receive() {
        RecvBatch receive = context.newRecvBatch(1, 1);
        receive.add().sge(memory, 0, 64);
        receive.release();
        return receive;
    }

    private static QpInitAttr.Builder rc(CompletionQueue cq) {
        return QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(4)
                .maxRecvWr(4)
                .maxSendSge(1)
                .maxRecvSge(1);
    }
}
