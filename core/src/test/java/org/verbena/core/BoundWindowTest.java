// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.SendWrLayout;

/** Tests that a driver learns the rkey of each bound type 2 window, because the next bind requires it. */
class BoundWindowTest {
    private static final long NO_BAD_WR = -1;

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = FakeDriver.cq(context);
    private final QueuePair qp = pd.createQp(FakeDriver.rc(cq));
    private final MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(64), Flags.of(AccessFlag.MW_BIND));
    private final MwBindInfo opening = new MwBindInfo(mr, 0, 64, Flags.of(AccessFlag.REMOTE_READ));
    private final MemoryWindow window = pd.allocMw(MwType.TYPE_2);

    /** A list with a send between two binds. */
    private final SendBatch batch = context.newSendBatch(3, 1, 0);

    @BeforeEach
    void fillBatch() {
        batch.add().bindMw(window, 7, opening);
        batch.add().send();
        batch.add().bindMw(window, 8, opening);
    }

    private void answer(int result, long badWr) {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(call -> {
            DriverMemory memory = call.getArgument(0);
            if (badWr != NO_BAD_WR) {
                long at = call.getArgument(2);
                memory.view(at, Long.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putLong(0, memory.address() + badWr * SendWrLayout.SIZE);
            }
            return result;
        });
    }

    @Test
    void aPostReportsTheBoundRkeysInOrder() {
        qp.postSend(batch);

        InOrder order = inOrder(driver.qp, driver.mw);
        order.verify(driver.qp).postSend(any(), anyLong(), anyLong());
        order.verify(driver.mw).bound(7);
        order.verify(driver.mw).bound(8);
    }

    @Test
    void aRejectedBindReportsNoRkey() {
        answer(Errno.ENOMEM.number(), 2);

        assertThatThrownBy(() -> qp.postSend(batch)).isInstanceOf(PostException.class);

        verify(driver.mw).bound(7);
        verify(driver.mw, never()).bound(8);
    }

    @Test
    void aPostOfARangeReportsOnlyTheRkeysOfTheRange() {
        qp.postSend(batch, 1, 3);

        verify(driver.mw, never()).bound(7);
        verify(driver.mw).bound(8);
    }

    @Test
    void anOverwrittenBindReportsNoRkey() {
        batch.get(0).send();
        batch.get(2).localInv(8);

        qp.postSend(batch);

        verify(driver.mw, never()).bound(anyLong());
    }

    // ---------------------------------------------------------------- builders

    private QueuePairEx building() {
        QueuePairEx builders = driver.builders(pd, cq, QpType.RC, Flags.of(SendOp.BIND_MW));
        builders.wrStart();
        return builders.wrBindMw(window, 9, opening);
    }

    @Test
    void wrCompleteReportsTheBoundRkey() {
        QueuePairEx builders = building();
        verify(driver.mw, never()).bound(anyLong());

        builders.wrComplete();

        verify(driver.mw).bound(9);
    }

    @Test
    void anAbortedListReportsNoRkey() {
        QueuePairEx builders = building();
        builders.wrAbort();
        builders.wrStart();
        builders.wrComplete();

        verify(driver.mw, never()).bound(anyLong());
    }

    @Test
    void aRejectedListReportsNoRkey() {
        QueuePairEx builders = building();
        when(driver.builder.complete()).thenReturn(Errno.ENOMEM.number());

        assertThatThrownBy(builders::wrComplete).isInstanceOf(VerbsException.class);

        verify(driver.mw, never()).bound(anyLong());
    }

    @Test
    void noRkeyIsReportedForAClosedWindow() {
        QueuePairEx builders = building();
        window.close();

        builders.wrComplete();

        verify(driver.mw, never()).bound(anyLong());
    }
}
