// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.ArgumentCaptor;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.error.ClosedHandleException;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverSendBuilder;

/** Tests that a call that throws fails its list of work requests, independent of the source of the exception. */
class SendListFailureTest {
    private static final SendOp[] OPERATIONS = {
        SendOp.SEND,
        SendOp.SEND_WITH_IMM,
        SendOp.SEND_WITH_INV,
        SendOp.TSO,
        SendOp.RDMA_WRITE,
        SendOp.RDMA_WRITE_WITH_IMM,
        SendOp.RDMA_READ,
        SendOp.ATOMIC_CMP_AND_SWP,
        SendOp.ATOMIC_FETCH_AND_ADD,
        SendOp.ATOMIC_WRITE,
        SendOp.FLUSH,
        SendOp.LOCAL_INV
    };

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final QueuePair qp = qp();
    private final QueuePairEx builders = qp.toQpEx().orElseThrow();

    private QueuePair qp() {
        Flags<SendOp> ops = Flags.of(SendOp.SEND, OPERATIONS);
        when(driver.qp.sendOps()).thenReturn(Optional.of(ops));
        CompletionQueue cq = FakeDriver.cq(context);
        return context.createQpEx(QpInitAttr.builder()
                .qpType(QpType.RC)
                .pd(pd)
                .sendCq(cq)
                .recvCq(cq)
                .sendOpsFlags(ops)
                .build());
    }

    /** Asserts that the list accepts only an abort, and that the next list is posted. */
    private void assertFailed(String verb) {
        for (Runnable call : List.<Runnable>of(
                builders::wrSend,
                () -> builders.wrSetSge(1, 2, 3),
                () -> builders.wrLocalInv(1),
                () -> builders.wrFlags(Flags.none(SendFlag.class)),
                builders::wrComplete)) {
            assertThatIllegalStateException().isThrownBy(call::run).withMessageContaining(verb + " has failed");
        }
        verify(driver.builder, never()).complete();
        builders.wrAbort();
        verify(driver.builder).abort();

        clearInvocations(driver.builder);
        builders.wrStart();
        builders.wrSend().wrSetSge(1, 2, 3);
        builders.wrComplete();
        verify(driver.builder).send();
        verify(driver.builder).setSge(1, 2, 3);
        verify(driver.builder).complete();
    }

    // ---------------------------------------------------------------- the driver throws

    /** A call of the application, and the resulting call of the driver. */
    private record Step(String verb, Consumer<QueuePairEx> call, Consumer<DriverSendBuilder> driver) {
        @Override
        public String toString() {
            return verb;
        }
    }

