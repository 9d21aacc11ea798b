// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEventListener;
import org.verbena.AsyncEvents;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.connect.Connector;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Checks devices that fail, and objects that cannot be created. */
class FailureTest {
    private final SimProvider provider = Fabrics.of(ClockMode.VIRTUAL, "mlx5");
    private final DeviceContext context = Fabrics.open(provider, 0);

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void aFailedDeviceFlushesReceivesAndRejectsCalls() {
        End one = new End(context, QpType.RC);
        End other = new End(context, QpType.RC);
        End.connect(one, other);
        one.receive(3, 0, 8);
        provider.fabric().faults().failDevice(context.device().name());
        assertThat(context.asyncEvents().nextEvent().orElseThrow().eventType()).isEqualTo(AsyncEventType.DEVICE_FATAL);
        assertThat(one.completion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThatThrownBy(context::allocPd)
                .asInstanceOf(type(VerbsException.class))
                .extracting(VerbsException::errno)
                .isEqualTo(Errno.EIO);
        assertThatThrownBy(() -> one.post(wr -> wr.send().noData()))
                .asInstanceOf(type(VerbsException.class))
                .extracting(VerbsException::errno)
                .isEqualTo(Errno.EIO);
    }

    @Test
    void aFailedQueuePairReportsQpFatal() {
        End one = new End(context, QpType.RC);
        End other = new End(context, QpType.RC);
        End.connect(one, other);
        one.receive(3, 0, 8);
        faults().failQueuePair(context.device().name(), one.qp.qpNum());

        AsyncEvent event = context.asyncEvents().nextEvent().orElseThrow();
        assertThat(event.eventType()).isEqualTo(AsyncEventType.QP_FATAL);
        assertThat(event.element()).contains(one.qp);
        assertThat(one.completion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(one.qp.query().attr().qpState()).isEqualTo(QpState.ERR);
        assertThat(other.qp.query().attr().qpState()).isEqualTo(QpState.RTS);

        faults().failQueuePair(context.device().name(), one.qp.qpNum());
        assertThat(context.asyncEvents().nextEvent()).isEmpty();
    }

    /**
     * An allocation of more than 2^48 bytes fails with ENOMEM, even if it needs more buffers than fit into an array.
     */
    @ParameterizedTest
    @ValueSource(longs = {(1L << 48) + 1, 1L << 62, Long.MAX_VALUE})
    void aHugeAllocationFailsWithEnomem(long length) {
        ProtectionDomain pd = context.allocPd();

        assertThatThrownBy(() -> pd.allocMr(length, Flags.none(AccessFlag.class)))
                .asInstanceOf(type(VerbsException.class))
                .extracting(VerbsException::errno)
                .isEqualTo(Errno.ENOMEM);
    }

    @Test
    void aFailedWorkQueueReportsWqFatal() {
        WorkQueue queue = readyQueue();
        faults().failWorkQueue(context.device().name(), queue.wqNum());

        AsyncEvent event = context.asyncEvents().nextEvent().orElseThrow();
        assertThat(event.eventType()).isEqualTo(AsyncEventType.WQ_FATAL);
        assertThat(event.element()).contains(queue);
        assertFlushed(queue);
        // The queue is in ERR, which it can leave only through RESET.
        assertThatThrownBy(() -> queue.modify(WqAttr.builder()
                        .currWqState(WqState.RDY)
                        .wqState(WqState.RDY)
                        .build()))
                .isInstanceOf(VerbsException.class);
        queue.modify(
                WqAttr.builder().currWqState(WqState.ERR).wqState(WqState.RESET).build());
    }

    @Test
    void workQueuesOfAFailedDeviceAreFlushed() {
        WorkQueue queue = readyQueue();
        faults().failDevice(context.device().name());
        assertThat(context.asyncEvents().nextEvent().orElseThrow().eventType()).isEqualTo(AsyncEventType.DEVICE_FATAL);
        assertGone(() -> context.asyncEvents().nextEvent());
        assertFlushed(queue);
    }

    @Test
    void contextOfFailedDeviceClosesWithGroupsAndFlows() {
        QueuePair datagrams =
                context.allocPd().createQp(Sims.qp(QpType.UD, Sims.cq(context)).build());
        datagrams.attachMcast(Gid.parse("ff0e:0000:0000:0000:0000:0000:0000:0001"), 0);
        readyQueue();
        faults().failDevice(context.device().name());

        context.close();

        assertThat(context.isClosed()).isTrue();
        assertThat(datagrams.isClosed()).isTrue();
    }

    @Test
    void waitersOfFailedDeviceFailAfterItsLastEvent() throws Exception {
        CompletionChannel channel = context.createCompChannel();
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        CompletableFuture<AsyncEventType> reported = new CompletableFuture<>();
        try (AsyncEvents.Listening listening = context.asyncEvents().listen(new AsyncEventListener() {
            @Override
            public void device(AsyncEventType type) {
                reported.complete(type);
                throw new AssertionError("failure of the listener");
            }

            @Override
            public void ended(Throwable cause) {
                ended.complete(cause);
            }
        })) {
            faults().failDevice(context.device().name());

            assertThat(reported.get(30, TimeUnit.SECONDS)).isEqualTo(AsyncEventType.DEVICE_FATAL);
            assertThat(ended.get(30, TimeUnit.SECONDS))
                    .asInstanceOf(type(VerbsException.class))
                    .extracting(VerbsException::errno)
                    .isEqualTo(Errno.EIO);
            assertThat(listening).isNotNull();
        }
        assertGone(() -> channel.nextEvent(Duration.ofSeconds(30)));
    }

    @Test
    void progressEngineOfFailedDeviceFailsEveryFuture() {
        ProtectionDomain pd = context.allocPd();
        try (ProgressEngine engine = ProgressEngine.create(pd).start()) {
            AsyncQueuePair qp =
                    engine.attach(pd.createQp(Sims.qp(QpType.RC, engine.cq()).build()));
            Connector.create().prepare(qp.qp());
            CompletableFuture<Message> open = qp.recv();

            faults().failDevice(context.device().name());

            assertThat(open).failsWithin(30, TimeUnit.SECONDS);
            assertThat(qp.recv()).failsWithin(30, TimeUnit.SECONDS);
        }
    }

    private static void assertGone(ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(type(VerbsException.class))
                .extracting(VerbsException::errno)
                .isEqualTo(Errno.EIO);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 0xFF_FFFF, 1L << 32})
    void unknownQueueNumbersAreRejected(long number) {
        assertThatThrownBy(() -> faults().failQueuePair(context.device().name(), number))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("qp_num");
        assertThatThrownBy(() -> faults().failWorkQueue(context.device().name(), number))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("wq_num");
    }

    private SimFaults faults() {
        return provider.fabric().faults();
    }

    /** Returns a work queue with a receive. */
    private WorkQueue readyQueue() {
        ProtectionDomain pd = context.allocPd();
        WorkQueue queue = context.createWq(WqInitAttr.builder()
                .pd(pd)
                .cq(Sims.cq(context))
                .maxWr(4)
                .maxSge(1)
                .build());
        queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
        RecvBatch receive = context.newRecvBatch(1, 1);
        receive.add().wrId(8).sge(pd.allocMr(64, End.ALL));
        queue.postRecv(receive);
        return queue;
    }

    private void assertFlushed(WorkQueue queue) {
        CompletionArray completions = context.newCompletionArray(4);
        assertThat(queue.cq().poll(completions)).isEqualTo(1);
        assertThat(completions.wrId(0)).isEqualTo(8);
        assertThat(completions.status(0)).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void theNthCreationFailsOnce() {
        provider.fabric().faults().failCreate(SimObjectKind.PD, 2, Errno.ENOMEM);
        context.allocPd();
        assertThatThrownBy(context::allocPd)
                .asInstanceOf(type(VerbsException.class))
                .extracting(VerbsException::errno)
                .isEqualTo(Errno.ENOMEM);
        context.allocPd();
    }
}
