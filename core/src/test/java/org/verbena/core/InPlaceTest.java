// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcFlag;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Tests related calls: those of send builders, and those that read completions in place. */
class InPlaceTest {
    private static final int ENOENT = Errno.ENOENT.number();

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueueEx cq = context.createCqEx(
            CqInitAttr.builder().cqe(1).wcFlags(WcFlag.BYTE_LEN).build());

    private QueuePair qp(QpType type) {
        when(driver.qp.sendOps()).thenReturn(Optional.of(Flags.of(SendOp.SEND, SendOp.LOCAL_INV)));
        return context.createQpEx(QpInitAttr.builder()
                .qpType(type)
                .pd(pd)
                .sendCq(cq)
                .recvCq(cq)
                .sendOpsFlags(SendOp.SEND, SendOp.LOCAL_INV)
                .build());
    }

    private QueuePairEx builders(QpType type) {
        return qp(type).toQpEx().orElseThrow();
    }

    @Test
    void aListReachesTheBuildersInOrder() {
        QueuePairEx builders = builders(QpType.RC);

        builders.wrStart();
        builders.wrId(7)
                .wrFlags(Flags.of(SendFlag.SIGNALED, SendFlag.INLINE))
                .wrSend()
                .wrSetSge(1, 2, 3);
        builders.wrLocalInv(9);
        builders.wrComplete();

        InOrder order = inOrder(driver.builder);
        order.verify(driver.builder).start();
        order.verify(driver.builder).next(7, 2);
        order.verify(driver.builder).send();
        order.verify(driver.builder).setSge(1, 2, 3);
        order.verify(driver.builder).next(7, 2);
        order.verify(driver.builder).localInv(9);
        order.verify(driver.builder).complete();
    }

    @Test
    void anUnfinishedWorkRequestIsNotPosted() {
        QueuePairEx builders = builders(QpType.UD);
        builders.wrStart();
        builders.wrSend();
        builders.wrSetInlineData(ByteBuffer.allocate(3));

        assertThatIllegalStateException()
                .isThrownBy(builders::wrComplete)
                .withMessageContaining("lacks its address (ibv_wr_set_ud_addr)");
        assertThatIllegalStateException()
                .isThrownBy(() -> builders.wrSetInlineDataList(List.of()))
                .withMessageContaining("has it");
        builders.wrAbort();

        verify(driver.builder, never()).complete();
        verify(driver.builder).abort();
    }

    @Test
    void nextWorkRequestNeedsFinishedOne() {
        QueuePairEx builders = builders(QpType.UD);
        builders.wrStart();
        builders.wrSend();

        assertThatIllegalStateException().isThrownBy(builders::wrSend).withMessageContaining("lacks its data");
        builders.wrAbort();

        verify(driver.builder).send();
    }

