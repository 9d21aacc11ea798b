// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.invocation.InvocationOnMock;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Destination;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.async.WorkRequestException;
import org.verbena.attr.QpCap;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.WcLayout;

/** Tests the calls that an engine makes to its driver, and how it handles the results. */
@Timeout(120)
class ProgressEngineDriverTest {
    private static final VerbsException REFUSED =
            new VerbsException("ibv_create", Errno.ENOMEM, "fake0", Diagnosis.UNKNOWN);

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();

    /** A completion that a poll returns. */
    private record Wc(long wrId, WcStatus status, int statusCode, long vendorErr) {
        static Wc success(long wrId) {
            return new Wc(wrId, WcStatus.SUCCESS, 0, 0);
        }
    }

    private final Queue<Long> posted = new ConcurrentLinkedQueue<>();
    private final Queue<Wc> completed = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void answer() {
        when(driver.qp.grantedCap()).thenReturn(new QpCap(4, 4, 1, 1, 0));
        when(driver.cq.cqe()).thenReturn(64);
        when(driver.pd.regMr(any(DriverMemory.class), any())).thenReturn(driver.mr);
        when(driver.channel.nextEvent()).thenReturn(Optional.empty());
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(this::post);
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenAnswer(this::post);
        when(driver.cq.poll(any(), anyLong(), anyInt())).thenAnswer(this::poll);
    }

