// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.stubbing.Answer;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpState;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqCap;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.RecvWrLayout;

/** Tests the exception of a rejected post. The driver has granted 16 work requests with two elements each. */
class PostExceptionsTest {
    private static final int ENOMEM = Errno.ENOMEM.number();
    private static final int EINVAL = Errno.EINVAL.number();

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = FakeDriver.cq(context);
    private final QueuePair qp = pd.createQp(FakeDriver.rc(cq));

    private PostException sendRefused(int result, SendBatch batch) {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenReturn(result);
        return catchThrowableOfType(PostException.class, () -> qp.postSend(batch));
    }

    private PostException recvRefused(int result, RecvBatch batch) {
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenReturn(result);
        return catchThrowableOfType(PostException.class, () -> qp.postRecv(batch));
    }

    private RecvBatch receives(int elements) {
        RecvBatch batch = context.newRecvBatch(1, 3);
        batch.add();
        for (int i = 0; i < elements; i++) {
            batch.get(0).sge(1, 2, 3);
        }
        return batch;
    }

    // ---------------------------------------------------------------- sends

    @Test
    void aSendThatTakesAllThatIsGrantedIsNotTooLarge() {
        SendBatch batch = context.newSendBatch(1, 3, 128);
        SendWr wr = batch.add().sge(1, 2, 3).sge(1, 2, 3);
        PostException full = sendRefused(ENOMEM, batch);
        assertThat(full.isQueueFull()).isTrue();
        assertThat(full).hasMessageContaining("queue = full, limit 16 outstanding work requests");

        wr.noData().inlineLength(64);
        assertThat(sendRefused(-ENOMEM, batch).isQueueFull()).isTrue();

        wr.inlineLength(65);
        assertThat(sendRefused(ENOMEM, batch))
                .hasMessageContaining("inline data = 65, limit 64")
                .returns(false, PostException::isQueueFull);
    }

    @Test
    void aRefusalWithoutVisibleReasonHasNoDiagnosis() {
        SendBatch batch = context.newSendBatch(1, 1, 0);
        batch.add();

        PostException refused = sendRefused(EINVAL, batch);

        assertThat(refused.errno()).isEqualTo(Errno.EINVAL);
        assertThat(refused.isQueueFull()).isFalse();
        assertThat(refused.diagnosis().isUnknown()).isTrue();
        assertThat(refused.badWr()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"RESET, true", "INIT, true", "RTR, true", "RTS, false", "SQD, false", "SQE, false", "ERR, false"})
    void sendsAreTakenFromRtsOn(QpState state, boolean tooEarly) {
        when(driver.qp.state()).thenReturn(state);
        SendBatch batch = context.newSendBatch(1, 1, 0);
        batch.add();

        assertThat(sendRefused(EINVAL, batch).getMessage().contains("qp_state = " + state + ", limit RTS or later"))
                .isEqualTo(tooEarly);
    }

    // ---------------------------------------------------------------- windows

    @Test
    void aRefusedBindIsExplained() {
        MemoryWindow window = pd.allocMw(MwType.TYPE_1);
        MemoryRegion withoutRight = pd.regMr(ByteBuffer.allocateDirect(64), Flags.of(AccessFlag.LOCAL_WRITE));
        MwBind bind = new MwBind(
                1,
                Flags.none(SendFlag.class),
                new MwBindInfo(withoutRight, 0x7000, 64, Flags.of(AccessFlag.REMOTE_READ)));
        doThrow(new VerbsException("ibv_bind_mw", Errno.EINVAL, "fake0", Diagnosis.UNKNOWN))
                .when(driver.mw)
                .bind(any(), any());

        assertThatThrownBy(() -> window.bind(qp, bind)).hasMessageContainingAll("LOCAL_WRITE", "limit with MW_BIND");
    }

    // ---------------------------------------------------------------- receives

    @Test
    void aReceiveThatTakesAllThatIsGrantedIsNotTooLarge() {
        assertThat(recvRefused(ENOMEM, receives(2)).isQueueFull()).isTrue();
        assertThat(recvRefused(ENOMEM, receives(3)))
                .hasMessageContaining("wr[0].num_sge = 3, limit 2")
                .hasMessageContaining("max_recv_sge")
                .returns(false, PostException::isQueueFull);
    }

    @ParameterizedTest
    @CsvSource({"RESET, true", "INIT, false", "RTS, false"})
    void receivesAreTakenFromInitOn(QpState state, boolean tooEarly) {
        when(driver.qp.state()).thenReturn(state);

        assertThat(recvRefused(EINVAL, receives(1))
                        .getMessage()
                        .contains("qp_state = " + state + ", limit INIT or later"))
                .isEqualTo(tooEarly);
    }