    @Test
    void onlyOperationsOfTheQueuePairHaveABuilder() {
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> builders.wrRdmaRead(1, 2))
                .withMessageContaining("with RDMA_READ");
        builders.wrAbort();
        builders.wrStart();
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> builders.wrSetXrcSrqn(1))
                .withMessageContaining("qp_type = RC");
        builders.wrAbort();
    }

    @Test
    void localOperationsTakeNoSharedReceiveQueue() {
        QueuePairEx builders = builders(QpType.XRC_SEND);
        builders.wrStart();

        builders.wrLocalInv(9);

        assertThatIllegalStateException()
                .isThrownBy(() -> builders.wrSetXrcSrqn(1))
                .withMessageContaining("has it");
        builders.wrAbort();
        builders.wrStart();
        builders.wrSend().wrSetSge(1, 2, 3);
        assertThatIllegalStateException()
                .isThrownBy(builders::wrComplete)
                .withMessageContaining("lacks its queue (ibv_wr_set_xrc_srqn)");
        builders.wrSetXrcSrqn(1);
        builders.wrComplete();
    }

    @Test
    void aRefusedListEndsAndTheNextOneCanStart() {
        when(driver.builder.complete()).thenReturn(Errno.ENOSPC.number(), 0);
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(builders::wrComplete)
                .satisfies(refused -> assertThat(refused.errno()).isEqualTo(Errno.ENOSPC));
        builders.wrStart();
        builders.wrComplete();
        assertThatIllegalStateException().isThrownBy(builders::wrComplete);
    }

    @Test
    void aStartedListRejectsPostsAndClosesByOtherThreads() {
        QueuePair qp = qp(QpType.RC);
        QueuePairEx builders = qp.toQpEx().orElseThrow();
        builders.wrStart();

        assertThatIllegalStateException().isThrownBy(() -> {
            var batch = context.newSendBatch(1, 1, 0);
            batch.add();
            qp.postSend(batch);
        });
        assertThat(CompletableFuture.runAsync(qp::close))
                .failsWithin(java.time.Duration.ofSeconds(60))
                .withThrowableThat()
                .withMessageContaining("EBUSY");
        assertThat(qp.isClosed()).isFalse();

        qp.close(); // by the thread that has begun the list
        verify(driver.builder).abort();
        verify(driver.qp).destroy();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(builders::wrComplete);
    }

    @Test
    void closingAContextEndsActivitiesOfTheClosingThread() {
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();
        cq.startPoll();

        context.close();

        InOrder order = inOrder(driver.builder, driver.reader, driver.qp, driver.cq);
        order.verify(driver.builder).abort();
        order.verify(driver.qp).destroy();
        order.verify(driver.cq).destroy();
        verify(driver.reader).endPoll();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(cq::endPoll);
    }

    @Test
    void closingAContextEndsActivitiesOfADeadThread() throws InterruptedException {
        QueuePairEx builders = builders(QpType.RC);
        Thread dying = new Thread(() -> {
            builders.wrStart();
            cq.startPoll();
        });
        dying.start();
        dying.join();

        context.close();

        verify(driver.builder).abort();
        verify(driver.reader).endPoll();
    }

    @Test
    void completionsAreReadInPlace() {
        when(driver.reader.startPoll()).thenReturn(0);
        when(driver.reader.nextPoll()).thenReturn(0, ENOENT);
        when(driver.reader.wrId()).thenReturn(1L, 2L);

        assertThat(cq.startPoll()).isTrue();
        assertThat(cq.wrId()).isEqualTo(1);
        assertThat(cq.nextPoll()).isTrue();
        assertThat(cq.wrId()).isEqualTo(2);
        assertThat(cq.nextPoll()).isFalse();
        assertThatIllegalStateException().isThrownBy(cq::wrId);
        cq.endPoll();
        verify(driver.reader).endPoll();
    }

    @Test
    void anEmptyQueueIsNotStarted() {
        when(driver.reader.startPoll()).thenReturn(ENOENT);

        assertThat(cq.startPoll()).isFalse();
        assertThatIllegalStateException().isThrownBy(cq::endPoll);
        verify(driver.reader, never()).endPoll();
    }

    @Test
    void onlyFieldsThatWereAskedForAreRead() {
        when(driver.reader.byteLen()).thenReturn(12L);
        cq.startPoll();

        assertThat(cq.byteLen()).isEqualTo(12);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(cq::srcQp)
                .withMessageContaining("with SRC_QP");
        cq.endPoll();
    }

    @Test
    void callsThatNeedTheCqLockFailDuringAnInPlaceRead() {
        QueuePair qp = pd.createQp(FakeDriver.rc(cq));
        cq.startPoll();

        assertThatIllegalStateException().isThrownBy(() -> cq.poll(context.newCompletionArray(1)));
        assertThatExceptionOfType(VerbsException.class).isThrownBy(qp::close).withMessageContaining("EBUSY");
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(
                        () -> qp.modify(QpAttr.builder().qpState(QpState.RESET).build()));
        cq.endPoll();
        qp.close();

        verify(driver.qp, never()).modify(any());
        verify(driver.cq, never()).poll(any(), anyLong(), anyInt());
    }

    @Test
    void completionsArePolledIntoAnArray() {
        CompletionQueue plain = FakeDriver.cq(context);
        when(driver.cq.poll(any(), eq(0L), eq(4))).thenReturn(3, -Errno.EIO.number());
        var completions = context.newCompletionArray(4);

        assertThat(plain.poll(completions)).isEqualTo(3);
        assertThat(completions.size()).isEqualTo(3);
        assertThat(completions.get(2).isSuccess()).isTrue();
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> plain.poll(completions))
                .satisfies(failed -> assertThat(failed.errno()).isEqualTo(Errno.EIO));
        assertThat(completions.size()).isZero();
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> completions.wrId(0));
    }
}