    private int post(InvocationOnMock call) {
        posted.add(call.<DriverMemory>getArgument(0)
                .view(call.<Long>getArgument(1), Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .getLong());
        return 0;
    }

    private int poll(InvocationOnMock call) {
        Wc next = completed.poll();
        if (next == null) {
            return 0;
        }
        ByteBuffer wc = call.<DriverMemory>getArgument(0).view(0, WcLayout.SIZE).order(ByteOrder.nativeOrder());
        wc.putLong(WcLayout.WR_ID, next.wrId());
        wc.putInt(WcLayout.STATUS, next.statusCode());
        wc.putInt(WcLayout.OPCODE, WcOpcode.RECV.value());
        wc.putInt(WcLayout.VENDOR_ERR, (int) next.vendorErr());
        wc.putInt(WcLayout.BYTE_LEN, 1);
        return 1;
    }

    /** Returns a builder whose buffers fit into the driver's region. */
    private ProgressEngine.Builder builder() {
        return ProgressEngine.builder(pd).cqe(32).buffers(4).bufferSize(128);
    }

    private AsyncQueuePair attach(ProgressEngine engine) {
        return engine.attach(
                pd.createQp(FakeDriver.rcBuilder(engine.cq()).maxRecvWr(4).build()));
    }

    // ---------------------------------------------------------------- creation

    private void assertNotBuilt() {
        assertThatThrownBy(() -> builder().build()).isSameAs(REFUSED);
    }

    @Test
    void buildReleasesResourcesIfCqCreationFails() {
        when(driver.context.createCq(any())).thenThrow(REFUSED);

        assertNotBuilt();

        verify(driver.channel).destroy();
        verify(driver.mr, never()).destroy();
    }

    @Test
    void buildReleasesResourcesIfRegistrationFails() {
        when(driver.pd.regMr(any(DriverMemory.class), any())).thenThrow(REFUSED);

        assertNotBuilt();

        verify(driver.cq).destroy();
        verify(driver.channel).destroy();
    }

    @Test
    void buildReleasesResourcesIfAllocationFails() {
        when(driver.context.allocate(anyLong()))
                .thenAnswer(call -> new FakeMemory(call.getArgument(0)))
                .thenThrow(REFUSED);

        assertNotBuilt();

        verify(driver.mr).destroy();
        verify(driver.cq).destroy();
        verify(driver.channel).destroy();
    }

    @Test
    void buildReleasesResourcesIfTheCqSizeQueryFails() {
        when(driver.cq.cqe()).thenThrow(REFUSED);

        assertNotBuilt();

        verify(driver.cq).destroy();
        verify(driver.channel).destroy();
    }

    /** The completion queue has fewer entries than requested. One more work request in flight could overrun it. */
    @Test
    void workRequestsInFlightAreLimitedByTheCqSize() {
        when(driver.cq.cqe()).thenReturn(2);
        AsyncQueuePair qp = attach(builder().build());

        assertThat(List.of(qp.recv(), qp.recv())).noneMatch(CompletableFuture::isDone);
        assertThat(qp.recv()).isCompletedExceptionally();
        assertThat(qp.recvSlots()).isEqualTo(2);
        context.close();
    }

    // ---------------------------------------------------------------- completions

    @Test
    void theExceptionContainsAnUnknownStatusCode() {
        ProgressEngine engine = builder().build();
        CompletableFuture<Message> received = attach(engine).recv();
        completed.add(new Wc(posted.element(), WcStatus.UNKNOWN, 99, 0xFFFF_FFFFL));

        assertThat(engine.progress()).isEqualTo(1);

        assertThat(received)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(WorkRequestException.class, e -> {
                    assertThat(e.status()).isEqualTo(WcStatus.UNKNOWN);
                    assertThat(e.statusCode()).isEqualTo(99);
                    assertThat(e.vendorErr()).isEqualTo(0xFFFF_FFFFL);
                    assertThat(e.wrId()).isEqualTo(posted.element());
                })
                .withMessageContaining("status 99")
                .withMessageContaining("vendor_err 0xffffffff");
        context.close();
    }

    /**
     * A second completion of a work request, or a completion with an unknown wr_id, does not complete another work
     * request.
     */
    @Test
    void foreignCompletionsCompleteNothing() {
        ProgressEngine engine = builder().build();
        AsyncQueuePair qp = attach(engine);
        CompletableFuture<Message> first = qp.recv();
        long used = posted.remove();
        completed.add(Wc.success(used));
        assertThat(engine.progress()).isEqualTo(1);
        assertThat(first).isCompleted();

        CompletableFuture<Message> second = qp.recv();
        long open = posted.remove();
        assertThat(open).isNotEqualTo(used);
        List<Long> strange = List.of(
                used, -1L, Long.MIN_VALUE, 0L, open + 1, open + (1L << 32), open & 0xFFFF_FFFFL, 32L, 64L, 1L << 31);
        for (long wrId : strange) {
            completed.add(Wc.success(wrId));
            assertThat(engine.progress()).isEqualTo(1);
        }

        assertThat(engine.strayCompletions()).isEqualTo(strange.size());
        assertThat(second).isNotDone();
        completed.add(Wc.success(open));
        engine.progress();
        assertThat(second).isCompleted();
        assertThat(qp.recvSlots()).isEqualTo(4);
        context.close();
    }

    /** While another thread polls, a call returns without waiting for its completions. */
    @Test
    void progressDoesNotWaitForAnotherThread() throws Exception {
        ProgressEngine engine = builder().build();
        CountDownLatch polling = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        doAnswer(call -> {
                    polling.countDown();
                    end.await();
                    return 0;
                })
                .when(driver.cq)
                .poll(any(), anyLong(), anyInt());
        CompletableFuture<Integer> other = CompletableFuture.supplyAsync(engine::progress);
        polling.await();

        assertThat(engine.progress()).isZero();

        assertThat(other).isNotDone();
        end.countDown();
        assertThat(other).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(0);
        context.close();
    }

    /** A completion that arrives before the request for an event does not cause one. */
    @Test
    void completionsThatComeBeforeTheRequestAreNotWaitedFor() throws Exception {
        ProgressEngine engine = builder().spin(Duration.ZERO).build();
        CompletableFuture<Message> received = attach(engine).recv();
        doAnswer(call -> {
                    completed.add(Wc.success(posted.element()));
                    return null;
                })
                .when(driver.cq)
                .requestNotify(false);

        assertThat(engine.progress(Duration.ofSeconds(60))).isEqualTo(1);

        assertThat(received).isCompleted();
        verify(driver.channel, never()).nextEvent();
        context.close();
    }

    @Test
    void anEventIsAcknowledgedAndItsCompletionHandled() throws Exception {
        ProgressEngine engine = builder().spin(Duration.ZERO).build();
        CompletableFuture<Message> received = attach(engine).recv();
        when(driver.channel.nextEvent()).thenAnswer(call -> {
            completed.add(Wc.success(posted.element()));
            return Optional.of(driver.cq);
        });

        assertThat(engine.progress(Duration.ofSeconds(60))).isEqualTo(1);

        assertThat(received).isCompleted();
        verify(driver.cq).ackEvents(1);
        context.close();
    }

    // ---------------------------------------------------------------- close and failed posts

    @Test
    void aQueuePairThatTheDriverKeepsIsClosedLater() {
        ProgressEngine engine = builder().build();
        AsyncQueuePair qp = attach(engine);
        doThrow(REFUSED).doNothing().when(driver.qp).destroy();

        assertThatThrownBy(qp::close).isSameAs(REFUSED);
        assertThat(qp.recv()).isCompletedExceptionally();
        qp.close();

        assertThat(qp.qp().isClosed()).isTrue();
        engine.close();
        context.close();
    }

    /** If the driver rejects a post with ENOMEM, the exception reports a full queue, and the slot is free again. */
    @Test
    void aQueueThatTheDriverCallsFullIsFull() {
        ProgressEngine engine = builder().build();
        AsyncQueuePair qp = attach(engine);
        doAnswer(call -> Errno.ENOMEM.number()).when(driver.qp).postRecv(any(), anyLong(), anyLong());

        assertThat(qp.recv())
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(
                        PostException.class, e -> assertThat(e.isQueueFull()).isTrue());
        assertThat(qp.recvSlots()).isEqualTo(4);
        context.close();
    }

    /** A call with an invalid argument fails before the driver is called, so it keeps no slot. */
    @Test
    void aCallThatWasNotPostedHoldsNothing() {
        AsyncQueuePair qp = attach(builder().build());
        Destination none = null;

        assertThat(qp.send(ByteBuffer.allocate(100), none))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(NullPointerException.class);

        assertThat(qp.sendSlots()).isEqualTo(4);
        context.close();
    }

    /**
     * Work requests of one queue complete in order. A completion shows that the driver has not accepted the failed
     * posts before it.
     */
    @Test
    void aFailedPostKeepsItsSlotUntilALaterCompletion() {
        ProgressEngine engine = builder().build();
        AsyncQueuePair qp = attach(engine);
        qp.recv();
        failingPost(qp);
        qp.recv();
        failingPost(qp);
        assertThat(qp.recvSlots()).isZero();

        completed.add(Wc.success(posted.remove()));
        engine.progress();
        assertThat(qp.recvSlots())
                .as("after a completion before the failed posts")
                .isEqualTo(1);

        completed.add(Wc.success(posted.remove()));
        engine.progress();
        assertThat(qp.recvSlots())
                .as("after a completion that follows the first failed post")
                .isEqualTo(3);

        qp.recv();
        assertThat(qp.recvSlots()).isEqualTo(2);
        completed.add(Wc.success(posted.remove()));
        engine.progress();
        assertThat(qp.recvSlots()).isEqualTo(4);
        assertThat(engine.strayCompletions()).isZero();
        context.close();
    }

    private void failingPost(AsyncQueuePair qp) {
        OutOfMemoryError error = new OutOfMemoryError("post");
        doAnswer(call -> {
                    throw error;
                })
                .when(driver.qp)
                .postRecv(any(), anyLong(), anyLong());
        assertThatThrownBy(qp::recv).isSameAs(error);
        doAnswer(this::post).when(driver.qp).postRecv(any(), anyLong(), anyLong());
    }

    @Test
    void anyThreadMayCall() {
        AsyncQueuePair qp = attach(builder().build());
        List<CompletableFuture<?>> calls = List.of(
                qp.recv(),
                CompletableFuture.supplyAsync(qp::recv).join(),
                qp.recv(),
                qp.send(ByteBuffer.allocate(0)),
                CompletableFuture.supplyAsync(() -> qp.send(ByteBuffer.allocate(0)))
                        .join());

        assertThat(calls).noneMatch(CompletableFuture::isDone);
        assertThat(posted).hasSize(5);
        context.close();
    }

    // ---------------------------------------------------------------- log

    /** Collects the log records of the engine. */
    private static final class Log extends Handler implements AutoCloseable {
        final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
        private final Logger logger = Logger.getLogger("org.verbena.async");

        Log() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord logged) {
            records.add(logged);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }

    @Test
    void aRepeatedErrorOfTheThreadIsLoggedOnce() throws Exception {
        try (Log log = new Log()) {
            OutOfMemoryError error = new OutOfMemoryError("poll");
            AtomicBoolean recovered = new AtomicBoolean();
            CountDownLatch polls = new CountDownLatch(20);
            doAnswer(call -> {
                        polls.countDown();
                        if (recovered.get()) {
                            return poll(call);
                        }
                        throw error;
                    })
                    .when(driver.cq)
                    .poll(any(), anyLong(), anyInt());
            ProgressEngine engine = builder().build();
            CompletableFuture<Message> received = attach(engine).recv();
            engine.start();
            polls.await();
            assertThat(received).isNotDone();
            assertThat(log.records).hasSize(1).allSatisfy(logged -> {
                assertThat(logged.getLevel()).isEqualTo(Level.WARNING);
                assertThat(logged.getMessage()).contains("fake0: the engine continues after ", "OutOfMemoryError");
                assertThat(logged.getThrown()).isSameAs(error);
            });
            recovered.set(true);
            completed.add(Wc.success(posted.element()));
            assertThat(received).succeedsWithin(60, TimeUnit.SECONDS);
            engine.close();
        }
        context.close();
    }

    @Test
    void theStopOfTheEngineIsLogged() {
        try (Log log = new Log()) {
            IllegalStateException failure = new IllegalStateException("channel");
            when(driver.channel.nextEvent()).thenThrow(failure);
            ProgressEngine engine = builder().build();
            CompletableFuture<Message> received = attach(engine).recv();

            engine.start();

            assertThat(received)
                    .failsWithin(60, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .withCause(failure);
            engine.close();
            assertThat(log.records)
                    .hasSize(1)
                    .allSatisfy(logged ->
                            assertThat(logged.getMessage()).contains("fake0: the engine has stopped: ", "channel"));
        }
        context.close();
    }
}
