// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.invocation.InvocationOnMock;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.QpCap;
import org.verbena.attr.WcOpcode;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.WcLayout;

/** Tests the progress engine with a driver that throws exceptions and errors. */
@Timeout(120)
class ProgressEngineFailureTest {
    private static final int BUFFERS = 4;
    private static final int BUFFER_SIZE = 128;
    private static final int QUEUE = 8;
    private static final int LONGER_THAN_INLINE = 100;

    private final FakeDriver driver = new FakeDriver();
    private final Queue<Long> sent = new ConcurrentLinkedQueue<>();
    private final Queue<Long> received = new ConcurrentLinkedQueue<>();
    private final Queue<Long> completed = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Throwable> pollThrows = new AtomicReference<>();
    private final AtomicReference<Throwable> postThrows = new AtomicReference<>();
    private volatile boolean postsBeforeItThrows;
    private ProgressEngine engine;
    private AsyncQueuePair qp;

    @BeforeEach
    void open() throws InterruptedException {
        when(driver.qp.grantedCap()).thenReturn(new QpCap(QUEUE, QUEUE, 1, 1, 16));
        when(driver.cq.cqe()).thenReturn(64);
        when(driver.pd.regMr(any(DriverMemory.class), any())).thenReturn(driver.mr);
        when(driver.channel.nextEvent()).thenReturn(Optional.empty());
        doAnswer(call -> {
                    TimeUnit.MICROSECONDS.sleep(100);
                    return null;
                })
                .when(driver.channel)
                .awaitEvent(anyLong());
        when(driver.cq.poll(any(), anyLong(), anyInt())).thenAnswer(this::poll);
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(call -> post(sent, call));
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenAnswer(call -> post(received, call));
        DeviceContext context = driver.open();
        ProtectionDomain pd = context.allocPd();
        engine = ProgressEngine.builder(pd)
                .cqe(32)
                .buffers(BUFFERS)
                .bufferSize(BUFFER_SIZE)
                .build();
        qp = engine.attach(pd.createQp(request().build()));
    }

    private QpInitAttr.Builder request() {
        return FakeDriver.rcBuilder(engine.cq()).maxSendSge(1).maxRecvWr(QUEUE).maxRecvSge(1);
    }

    @AfterEach
    void close() {
        pollThrows.set(null);
        postThrows.set(null);
        completed.addAll(sent);
        completed.addAll(received);
        engine.close();
    }

    private int poll(InvocationOnMock call) throws Throwable {
        Throwable failure = pollThrows.get();
        if (failure != null) {
            throw failure;
        }
        Long wrId = completed.poll();
        if (wrId == null) {
            return 0;
        }
        ByteBuffer wc = call.<DriverMemory>getArgument(0).view(0, WcLayout.SIZE).order(ByteOrder.nativeOrder());
        wc.putLong(WcLayout.WR_ID, wrId);
        wc.putInt(WcLayout.STATUS, 0);
        wc.putInt(WcLayout.OPCODE, received.contains(wrId) ? WcOpcode.RECV.value() : WcOpcode.SEND.value());
        wc.putInt(WcLayout.BYTE_LEN, 1);
        sent.remove(wrId);
        received.remove(wrId);
        return 1;
    }