    static Stream<Step> steps() {
        ByteBuffer bytes = ByteBuffer.allocate(14);
        return Stream.of(
                new Step("ibv_wr_send", QueuePairEx::wrSend, DriverSendBuilder::send),
                new Step("ibv_wr_send_imm", q -> q.wrSendImm(1), d -> d.sendImm(1)),
                new Step("ibv_wr_send_inv", q -> q.wrSendInv(1), d -> d.sendInv(1)),
                new Step(
                        "ibv_wr_send_tso",
                        q -> q.wrSendTso(bytes, 1),
                        d -> d.sendTso(any(), anyLong(), anyInt(), anyInt())),
                new Step("ibv_wr_rdma_write", q -> q.wrRdmaWrite(1, 1), d -> d.rdmaWrite(1, 1)),
                new Step("ibv_wr_rdma_write_imm", q -> q.wrRdmaWriteImm(1, 1, 1), d -> d.rdmaWriteImm(1, 1, 1)),
                new Step("ibv_wr_rdma_read", q -> q.wrRdmaRead(1, 1), d -> d.rdmaRead(1, 1)),
                new Step("ibv_wr_atomic_cmp_swp", q -> q.wrAtomicCmpSwp(1, 1, 1, 1), d -> d.atomicCmpSwp(1, 1, 1, 1)),
                new Step("ibv_wr_atomic_fetch_add", q -> q.wrAtomicFetchAdd(1, 1, 1), d -> d.atomicFetchAdd(1, 1, 1)),
                new Step(
                        "ibv_wr_atomic_write",
                        q -> q.wrAtomicWrite(1, 1, 1),
                        d -> d.atomicWrite(anyLong(), anyLong(), any(), anyLong())),
                new Step("ibv_wr_flush", q -> q.wrFlush(1, 1, 1, 1, 1), d -> d.flush(1, 1, 1, 1, 1)),
                new Step("ibv_wr_local_inv", q -> q.wrLocalInv(1), d -> d.localInv(1)),
                new Step("ibv_wr_set_sge", q -> q.wrSend().wrSetSge(1, 2, 3), d -> d.setSge(1, 2, 3)),
                new Step(
                        "ibv_wr_set_inline_data",
                        q -> q.wrSend().wrSetInlineData(bytes),
                        d -> d.setInlineData(any(), anyLong(), anyInt())),
                new Step(
                        "ibv_wr_set_inline_data_list",
                        q -> q.wrSend().wrSetInlineDataList(List.of(bytes)),
                        d -> d.setInlineData(any(), anyLong(), anyInt())));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failsWhenTheDriverThrows(Step step) {
        for (Throwable thrown : List.of(new IllegalStateException("driver"), new StackOverflowError())) {
            step.driver().accept(doThrow(thrown).when(driver.builder));
            builders.wrStart();
            assertThatThrownBy(() -> step.call().accept(builders)).isSameAs(thrown);
            step.driver().accept(doNothing().when(driver.builder));

            assertFailed(step.verb());
            clearInvocations(driver.builder);
        }
    }

    // ---------------------------------------------------------------- arguments

    static Stream<Step> badArguments() {
        return Stream.of(
                bad("ibv_wr_send_inv", q -> q.wrSendInv(-1)),
                bad("ibv_wr_send_tso", q -> q.wrSendTso(ByteBuffer.allocate(14), 65_536)),
                bad("ibv_wr_send_tso", q -> q.wrSendTso(ByteBuffer.allocate(65_536), 1)),
                bad("ibv_wr_rdma_write", q -> q.wrRdmaWrite(-1, 1)),
                bad("ibv_wr_rdma_write_imm", q -> q.wrRdmaWriteImm(-1, 1, 1)),
                bad("ibv_wr_rdma_read", q -> q.wrRdmaRead(-1, 1)),
                bad("ibv_wr_atomic_cmp_swp", q -> q.wrAtomicCmpSwp(-1, 1, 1, 1)),
                bad("ibv_wr_atomic_fetch_add", q -> q.wrAtomicFetchAdd(-1, 1, 1)),
                bad("ibv_wr_atomic_write", q -> q.wrAtomicWrite(-1, 1, 1)),
                bad("ibv_wr_flush", q -> q.wrFlush(-1, 1, 1, 1, 1)),
                bad("ibv_wr_local_inv", q -> q.wrLocalInv(-1)),
                bad("ibv_wr_set_sge", q -> q.wrSend().wrSetSge(-1, 1, 1)),
                bad("ibv_wr_set_sge", q -> q.wrSetSge(1, 1, 1)),
                bad("ibv_wr_set_inline_data", q -> q.wrSend().wrSetInlineData(ByteBuffer.allocate(65_537))),
                bad(
                        "ibv_wr_set_inline_data_list",
                        q -> q.wrSend().wrSetInlineDataList(Arrays.asList(ByteBuffer.allocate(1), null))),
                bad("ibv_wr_set_xrc_srqn", q -> q.wrSetXrcSrqn(1)),
                bad("wr_flags", q -> q.wrFlags(Flags.ofMask(SendFlag.class, -1))));
    }

    private static Step bad(String verb, Consumer<QueuePairEx> call) {
        return new Step(verb, call, driver -> {});
    }

    @ParameterizedTest
    @MethodSource("badArguments")
    void failsWhenAnArgumentIsRefused(Step step) {
        builders.wrStart();

        assertThatThrownBy(() -> step.call().accept(builders)).isInstanceOf(RuntimeException.class);

        assertFailed(step.verb());
    }

    // ---------------------------------------------------------------- lists that change or throw

    /** A list that runs an action when it is read. */
    private static final class Trap extends AbstractList<ByteBuffer> {
        private final Runnable trap;
        private final ByteBuffer element = ByteBuffer.allocate(4);
        private int reads;

        Trap(Runnable trap) {
            this.trap = trap;
        }

        @Override
        public ByteBuffer get(int index) {
            reads++;
            trap.run();
            return element;
        }

        @Override
        public int size() {
            return 1;
        }
    }

    @Test
    void listThatThrowsFailsTheWorkRequests() {
        builders.wrStart();
        builders.wrSend();

        assertThatThrownBy(() -> builders.wrSetInlineDataList(new Trap(() -> {
                    throw new UnsupportedOperationException();
                })))
                .isInstanceOf(UnsupportedOperationException.class);

        assertFailed("ibv_wr_set_inline_data_list");
    }

    @Test
    void listThatCallsABuilderFailsTheWorkRequests() {
        builders.wrStart();
        builders.wrSend();

        assertThatIllegalStateException()
                .isThrownBy(() -> builders.wrSetInlineDataList(new Trap(() -> builders.wrSetSge(1, 2, 3))));

        assertFailed("ibv_wr_set_inline_data_list");
    }

    @Test
    void listThatAbortsIsNotPassedToTheDriver() {
        builders.wrStart();
        builders.wrSend();

        assertThatIllegalStateException()
                .isThrownBy(() -> builders.wrSetInlineDataList(new Trap(builders::wrAbort)))
                .withMessageContaining("has not started");

        verify(driver.builder, never()).setInlineData(any(), anyLong(), anyInt());
        builders.wrStart();
        builders.wrComplete();
    }

    @Test
    void listThatStartsANewWorkRequestSetsNoDataInIt() {
        builders.wrStart();
        builders.wrSend();

        assertThatIllegalStateException()
                .isThrownBy(() -> builders.wrSetInlineDataList(new Trap(() -> {
                    builders.wrAbort();
                    builders.wrStart();
                    builders.wrSend();
                })))
                .withMessageContaining("ended the list");

        verify(driver.builder, never()).setInlineData(any(), anyLong(), anyInt());
        builders.wrSetSge(1, 2, 3);
        builders.wrComplete();
    }

    @Test
    void listThatClosesTheQueuePairIsNotPassedToTheDriver() {
        builders.wrStart();
        builders.wrSend();

        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(() -> builders.wrSetInlineDataList(new Trap(qp::close)));

        verify(driver.builder).abort();
        verify(driver.builder, never()).setInlineData(any(), anyLong(), anyInt());
        verify(driver.qp).destroy();
    }

    @Test
    void listIsReadOnce() {
        ByteBuffer first = ByteBuffer.wrap(new byte[] {1, 2, 3});
        @Nullable Object[] kept = {first};
        List<ByteBuffer> keeping = new AbstractList<>() {
            @Override
            public ByteBuffer get(int index) {
                throw new AssertionError("get was called");
            }

            @Override
            public int size() {
                throw new AssertionError("size was called");
            }

            @Override
            public Object[] toArray() {
                return kept;
            }
        };
        builders.wrStart();
        builders.wrSend().wrSetInlineDataList(keeping);
        Trap counting = new Trap(() -> {});
        builders.wrSend().wrSetInlineDataList(counting);
        builders.wrComplete();

        ArgumentCaptor<DriverMemory> memory = ArgumentCaptor.forClass(DriverMemory.class);
        verify(driver.builder).setInlineData(memory.capture(), eq(0L), eq(3));
        assertThat(memory.getValue().view(0, 3)).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertThat(counting.reads).isEqualTo(1);
    }

    // ---------------------------------------------------------------- start, complete, abort

    @Test
    void startCanBeRepeatedAfterAnError() {
        doThrow(new StackOverflowError()).when(driver.builder).start();
        assertThatThrownBy(builders::wrStart).isInstanceOf(StackOverflowError.class);
        doNothing().when(driver.builder).start();

        builders.wrStart();
        builders.wrComplete();
    }

    /** If the driver was not called, it still holds its lock, and only an abort releases it. */
    @Test
    void listCanBeAbortedAfterAFailedCompletion() {
        when(driver.builder.complete()).thenThrow(new StackOverflowError()).thenReturn(0);
        builders.wrStart();
        builders.wrSend().wrSetSge(1, 2, 3);

        assertThatThrownBy(builders::wrComplete).isInstanceOf(StackOverflowError.class);
        assertThatIllegalStateException()
                .isThrownBy(builders::wrComplete)
                .withMessageContaining("ibv_wr_complete has failed");
        builders.wrAbort();

        verify(driver.builder).abort();
        builders.wrStart();
        builders.wrComplete();
    }

    @Test
    void abortCanBeRepeatedAfterAnError() {
        doThrow(new StackOverflowError()).doNothing().when(driver.builder).abort();
        builders.wrStart();

        assertThatThrownBy(builders::wrAbort).isInstanceOf(StackOverflowError.class);
        builders.wrAbort();

        assertThatIllegalStateException().isThrownBy(builders::wrAbort);
    }

    @Test
    void numberAndFlagsOfAnotherThreadAreForTheNextList() throws InterruptedException {
        builders.wrId(7).wrFlags(Flags.of(SendFlag.SIGNALED));
        builders.wrStart();
        Thread other = new Thread(() -> builders.wrId(8).wrFlags(Flags.of(SendFlag.FENCE)));
        other.start();
        other.join();
        builders.wrSend().wrSetSge(1, 2, 3);
        builders.wrComplete();
        verify(driver.builder).next(7, (int) SendFlag.SIGNALED.mask());

        builders.wrStart();
        builders.wrSend().wrSetSge(1, 2, 3);
        builders.wrComplete();
        verify(driver.builder).next(8, (int) SendFlag.FENCE.mask());
    }
}
