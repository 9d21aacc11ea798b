// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.when;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.ClosedHandleException;
import org.verbena.spi.DriverMemory;

/** Tests that locks and gates are free after errors, and that no thread allocates memory while it holds one. */
@Timeout(60)
class LockSafetyTest {
    private static final long PATIENCE_SECONDS = 30;

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();

    /** Ways to allocate memory. */
    enum Allocation {
        REGION,
        SEND_BATCH,
        RECV_BATCH,
        COMPLETION_ARRAY
    }

    /** Near the limit of direct memory, an allocation waits for the garbage collector. */
    @ParameterizedTest
    @EnumSource
    void destroysGoOnWhileMemoryIsAllocated(Allocation way) {
        ProtectionDomain other = context.allocPd();
        when(driver.pd.regMr(any(DriverMemory.class), any())).thenReturn(driver.mr);
        when(driver.context.allocate(anyLong())).thenAnswer(call -> {
            elsewhere(() -> {
                other.close();
                return other;
            });
            return new FakeMemory(call.getArgument(0));
        });

        allocate(way);

        assertThat(other.isClosed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aClosedContextAllocatesNothing(Allocation way) {
        context.close();

        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> allocate(way));
    }

    private void allocate(Allocation way) {
        switch (way) {
            case REGION -> pd.allocMr(4096, Flags.of(AccessFlag.LOCAL_WRITE));
            case SEND_BATCH -> context.newSendBatch(1, 1, 0);
            case RECV_BATCH -> context.newRecvBatch(1, 1);
            case COMPLETION_ARRAY -> context.newCompletionArray(1);
        }
    }

    @Test
    void anErrorInAPollLeavesTheQueueUsable() throws Exception {
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
        CompletionArray completions = context.newCompletionArray(1);
        when(driver.cq.poll(any(), anyLong(), anyInt()))
                .thenThrow(new StackOverflowError())
                .thenReturn(0);

        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> cq.poll(completions));

        assertThat(elsewhere(() -> cq.poll(completions))).isZero();
    }

    @Test
    void anErrorInADestroyLeavesTheQueueOpenAndItsGateFree() throws Exception {
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
        CompletionArray completions = context.newCompletionArray(1);
        doThrow(new StackOverflowError()).doNothing().when(driver.cq).destroy();

        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(cq::close);

        assertThat(elsewhere(() -> cq.poll(completions))).isZero();
        elsewhere(() -> {
            cq.close();
            return cq;
        });
        assertThat(cq.isClosed()).isTrue();
    }

    @Test
    void anErrorWhileReadingInPlaceLetsTheReaderEnd() throws Exception {
        CompletionQueueEx cq = context.createCqEx(CqInitAttr.builder().cqe(1).build());
        when(driver.reader.startPoll()).thenReturn(0);
        when(driver.reader.nextPoll()).thenThrow(new StackOverflowError());
        doNothing().when(driver.reader).endPoll();

        assertThat(cq.startPoll()).isTrue();
        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(cq::nextPoll);
        cq.endPoll();

        elsewhere(() -> {
            context.close();
            return context;
        });
        assertThat(cq.isClosed()).isTrue();
    }

    private static <T> T elsewhere(Supplier<T> action) throws Exception {
        return CompletableFuture.supplyAsync(action).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