    private int post(Queue<Long> posted, InvocationOnMock call) throws Throwable {
        long wrId = call.<DriverMemory>getArgument(0)
                .view(call.<Long>getArgument(1), Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .getLong();
        Throwable failure = postThrows.get();
        if (failure == null || postsBeforeItThrows) {
            posted.add(wrId);
        }
        if (failure != null) {
            throw failure;
        }
        return 0;
    }

    private void completeAll() {
        completed.addAll(sent);
        completed.addAll(received);
        while (!sent.isEmpty() || !received.isEmpty()) {
            engine.progress();
        }
    }

    private void assertNothingIsMissing() {
        completeAll();
        assertThat(qp.sendSlots()).isEqualTo(QUEUE);
        assertThat(qp.recvSlots()).isEqualTo(QUEUE);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < BUFFERS; i++) {
            futures.add(qp.send(ByteBuffer.allocate(LONGER_THAN_INLINE)));
        }
        assertThat(futures).noneMatch(CompletableFuture::isDone);
        completeAll();
        assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void errorOfPostKeepsNothingAfterTheNextCompletion(boolean posted) {
        postsBeforeItThrows = posted;
        for (Error error :
                List.of(new OutOfMemoryError("post"), new StackOverflowError(), new AssertionError("post"))) {
            postThrows.set(error);
            assertThatThrownBy(() -> qp.send(ByteBuffer.allocate(LONGER_THAN_INLINE)))
                    .isSameAs(error);
            assertThatThrownBy(() -> qp.recv()).isSameAs(error);
            assertThatThrownBy(() -> qp.read(8, 0, 0)).isSameAs(error);
            assertThatThrownBy(() -> qp.send(ByteBuffer.allocate(1))).isSameAs(error);
            postThrows.set(null);

            CompletableFuture<Void> send = qp.send(ByteBuffer.allocate(1));
            CompletableFuture<Message> recv = qp.recv();
            completeAll();

            assertThat(send).isCompleted();
            assertThat(recv).isCompleted();
            assertNothingIsMissing();
        }
    }

    @Test
    void refusalsOfTheDriverKeepNothing() {
        doReturn(Errno.EINVAL.number()).when(driver.qp).postSend(any(), anyLong(), anyLong());
        for (int i = 0; i < 2 * QUEUE; i++) {
            assertThat(qp.send(ByteBuffer.allocate(LONGER_THAN_INLINE))).isCompletedExceptionally();
            assertThat(qp.compareSwap(0, 0, 0, 0)).isCompletedExceptionally();
            assertThat(qp.write(ByteBuffer.allocate(1), 0, 0)).isCompletedExceptionally();
            assertThat(qp.send(null, 0, 1)).isCompletedExceptionally();
            assertThat(qp.recv(null, 0, 1)).isCompletedExceptionally();
        }
        doAnswer(call -> post(sent, call)).when(driver.qp).postSend(any(), anyLong(), anyLong());

        assertNothingIsMissing();
    }

    @Test
    void errorInTheProgressThreadFailsOpenAndLaterFutures() {
        CompletableFuture<Message> open = qp.recv();
        AssertionError error = new AssertionError("poll");
        pollThrows.set(error);

        engine.start();

        assertThat(open).failsWithin(60, TimeUnit.SECONDS).withThrowableThat().withCause(error);
        assertThat(qp.recv())
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCause(error);
        assertThat(qp.send(ByteBuffer.allocate(1)))
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCause(error);
        assertThatThrownBy(() -> engine.progress(Duration.ofSeconds(60))).isSameAs(error);
    }

    @Test
    void exceptionOfTheChannelFailsOpenAndLaterFutures() {
        CompletableFuture<Message> open = qp.recv();
        IllegalStateException failure = new IllegalStateException("channel");
        when(driver.channel.nextEvent()).thenThrow(failure);

        engine.start();

        assertThat(open).failsWithin(60, TimeUnit.SECONDS).withThrowableThat().withCause(failure);
        assertThat(qp.recv())
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCause(failure);
    }

    @Test
    void lackOfMemoryInTheProgressThreadDelaysCompletions() {
        CompletableFuture<Message> first = qp.recv();
        pollThrows.set(new OutOfMemoryError("poll"));
        engine.start();
        completed.addAll(received);
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(this::progressUntilItThrows);
        assertThat(first).isNotDone();

        pollThrows.set(null);

        assertThat(first).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(engine.strayCompletions()).isZero();
    }

    /** Calls {@code progress()} until it throws. While the engine's thread polls, the call returns without polling. */
    private void progressUntilItThrows() {
        while (true) {
            engine.progress();
        }
    }

    @Test
    void dependentsThatThrowInterruptAndReenterDoNotStopTheThread() {
        engine.start();
        CompletableFuture<Void> throwing = qp.recv().thenAccept(message -> {
            throw new AssertionError("a dependent's mistake");
        });
        CompletableFuture<Void> interrupting =
                qp.recv().thenAccept(message -> Thread.currentThread().interrupt());
        CompletableFuture<Void> entering = qp.recv().thenAccept(message -> {
            engine.progress();
            qp.send(ByteBuffer.allocate(1));
        });
        completed.addAll(received);
        assertThat(throwing).failsWithin(60, TimeUnit.SECONDS);
        assertThat(interrupting).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(entering).succeedsWithin(60, TimeUnit.SECONDS);

        CompletableFuture<Message> later = qp.recv();
        completed.addAll(received);

        assertThat(later).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void otherThreadsMakeProgressWhileDependentBlocks() throws Exception {
        CompletableFuture<Void> end = new CompletableFuture<>();
        CompletableFuture<Void> blocked = new CompletableFuture<>();
        qp.recv().thenAccept(message -> {
            blocked.complete(null);
            end.join();
        });
        engine.start();
        completed.addAll(received);
        blocked.get(60, TimeUnit.SECONDS);

        CompletableFuture<Message> second = qp.recv();
        completeAll();

        assertThat(second).isCompleted();
        end.complete(null);
    }

    @Test
    void queuePairsWithoutElementsAreRejected() {
        ProtectionDomain pd = qp.qp().pd().orElseThrow();
        when(driver.qp.grantedCap()).thenReturn(new QpCap(QUEUE, QUEUE, 0, 1, 16));
        assertThatThrownBy(() -> engine.attach(pd.createQp(request().build())))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("max_send_sge = 0, limit 1..");
        when(driver.qp.grantedCap()).thenReturn(new QpCap(QUEUE, QUEUE, 1, 0, 16));
        assertThatThrownBy(() -> engine.attach(pd.createQp(request().build())))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("max_recv_sge = 0, limit 1..");
        when(driver.qp.grantedCap()).thenReturn(new QpCap(QUEUE, QUEUE, 1, 1, 16));
        assertThatThrownBy(() -> engine.attach(qp.qp()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("attached only once");
        pd.context().close();
    }
}