    private SharedReceiveQueue srq() {
        when(driver.srq.granted()).thenReturn(new SrqAttr(16, 2, 0));
        return pd.createSrq(SrqInitAttr.builder().maxWr(16).maxSge(2).build());
    }

    @Test
    void aRejectedReceiveNamesTheSharedReceiveQueue() {
        SharedReceiveQueue srq = srq();
        QueuePair sharing = pd.createQp(FakeDriver.rcBuilder(cq).srq(srq).build());
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenReturn(EINVAL);

        assertThatExceptionOfType(PostException.class)
                .isThrownBy(() -> sharing.postRecv(receives(3)))
                .withMessageContaining("srq = " + srq + ", limit none");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void srqAndWorkQueueNameTheExceededLimit(boolean shared) {
        when(driver.srq.postRecv(any(), anyLong(), anyLong())).thenReturn(ENOMEM);
        when(driver.wq.postRecv(any(), anyLong(), anyLong())).thenReturn(ENOMEM);
        when(driver.wq.grantedCap()).thenReturn(new WqCap(16, 2));
        SharedReceiveQueue srq = srq();
        WorkQueue wq = context.createWq(WqInitAttr.builder().pd(pd).cq(cq).build());

        for (int elements = 2; elements <= 3; elements++) {
            RecvBatch batch = receives(elements);
            PostException refused = catchThrowableOfType(PostException.class, () -> {
                if (shared) {
                    srq.postRecv(batch);
                } else {
                    wq.postRecv(batch);
                }
            });
            assertThat(refused.isQueueFull()).isEqualTo(elements == 2);
            assertThat(refused).hasMessageContaining(elements == 2 ? "16 outstanding" : "num_sge = 3, limit 2");
        }
    }

    // ---------------------------------------------------------------- parts of batches

    /** The wr_id of each work request that the driver has read. */
    private final List<Long> followed = new ArrayList<>();

    private Answer<Integer> stoppingAt(long index) {
        return call -> {
            DriverMemory memory = call.getArgument(0);
            ByteBuffer seen = memory.view(0, (int) memory.length()).order(ByteOrder.nativeOrder());
            long at = memory.address() + call.<Long>getArgument(1);
            while (at != 0) {
                int offset = (int) (at - memory.address());
                followed.add(seen.getLong(offset + RecvWrLayout.WR_ID));
                at = seen.getLong(offset + RecvWrLayout.NEXT);
            }
            seen.putLong((int) (long) call.<Long>getArgument(2), memory.address() + index * RecvWrLayout.SIZE);
            return ENOMEM;
        };
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 1", "1, 1", "2, 2", "3, 1", "4, 1"})
    void badWrIsAlwaysInThePostedRange(long named, int badWr) {
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenAnswer(stoppingAt(named));
        RecvBatch batch = context.newRecvBatch(4, 1);
        for (int i = 0; i < 4; i++) {
            batch.add().wrId(i);
        }

        PostException refused = catchThrowableOfType(PostException.class, () -> qp.postRecv(batch, 1, 3));

        assertThat(refused.badWr()).isEqualTo(badWr);
        assertThat(followed).containsExactly(1L, 2L);
        followed.clear();
        assertThatExceptionOfType(PostException.class).isThrownBy(() -> qp.postRecv(batch));
        assertThat(followed).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void partsOutsideABatchAreNotPosted() {
        RecvBatch receives = receives(1);
        SendBatch sends = context.newSendBatch(2, 1, 0);
        sends.add();

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> qp.postSend(sends, 0, 2),
                () -> qp.postSend(sends, 1, 0),
                () -> qp.postRecv(receives, 0, 2),
                () -> qp.postRecv(receives, -1, 1),
                () -> sends.get(1))) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(call);
        }
        qp.postRecv(receives, 1, 1);
        qp.postSend(sends, 0, 0);
        verify(driver.qp, never()).postSend(any(), anyLong(), anyLong());
        verify(driver.qp, never()).postRecv(any(), anyLong(), anyLong());
    }

    @Test
    void aPostNeedsABatch() {
        for (ThrowingCallable call :
                List.<ThrowingCallable>of(() -> qp.postSend(null, 0, 0), () -> qp.postRecv(null, 0, 0))) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(call)
                    .withMessageContaining("argument = null");
        }
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> context.newRecvBatch(0, 1))
                .withMessageContaining("capacity = 0");
    }
}
