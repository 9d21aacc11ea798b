// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.ArgumentCaptor;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MrReregAttr;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.InvalidRequestException;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverMr;
import org.verbena.spi.DriverMw;

/** Tests memory regions, memory windows and completion arrays. */
class RegionTest {
    private static final Flags<AccessFlag> LOCAL = Flags.of(AccessFlag.LOCAL_WRITE);

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();

    @Test
    void aViewShowsTheRegisteredPartOfABuffer() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        MemoryRegion mr = pd.regMr(buffer.position(16), LOCAL);

        mr.view(8, 4).putInt(0x01020304);

        assertThat(buffer.getInt(24)).isEqualTo(0x01020304);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> mr.view(48, 1));
    }

    @Test
    void allocatedMemoryIsRegisteredWhole() {
        when(driver.pd.regMr(any(DriverMemory.class), any())).thenReturn(driver.mr);

        MemoryRegion mr = pd.allocMr(4096, LOCAL);
        mr.view(0, 8).putLong(5);

        assertThat(mr.view(0, 8).getLong()).isEqualTo(5);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> pd.allocMr(0, LOCAL))
                .withMessageContaining("length = 0");
    }

    @Test
    void aRegionRegisteredByAddressHasNoView() {
        MemoryRegion mr = pd.regMr(0x7000, 64, LOCAL);

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> mr.view(0, 1))
                .withMessageContaining("registered by address");
    }

    @Test
    void iovaIsTheAddressOfTheRegistration() {
        when(driver.pd.regMrIova(any(), anyLong(), any())).thenReturn(driver.mr);

        assertThat(pd.regMr(ByteBuffer.allocateDirect(8), LOCAL).iova()).isEqualTo(0x7000);
        assertThat(pd.regMrIova(ByteBuffer.allocateDirect(8), 0x12000, LOCAL).iova())
                .isEqualTo(0x12000);
        assertThat(pd.regMr(ByteBuffer.allocateDirect(8), LOCAL.with(AccessFlag.ZERO_BASED))
                        .iova())
                .isZero();
    }

    @Test
    void aReregistrationChangesTheAttributesOfTheRegion() {
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(8), LOCAL);
        ProtectionDomain other = context.allocPd();
        ByteBuffer larger = ByteBuffer.allocateDirect(32);
        MrReregAttr attr = MrReregAttr.builder()
                .memory(larger)
                .pd(other)
                .access(Flags.of(AccessFlag.REMOTE_READ))
                .build();

        mr.rereg(attr);
        mr.view(31, 1).put((byte) 7);

        ArgumentCaptor<DriverMr.Rereg> change = ArgumentCaptor.forClass(DriverMr.Rereg.class);
        verify(driver.mr).rereg(change.capture());
        assertThat(change.getValue().pd()).containsSame(driver.pd);
        assertThat(change.getValue().part().orElseThrow().length()).isEqualTo(32);
        assertThat(change.getValue().access()).contains(Flags.of(AccessFlag.REMOTE_READ));
        assertThat(larger.get(31)).isEqualTo((byte) 7);
        assertThat(mr.pd()).isSameAs(other);
        assertThat(mr.access()).isEqualTo(Flags.of(AccessFlag.REMOTE_READ));
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> mr.rereg(MrReregAttr.builder().build()))
                .withMessageContaining("the call would change nothing");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> mr.rereg(
                        MrReregAttr.builder().memory(ByteBuffer.allocate(8)).build()))
                .withMessageContaining("a heap buffer");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL_WRITE", "REMOTE_WRITE", "REMOTE_ATOMIC"})
    void writeAccessToAReadOnlyBufferIsRejected(AccessFlag writes) {
        when(driver.pd.regMrIova(any(), anyLong(), any())).thenReturn(driver.mr);
        ByteBuffer readOnly = ByteBuffer.allocateDirect(64).asReadOnlyBuffer();
        Flags<AccessFlag> reads = Flags.of(AccessFlag.REMOTE_READ);
        MemoryRegion mr = pd.regMr(readOnly, reads);
        MemoryRegion writable = pd.regMr(ByteBuffer.allocateDirect(64), Flags.of(writes));

        assertThat(List.<ThrowingCallable>of(
                        () -> pd.regMr(readOnly, Flags.of(writes)),
                        () -> pd.regMrIova(readOnly, 0x12000, Flags.of(writes)),
                        () -> mr.rereg(
                                MrReregAttr.builder().access(Flags.of(writes)).build()),
                        () -> writable.rereg(
                                MrReregAttr.builder().memory(readOnly).build())))
                .allSatisfy(call -> assertThatExceptionOfType(InvalidRequestException.class)
                        .isThrownBy(call)
                        .withMessageContaining("addr = a read-only buffer with"));
        writable.rereg(MrReregAttr.builder().memory(readOnly).access(reads).build());
        verify(driver.mr).rereg(any());
    }

    @Test
    void aRegionIsNotMovedToADomainThatIsBeingClosed() throws Exception {
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(8), LOCAL);
        ProtectionDomain other = context.allocPd();
        CountDownLatch destroying = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        doAnswer(call -> {
                    destroying.countDown();
                    go.await();
                    return null;
                })
                .when(driver.pd)
                .destroy();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(other::close);
        destroying.await();
        CompletableFuture<Throwable> moved = new CompletableFuture<>();
        Thread mover = new Thread(() -> moved.complete(
                catchThrowable(() -> mr.rereg(MrReregAttr.builder().pd(other).build()))));
        mover.start();
        while (mover.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        go.countDown();

        assertThat(moved.get()).isInstanceOf(ClosedHandleException.class);
        closed.get();
        verify(driver.mr, never()).rereg(any());
    }

    @Test
    void aWindowIsBoundThroughAQueuePair() {
        QueuePair qp = pd.createQp(FakeDriver.rc(FakeDriver.cq(context)));
        MemoryWindow window = pd.allocMw(MwType.TYPE_1);
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(8), LOCAL);
        MwBind bind = new MwBind(1, Flags.of(SendFlag.SIGNALED), new MwBindInfo(mr, mr.address(), 8, LOCAL));

        window.bind(qp, bind);
        mr.close();

        verify(driver.mw)
                .bind(
                        driver.qp,
                        new DriverMw.Bind(1, Flags.of(SendFlag.SIGNALED), driver.mr, driver.mr.address(), 8, LOCAL));
        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> window.bind(qp, bind));
        assertThat(MemoryWindow.nextRkey(0x1234_56FFL)).isEqualTo(0x1234_5600L);
    }

    @ParameterizedTest
    @EnumSource(names = {"UD", "RAW_PACKET"})
    void aWindowIsNotBoundWithoutAConnection(QpType type) {
        CompletionQueue cq = FakeDriver.cq(context);
        QueuePair qp = pd.createQp(FakeDriver.rc(cq).toBuilder().qpType(type).build());
        MemoryWindow window = pd.allocMw(MwType.TYPE_1);
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(8), LOCAL);
        MwBind bind = new MwBind(1, Flags.of(SendFlag.SIGNALED), new MwBindInfo(mr, mr.address(), 8, LOCAL));

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> window.bind(qp, bind))
                .withMessageContaining("qp_type = " + type);
        verify(driver.mw, never()).bind(any(), any());
    }

    @Test
    void aCheckedArrayBelongsToOneThread() {
        System.setProperty("verbena.checked", "true");
        CompletionArray array;
        try {
            array = context.newCompletionArray(1);
        } finally {
            System.clearProperty("verbena.checked");
        }
        CompletionQueue cq = FakeDriver.cq(context);
        when(driver.cq.poll(any(), anyLong(), anyInt())).thenReturn(0);
        cq.poll(array);

        assertThat(CompletableFuture.runAsync(() -> cq.poll(array)))
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withMessageContaining("until that releases it");
        array.release();
        assertThat(CompletableFuture.runAsync(() -> cq.poll(array))).succeedsWithin(Duration.ofSeconds(30));
        assertThatIllegalStateException().isThrownBy(array::size);
    }
}
