// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.notNull;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.InvalidRequestException;
import org.verbena.spi.DriverMemory;

/** Tests the data, regions, windows and addresses that the driver's builders receive. */
class SendBuilderDataTest {
    private static final Flags<SendOp> ALL = Flags.of(SendOp.SEND, SendOp.values());
    private static final long MAX = 0xFFFF_FFFFL;

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = FakeDriver.cq(context);
    private final MemoryRegion mr =
            pd.regMr(ByteBuffer.allocateDirect(4096), Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND));

    private QueuePairEx builders(QpType type) {
        return builders(type, ALL);
    }

    private QueuePairEx builders(QpType type, Flags<SendOp> ops) {
        return driver.builders(pd, cq, type, ops);
    }

    // ---------------------------------------------------------------- memory

    /** The bytes that the driver's builder could read when it was called. */
    private final List<String> read = new ArrayList<>();

    private final List<Long> offsets = new ArrayList<>();

    private void readsInlineData() {
        doAnswer(call -> read(call.getArgument(0), call.getArgument(1), call.getArgument(2)))
                .when(driver.builder)
                .setInlineData(any(), anyLong(), anyInt());
    }

    private Object read(DriverMemory memory, long offset, int length) {
        byte[] bytes = new byte[length];
        memory.view(offset, length).get(bytes);
        read.add(new String(bytes, StandardCharsets.US_ASCII));
        offsets.add(offset);
        return this;
    }

    private static ByteBuffer text(String text) {
        return StandardCharsets.US_ASCII.encode(text);
    }

    @Test
    void inlineDataAreCopiedOneBehindTheOther() {
        readsInlineData();
        QueuePairEx builders = builders(QpType.RC);
        ByteBuffer part = text("-part-").position(1).limit(5);

        builders.wrStart();
        assertThat(builders.wrSend().wrSetInlineData(part)).isSameAs(builders);
        builders.wrSend()
                .wrSetInlineDataList(List.of(text("a"), text(""), text("-bc").position(1), text("d")));
        builders.wrSend().wrSetInlineData(text("12345678"));
        assertThat(builders.wrSend().wrSetInlineDataList(List.of())).isSameAs(builders);
        builders.wrSend().wrSetInlineData(text("end"));
        builders.wrComplete();

        assertThat(read).containsExactly("part", "abcd", "12345678", "", "end");
        assertThat(offsets).as("aligned to 8 bytes").containsExactly(0L, 8L, 16L, 24L, 24L);
        assertThat(part.position()).isEqualTo(1);
        assertThat(part.remaining()).isEqualTo(4);
    }

    @Test
    void theNextListUsesTheSameMemoryFromItsStart() {
        readsInlineData();
        QueuePairEx builders = builders(QpType.RC);
        for (int i = 0; i < 3; i++) {
            builders.wrStart();
            builders.wrSend().wrSetInlineData(text("list " + i));
            builders.wrComplete();
        }

        assertThat(read).containsExactly("list 0", "list 1", "list 2");
        assertThat(offsets).containsOnly(0L);
        verify(driver.context).allocate(65_536);
    }

    /** Memory whose address was passed to C must remain valid until the list ends. */
    @Test
    void aListThatNeedsMoreMemoryKeepsWhatItHas() {
        List<DriverMemory> memories = new ArrayList<>();
        doAnswer(call -> memories.add(call.getArgument(0)))
                .when(driver.builder)
                .setInlineData(any(), anyLong(), anyInt());
        QueuePairEx builders = builders(QpType.RC);
        ByteBuffer most = ByteBuffer.allocate(65_536);

        builders.wrStart();
        builders.wrSend().wrSetInlineData(text("first"));
        builders.wrSend().wrSetInlineData(most.put(0, (byte) 9));
        builders.wrSend().wrSetInlineData(text("third"));
        builders.wrComplete();

        assertThat(memories).hasSize(3).doesNotHaveDuplicates();
        assertThat(memories.get(0).view(0, 5)).isEqualTo(text("first"));
        assertThat(memories.get(1).view(0, 65_536)).isEqualTo(most);
        assertThat(memories.get(2).view(0, 5)).isEqualTo(text("third"));
        memories.clear();
        builders.wrStart();
        builders.wrSend().wrSetInlineData(text("next"));
        builders.wrSend().wrSetInlineData(ByteBuffer.allocate(65_528));
        builders.wrSend().wrSetInlineData(text("more"));
        builders.wrComplete();
        assertThat(memories.get(1)).as("the two parts fit exactly").isSameAs(memories.get(0));
        assertThat(memories.get(2)).isNotSameAs(memories.get(0));
        verify(driver.context, Mockito.times(4)).allocate(65_536);
    }

    @Test
    void longerInlineDataAreRefused() {
        QueuePairEx builders = builders(QpType.RC);
        List<ByteBuffer> parts = List.of(ByteBuffer.allocate(65_536), ByteBuffer.allocate(1));
        builders.wrStart();
        builders.wrSend();

        refused(() -> builders.wrSetInlineDataList(parts), "length = 65537, limit 0..65536");

        builders.wrAbort();
        verify(driver.builder, never()).setInlineData(any(), anyLong(), anyInt());
    }

    @Test
    void theValueOfAnAtomicWriteIsPassedInTheOrderOfTheProcessor() {
        List<Long> values = new ArrayList<>();
        doAnswer(call -> values.add(call.<DriverMemory>getArgument(2)
                        .view(call.getArgument(3), 8)
                        .order(ByteOrder.nativeOrder())
                        .getLong()))
                .when(driver.builder)
                .atomicWrite(anyLong(), anyLong(), any(), anyLong());
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();
        assertThat(builders.wrAtomicWrite(1, 2, 0x0102_0304_0506_0708L)).isSameAs(builders);
        builders.wrAtomicWrite(3, 4, -5);
        builders.wrComplete();

        assertThat(values).containsExactly(0x0102_0304_0506_0708L, -5L);
        verify(driver.builder).atomicWrite(Mockito.eq(3L), Mockito.eq(4L), any(), Mockito.eq(8L));
    }

    @Test
    void theHeaderOfALargeSendIsCopied() {
        doAnswer(call -> read(call.getArgument(0), call.getArgument(1), call.getArgument(2)))
                .when(driver.builder)
                .sendTso(any(), anyLong(), anyInt(), anyInt());
        QueuePairEx builders = builders(QpType.RAW_PACKET);
        ByteBuffer header = text("--header").position(2);
        builders.wrStart();
        builders.wrSendTso(header, 65_535).wrSetSge(mr, 0, 64);
        builders.wrComplete();

        assertThat(read).containsExactly("header");
        assertThat(header.position()).isEqualTo(2);
        verify(driver.builder).sendTso(any(), anyLong(), Mockito.eq(6), Mockito.eq(65_535));
        verify(driver.builder).setSge(mr.lkey(), mr.address(), 64);
    }

    // ---------------------------------------------------------------- elements

    @Test
    void partsOfRegionsArePassedByAddress() {
        QueuePairEx builders = builders(QpType.RC);
        builders.wrStart();
        assertThat(builders.wrSend().wrSetSge(mr, 96, 4000)).isSameAs(builders);
        builders.wrComplete();
        verify(driver.builder).setSge(mr.lkey(), mr.address() + 96, 4000);

        builders.wrStart();
        builders.wrSend();
        refused(() -> builders.wrSetSge(mr, 97, 4000), "4000 bytes from 97");
        builders.wrAbort();
        builders.wrStart();
        builders.wrSend();
        mr.close();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> builders.wrSetSge(mr, 0, 1));
        builders.wrAbort();
    }

    @Test
    void elementsOfABatchArePassedByTheirPlaceInItsMemory() {
        QueuePairEx builders = builders(QpType.RC);
        SendBatch batch = context.newSendBatch(2, 2, 8);
        batch.add().sge(1, 2, 3);
        SendWr elements = batch.add().sge(mr, 16, 8).sge(mr, 64, 8);
        builders.wrStart();
        assertThat(builders.wrSend().wrSetSgeList(elements)).isSameAs(builders);
        builders.wrComplete();

        // Two work requests of 128 bytes and two elements of 16 bytes precede these elements.
        verify(driver.builder).setSgeList(notNull(), Mockito.eq(2L * 128 + 2 * 16), Mockito.eq(2));
        builders.wrStart();
        builders.wrSend();
        SendWr inline = batch.get(0).noData().inlineLength(4);
        refused(() -> builders.wrSetSgeList(inline), "sg_list = inline data");
        builders.wrAbort();
    }

    @Test
    void elementsOfAnotherDeviceContextAreRefused() {
        SendWr foreign = driver.open().newSendBatch(1, 1, 0).add().sge(1, 2, 3);
        QueuePairEx builders = builders(QpType.RC);
        for (SendWr elements : Arrays.asList(foreign, Mockito.mock(SendWr.class), null)) {
            builders.wrStart();
            builders.wrSend();
            refused(() -> builders.wrSetSgeList(elements), "ibv_wr_set_sge_list");
            builders.wrAbort();
        }
        verify(driver.builder, never()).setSgeList(any(), anyLong(), anyInt());
    }

    /** libmlx5 copies the header of a frame with the processor. */
    @Test
    void framesAreReadFromOpenRegionsOnly() {
        QueuePairEx builders = builders(QpType.RAW_PACKET);
        SendWr known = context.newSendBatch(1, 1, 0).add().sge(mr, 0, 64);
        SendWr unknown = context.newSendBatch(1, 1, 0).add().sge(0xA000, 64, 7);
        MemoryRegion zeroBased =
                pd.regMr(ByteBuffer.allocateDirect(64), Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED));

        for (Consumer<QueuePairEx> call : List.<Consumer<QueuePairEx>>of(
                q -> q.wrSetSge(7, 0xA000, 64), q -> q.wrSetSgeList(unknown), q -> q.wrSetSge(zeroBased, 0, 64))) {
            builders.wrStart();
            builders.wrSend();
            refused(() -> call.accept(builders), "by the processor");
            builders.wrAbort();
        }
        builders.wrStart();
        builders.wrSend().wrSetSgeList(known);
        builders.wrSend().wrSetSge(mr, 32, 64);
        builders.wrComplete();

        verify(driver.builder).setSgeList(any(), anyLong(), Mockito.eq(1));
        verify(driver.builder).setSge(mr.lkey(), mr.address() + 32, 64);
    }

    /** The check covers every element, not only the first. */
    @Test
    void everyElementOfAFrameLiesInItsRegion() {
        QueuePair raw = builders(QpType.RAW_PACKET).queuePair();
        MemoryRegion zeroBased =
                pd.regMr(ByteBuffer.allocateDirect(64), Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED));
        SendBatch batch = context.newSendBatch(2, 3, 0);
        batch.add();
        SendWr wr = batch.add().sge(mr, 0, 64).sge(mr, 4032, 64).sge(mr, 64, 4032);
        raw.postSend(batch);

        for (int chosen = 0; chosen < 3; chosen++) {
            wr.noData();
            for (int i = 0; i < 3; i++) {
                wr.sge(i == chosen ? zeroBased : mr, 0, 32);
            }
            refused(() -> raw.postSend(batch), "by the processor");
        }
        wr.noData().sge(0xA000, 8, 7).sge(mr, 0, 8).setSge(1, 0xB000, 8, 7);
        refused(() -> raw.postSend(batch), "wr[1].sg_list = an address");

        verify(driver.qp).postSend(any(), anyLong(), anyLong());
    }

    // ---------------------------------------------------------------- windows and addresses

    private MwBindInfo part() {
        return new MwBindInfo(mr, mr.address() + 64, 128, Flags.of(AccessFlag.REMOTE_READ));
    }

    @Test
    void aWindowIsBoundWithItsRegion() {
        QueuePairEx builders = builders(QpType.RC);
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        builders.wrStart();
        assertThat(builders.wrBindMw(window, MAX, part())).isSameAs(builders);
        builders.wrComplete();

        verify(driver.builder).bindMw(0xBEEF, MAX, 0xABCD, mr.address() + 64, 128, (int) AccessFlag.REMOTE_READ.mask());
        builders.wrStart();
        refused(() -> builders.wrBindMw(window, MAX + 1, part()), "rkey");
        builders.wrAbort();
        window.close();
        builders.wrStart();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> builders.wrBindMw(window, 1, part()));
        builders.wrAbort();
    }

    @Test
    void aDatagramGoesToItsAddress() {
        QueuePairEx builders = builders(QpType.UD);
        AddressHandle ah = pd.createAh(AhAttr.builder().build());
        builders.wrStart();
        builders.wrSend().wrSetUdAddr(ah, 0xFF_FFFF, MAX).wrSetSge(1, 2, 3);
        builders.wrComplete();

        verify(driver.builder).setUdAddr(0xCAFE, 0xFF_FFFF, MAX);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> builders.wrSetUdAddr(ah, 0x100_0000, 1), () -> builders.wrSetUdAddr(ah, 1, MAX + 1))) {
            builders.wrStart();
            builders.wrSend();
            refused(call, "remote_q");
            builders.wrAbort();
        }
        builders.wrStart();
        builders.wrSend().wrSetUdAddr(ah, 1, 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> builders.wrSetUdAddr(ah, 1, 1))
                .withMessageContaining("the work request of ibv_wr_send already has it");
        builders.wrAbort();
        ah.close();
        builders.wrStart();
        builders.wrSend();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> builders.wrSetUdAddr(ah, 1, 1));
        builders.wrAbort();
    }

    private static void refused(ThrowingCallable call, String... words) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call)
                .withMessageContainingAll(words);
    }
}
