// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.stubbing.Answer;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WrOpcode;
import org.verbena.error.InvalidRequestException;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.RecvWrLayout;
import org.verbena.spi.work.SendWrLayout;
import org.verbena.spi.work.SgeLayout;

/** Tests the structs that a driver reads while work requests are posted. */
class WorkRequestFieldsTest {
    private static final long MAX = 0xFFFF_FFFFL;

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = FakeDriver.cq(context);
    private final MemoryRegion mr =
            pd.regMr(ByteBuffer.allocateDirect(4096), Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND));
    private final SendBatch batch = context.newSendBatch(2, 3, 13);

    /** The memory of the last post. Its first work request is at the offset {@link #at}. */
    private ByteBuffer seen = ByteBuffer.allocate(0);

    private int at;

    @BeforeEach
    void follow() {
        Answer<Integer> follow = call -> {
            DriverMemory memory = call.getArgument(0);
            seen = memory.view(0, (int) memory.length()).order(ByteOrder.nativeOrder());
            at = (int) (long) call.<Long>getArgument(1);
            return 0;
        };
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(follow);
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenAnswer(follow);
    }

    private QueuePair qp(QpType type) {
        QpInitAttr.Builder request =
                QpInitAttr.builder().qpType(type).pd(pd).sendCq(cq).maxSendWr(16);
        return context.createQpEx((type == QpType.XRC_SEND ? request : request.recvCq(cq)).build());
    }

    private void post(QpType type, Consumer<SendWr> request) {
        batch.clear();
        request.accept(batch.add());
        qp(type).postSend(batch);
    }

    private int u32(int offset) {
        return seen.getInt(at + offset);
    }

    private long u64(int offset) {
        return seen.getLong(at + offset);
    }

    /** Returns the offset that a pointer in the work request refers to. */
    private int follow(int offset) {
        return (int) (u64(offset) - FakeMemory.ADDRESS);
    }

    private static void refused(ThrowingCallable call, String... words) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call)
                .withMessageContainingAll(words);
    }

    // ---------------------------------------------------------------- operations

    @Test
    void immediateDataAreInNetworkOrder() {
        post(QpType.RC, wr -> wr.sendImm(0x0102_0304));

        assertThat(u32(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.SEND_WITH_IMM.value());
        byte[] imm = new byte[4];
        seen.get(at + SendWrLayout.IMM_DATA, imm);
        assertThat(imm).containsExactly(1, 2, 3, 4);
    }

    @Test
    void keysToInvalidateAreNumbers() {
        post(QpType.RC, wr -> wr.sendInv(MAX));
        assertThat(u32(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.SEND_WITH_INV.value());
        assertThat(u32(SendWrLayout.INVALIDATE_RKEY)).isEqualTo(-1);

        post(QpType.RC, wr -> wr.localInv(7));
        assertThat(u32(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.LOCAL_INV.value());
        assertThat(u32(SendWrLayout.INVALIDATE_RKEY)).isEqualTo(7);
    }

    @Test
    void transfersHaveTheirPlaceAtThePeer() {
        post(QpType.RC, wr -> wr.write(-2, MAX));
        assertThat(u32(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.RDMA_WRITE.value());
        assertThat(u64(SendWrLayout.RDMA_REMOTE_ADDR)).isEqualTo(-2);
        assertThat(u32(SendWrLayout.RDMA_RKEY)).isEqualTo(-1);

        post(QpType.RC, wr -> wr.read(0x1000, 8));
        assertThat(u32(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.RDMA_READ.value());
        assertThat(u64(SendWrLayout.RDMA_REMOTE_ADDR)).isEqualTo(0x1000);
        assertThat(u32(SendWrLayout.RDMA_RKEY)).isEqualTo(8);
    }

    @Test
    void atomicsHaveTheirNumbers() {
        post(QpType.RC, wr -> wr.compareSwap(0x1000, MAX, 3, -4));
        assertThat(u32(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.ATOMIC_CMP_AND_SWP.value());
        assertThat(u64(SendWrLayout.ATOMIC_REMOTE_ADDR)).isEqualTo(0x1000);
        assertThat(u32(SendWrLayout.ATOMIC_RKEY)).isEqualTo(-1);
        assertThat(u64(SendWrLayout.ATOMIC_COMPARE_ADD)).isEqualTo(3);
        assertThat(u64(SendWrLayout.ATOMIC_SWAP)).isEqualTo(-4);

        post(QpType.RC, wr -> wr.fetchAdd(0x2000, 9, 5));
        assertThat(u32(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.ATOMIC_FETCH_AND_ADD.value());
        assertThat(u64(SendWrLayout.ATOMIC_REMOTE_ADDR)).isEqualTo(0x2000);
        assertThat(u32(SendWrLayout.ATOMIC_RKEY)).isEqualTo(9);
        assertThat(u64(SendWrLayout.ATOMIC_COMPARE_ADD)).isEqualTo(5);
        assertThat(u64(SendWrLayout.ATOMIC_SWAP)).isZero();
    }

    @Test
    void aBindNamesItsWindowAndRegion() {
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        MwBindInfo part = new MwBindInfo(mr, mr.address() + 64, 128, Flags.of(AccessFlag.REMOTE_READ));
        post(QpType.RC, wr -> wr.bindMw(window, MAX, part));

        assertThat(u32(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.BIND_MW.value());
        assertThat(u64(SendWrLayout.BIND_MW_MW)).isEqualTo(0xBEEF);
        assertThat(u32(SendWrLayout.BIND_MW_RKEY)).isEqualTo(-1);
        assertThat(u64(SendWrLayout.BIND_INFO_MR)).isEqualTo(0xABCD);
        assertThat(u64(SendWrLayout.BIND_INFO_ADDR)).isEqualTo(mr.address() + 64);
        assertThat(u64(SendWrLayout.BIND_INFO_LENGTH)).isEqualTo(128);
        assertThat(u32(SendWrLayout.BIND_INFO_ACCESS)).isEqualTo((int) AccessFlag.REMOTE_READ.mask());
    }

    @Test
    void aLargeSendHasACopyOfItsHeader() {
        ByteBuffer header = StandardCharsets.US_ASCII.encode("--header").position(2);
        post(QpType.RAW_PACKET, wr -> wr.tso(header, 65_535).sge(mr, 0, 64));

        assertThat(u32(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.TSO.value());
        assertThat(seen.getShort(at + SendWrLayout.TSO_HDR_SZ)).isEqualTo((short) 6);
        assertThat(seen.getShort(at + SendWrLayout.TSO_MSS)).isEqualTo((short) -1);
        assertThat(text(follow(SendWrLayout.TSO_HDR), 6)).isEqualTo("header");
        assertThat(header.position()).isEqualTo(2);
    }

    private String text(int offset, int length) {
        byte[] bytes = new byte[length];
        seen.get(offset, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    @Test
    void destinationsAreNamed() {
        AddressHandle ah = pd.createAh(AhAttr.builder().build());
        post(QpType.UD, wr -> wr.to(ah, 0xFF_FFFF, MAX));
        assertThat(u64(SendWrLayout.UD_AH)).isEqualTo(0xCAFE);
        assertThat(u32(SendWrLayout.UD_REMOTE_QPN)).isEqualTo(0xFF_FFFF);
        assertThat(u32(SendWrLayout.UD_REMOTE_QKEY)).isEqualTo(-1);

        post(QpType.XRC_SEND, wr -> wr.remoteSrqn(MAX));
        assertThat(u32(SendWrLayout.XRC_REMOTE_SRQN)).isEqualTo(-1);
    }

    // ---------------------------------------------------------------- flags

    @Test
    void flagsAreAddedOneByOneAndReplacedTogether() {
        post(QpType.RC, wr -> wr.signaled().fence().solicited().ipCsum());
        assertThat(u32(SendWrLayout.SEND_FLAGS)).isEqualTo(1 | 2 | 4 | 16);

        post(QpType.RC, wr -> wr.signaled().fence().flags(Flags.of(SendFlag.SOLICITED)));
        assertThat(u32(SendWrLayout.SEND_FLAGS)).isEqualTo(4);
    }

    /**
     * Without the flag, C would treat inline data as an element with a key. With the flag, C would copy data from the
     * address of any element.
     */
    @Test
    void onlyInlineDataSetTheInlineFlag() {
        post(QpType.RC, wr -> wr.inlineLength(3).flags(Flags.of(SendFlag.FENCE)));
        assertThat(u32(SendWrLayout.SEND_FLAGS)).isEqualTo(8 | 1);

        post(
                QpType.RC,
                wr -> wr.flags(Flags.of(SendFlag.INLINE, SendFlag.SIGNALED)).sge(mr, 0, 8));
        assertThat(u32(SendWrLayout.SEND_FLAGS)).isEqualTo(2);

        post(QpType.RC, wr -> wr.signaled().inlineLength(3).noData().sge(mr, 0, 8));
        assertThat(u32(SendWrLayout.SEND_FLAGS)).isEqualTo(2);
        assertThat(u32(SendWrLayout.NUM_SGE)).isEqualTo(1);
    }

    // ---------------------------------------------------------------- data

    @Test
    void inlineDataLieInThePlaceOfTheirWorkRequest() {
        batch.add().inlineArea().put(0, "first".getBytes(StandardCharsets.US_ASCII));
        batch.get(0).inlineLength(5);
        batch.add().inlineData(StandardCharsets.US_ASCII.encode("second"));
        qp(QpType.RC).postSend(batch);

        assertThat(batch.get(0).numSge()).isEqualTo(1);
        assertThat(batch.get(0).inlineArea().capacity()).isEqualTo(13);
        int first = follow(SendWrLayout.SG_LIST);
        assertThat(seen.getInt(first + SgeLayout.LENGTH)).isEqualTo(5);
        assertThat(seen.getInt(first + SgeLayout.LKEY)).isZero();
        assertThat(text((int) (seen.getLong(first + SgeLayout.ADDR) - FakeMemory.ADDRESS), 5))
                .isEqualTo("first");
        at = (int) (u64(SendWrLayout.NEXT) - FakeMemory.ADDRESS);
        int second = follow(SendWrLayout.SG_LIST);
        assertThat(text((int) (seen.getLong(second + SgeLayout.ADDR) - FakeMemory.ADDRESS), 6))
                .isEqualTo("second");
        assertThat(u64(SendWrLayout.NEXT)).isZero();
        assertThat(u32(SendWrLayout.NUM_SGE)).isEqualTo(1);
    }

    @Test
    void inlineDataReplaceElementsAndLeaveTheirBufferAlone() {
        ByteBuffer data =
                StandardCharsets.US_ASCII.encode("--inline--").position(2).limit(8);
        post(QpType.RAW_PACKET, wr -> wr.sge(mr, 0, 64).sge(mr, 64, 64).inlineData(data));

        int element = follow(SendWrLayout.SG_LIST);
        assertThat(u32(SendWrLayout.NUM_SGE)).isEqualTo(1);
        assertThat(seen.getInt(element + SgeLayout.LENGTH)).isEqualTo(6);
        assertThat(text((int) (seen.getLong(element + SgeLayout.ADDR) - FakeMemory.ADDRESS), 6))
                .isEqualTo("inline");
        assertThat(data.position()).isEqualTo(2);
        refused(() -> batch.get(0).sge(mr, 0, 8), "a work request has either inline data or elements");
    }

    @Test
    void aHeaderIsNotOverwrittenByInlineDataThatAreRefused() {
        SendWr wr = batch.add()
                .tso(StandardCharsets.US_ASCII.encode("header"), 1000)
                .sge(mr, 0, 8);

        refused(() -> wr.inlineData(StandardCharsets.US_ASCII.encode("inline")), "header of a large send");

        qp(QpType.RAW_PACKET).postSend(batch);
        assertThat(text(follow(SendWrLayout.TSO_HDR), 6)).isEqualTo("header");
    }

    /**
     * The batch has two work requests and space for bad_wr. Each work request has three elements, and 13 bytes that are
     * rounded up to 16.
     */
    @Test
    void aBatchTakesTheMemoryThatItsPartsNeed() {
        post(QpType.RC, SendWr::send);

        assertThat(seen.capacity()).isEqualTo(2 * (SendWrLayout.SIZE + 3 * SgeLayout.SIZE + 16) + 8);
        verify(driver.qp).postSend(any(), anyLong(), eq(seen.capacity() - 8L));
        SendBatch whole = context.newSendBatch(1, 0, 16);
        whole.add();
        qp(QpType.RC).postSend(whole);
        assertThat(seen.capacity()).isEqualTo(SendWrLayout.SIZE + SgeLayout.SIZE + 16 + 8);
        assertThat(batch.capacity()).isEqualTo(2);
        assertThat(batch.maxSge()).isEqualTo(3);
        assertThat(batch.maxInlineData()).isEqualTo(13);
        assertThat(batch.context()).isSameAs(context);
        assertThat(batch).hasToString("batch of 1 work requests of " + context);
    }

    @Test
    void aClearedPlaceIsAnUnsignalledSendOfNothing() {
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        MwBindInfo part = new MwBindInfo(mr, mr.address(), 8, Flags.of(AccessFlag.REMOTE_READ));
        post(
                QpType.RC,
                wr -> wr.wrId(9)
                        .signaled()
                        .sge(mr, 0, 8)
                        .bindMw(window, 1, part)
                        .remoteSrqn(5)
                        .compareSwap(1, 2, 3, 4));
        int elements = follow(SendWrLayout.SG_LIST);

        post(QpType.RC, wr -> {});

        for (int offset = 0; offset < SendWrLayout.SIZE; offset += Integer.BYTES) {
            int expected = offset == SendWrLayout.OPCODE ? WrOpcode.SEND.value() : 0;
            if (offset != SendWrLayout.SG_LIST && offset != SendWrLayout.SG_LIST + 4) {
                assertThat(u32(offset)).as("at %d", offset).isEqualTo(expected);
            }
        }
        assertThat(follow(SendWrLayout.SG_LIST)).isEqualTo(elements);
        assertThat(batch.get(0).numSge()).isZero();
    }

    /** An element that is replaced by an address no longer belongs to a region. */
    @Test
    void aReplacedElementIsAnAddress() {
        QueuePair raw = qp(QpType.RAW_PACKET);
        SendWr wr = batch.add().sge(mr, 0, 64).sge(mr, 64, 64);
        raw.postSend(batch);

        wr.setSge(1, 0xA000, Integer.MAX_VALUE, MAX);

        refused(() -> raw.postSend(batch), "parts of memory regions");
        qp(QpType.RC).postSend(batch);
        int element = follow(SendWrLayout.SG_LIST) + SgeLayout.SIZE;
        assertThat(seen.getLong(element + SgeLayout.ADDR)).isEqualTo(0xA000);
        assertThat(seen.getInt(element + SgeLayout.LENGTH)).isEqualTo(Integer.MAX_VALUE);
        assertThat(seen.getInt(element + SgeLayout.LKEY)).isEqualTo(-1);
        assertThat(wr.numSge()).isEqualTo(2);
        wr.noData().sge(mr, 0, 64);
        raw.postSend(batch);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> wr.setSge(1, 1, 1, 1));
        refused(() -> wr.setSge(0, 1, 1L << 31, 1), "length = 2147483648, limit 0..2147483647");
        refused(() -> wr.setSge(0, 1, 1, MAX + 1), "lkey");
    }

    @Test
    void receivesHaveTheirFields() {
        RecvBatch receives = context.newRecvBatch(2, 2);
        RecvWr first = receives.add().wrId(-1).sge(mr, 16, 32).sge(0xA000, Integer.MAX_VALUE, 7);
        RecvWr second = receives.add().wrId(5).sge(1, 2, 3);
        qp(QpType.RC).postRecv(receives);

        assertThat(seen.capacity()).isEqualTo(2 * (RecvWrLayout.SIZE + 2 * SgeLayout.SIZE) + 8);
        assertThat(u64(RecvWrLayout.WR_ID)).isEqualTo(-1);
        assertThat(u32(RecvWrLayout.NUM_SGE)).isEqualTo(2);
        int element = follow(RecvWrLayout.SG_LIST);
        assertThat(seen.getLong(element + SgeLayout.ADDR)).isEqualTo(mr.address() + 16);
        assertThat(seen.getInt(element + SgeLayout.LENGTH)).isEqualTo(32);
        assertThat(seen.getLong(element + SgeLayout.SIZE + SgeLayout.ADDR)).isEqualTo(0xA000);
        assertThat(first.numSge()).isEqualTo(2);
        assertThat(receives.maxSge()).isEqualTo(2);
        assertThat(u64(RecvWrLayout.SIZE + RecvWrLayout.WR_ID)).isEqualTo(5);
        assertThat(u32(RecvWrLayout.SIZE + RecvWrLayout.NUM_SGE)).isEqualTo(1);
        assertThat(follow(RecvWrLayout.SIZE + RecvWrLayout.SG_LIST)).isEqualTo(element + 2 * SgeLayout.SIZE);
        assertThat(second.setSge(0, 4, 5, 6).noData().numSge()).isZero();

        first.setSge(1, 0xB000, 8, 7);
        first.wrId(6);
        qp(QpType.RC).postRecv(receives, 0, 1);
        assertThat(u64(RecvWrLayout.WR_ID)).isEqualTo(6);
        assertThat(u64(RecvWrLayout.NEXT)).as("after the post").isEqualTo(FakeMemory.ADDRESS + RecvWrLayout.SIZE);
        assertThat(seen.getLong(element + SgeLayout.SIZE + SgeLayout.ADDR)).isEqualTo(0xB000);

        receives.clear();
        receives.add();
        qp(QpType.RC).postRecv(receives);
        assertThat(u64(RecvWrLayout.WR_ID)).isZero();
        assertThat(u64(RecvWrLayout.NEXT)).isZero();
        assertThat(u32(RecvWrLayout.NUM_SGE)).isZero();
        assertThat(follow(RecvWrLayout.SG_LIST)).isEqualTo(element);
    }

    // ---------------------------------------------------------------- arguments

    /** A setter with an argument that does not fit into its C field, and a part of the exception message. */
    private record Bad(String words, Consumer<SendWr> call) {
        @Override
        public String toString() {
            return words;
        }
    }

    static Stream<Bad> badArguments() {
        AddressHandle none = null;
        MemoryWindow noWindow = null;
        return Stream.of(
                new Bad("invalidate_rkey", wr -> wr.sendInv(MAX + 1)),
                new Bad("invalidate_rkey", wr -> wr.localInv(-1)),
                new Bad("rkey = -1", wr -> wr.write(1, -1)),
                new Bad("rkey", wr -> wr.read(1, MAX + 1)),
                new Bad("rkey", wr -> wr.writeImm(1, MAX + 1, 1)),
                new Bad("rkey", wr -> wr.compareSwap(8, MAX + 1, 1, 1)),
                new Bad("rkey", wr -> wr.fetchAdd(8, -1, 1)),
                new Bad("remote_srqn", wr -> wr.remoteSrqn(MAX + 1)),
                new Bad("send_flags", wr -> wr.flags(Flags.ofMask(SendFlag.class, 1L << 32))),
                new Bad("mss = 65536", wr -> wr.tso(ByteBuffer.allocate(8), 65_536)),
                new Bad("tso.hdr_sz = 14, limit 0..13", wr -> wr.tso(ByteBuffer.allocate(14), 1)),
                new Bad(
                        "a work request has either inline data or elements",
                        wr -> wr.inlineLength(1).tso(ByteBuffer.allocate(8), 1)),
                new Bad(
                        "header of a large send",
                        wr -> wr.tso(ByteBuffer.allocate(8), 1).inlineLength(1)),
                new Bad(
                        "header of a large send",
                        wr -> wr.tso(ByteBuffer.allocate(8), 1).inlineData(ByteBuffer.allocate(1))),
                new Bad("inline data = -1", wr -> wr.inlineLength(-1)),
                new Bad("inline data = 14, limit 0..13", wr -> wr.inlineLength(14)),
                new Bad(
                        "a work request has either inline data or elements",
                        wr -> wr.inlineLength(13).sge(1, 1, 1)),
                new Bad(
                        "a work request has either inline data or elements",
                        wr -> wr.inlineLength(0).setSge(0, 1, 1, 1)),
                new Bad("length", wr -> wr.sge(1, 1L << 31, 1)),
                new Bad("lkey", wr -> wr.sge(1, 1, -1)),
                new Bad("argument = null", wr -> wr.to(none, 1, 1)),
                new Bad("argument = null", wr -> wr.bindMw(noWindow, 1, null)));
    }

    @ParameterizedTest
    @MethodSource("badArguments")
    void invalidArgumentsAreRejected(Bad bad) {
        SendWr wr = batch.add();

        refused(() -> bad.call().accept(wr), "ibv_post_send", bad.words());
    }

    @Test
    void numbersOfADestinationAreChecked() {
        AddressHandle ah = pd.createAh(AhAttr.builder().build());
        SendWr wr = batch.add();

        MwBindInfo part = new MwBindInfo(mr, mr.address(), 8, Flags.of(AccessFlag.REMOTE_READ));
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);

        refused(() -> wr.bindMw(window, MAX + 1, part), "rkey");
        refused(() -> wr.to(ah, 0x100_0000, 1), "remote_qpn");
        refused(() -> wr.to(ah, 1, MAX + 1), "remote_qkey");
        refused(() -> qp(QpType.UD).postSend(batch), "ud.ah = NULL");
    }

    /** In C, a bind and a large send share a union. The pointers of one must not remain when the other is set. */
    @Test
    void aLargeSendClearsTheBindAndABindTheLargeSend() {
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        MwBindInfo part = new MwBindInfo(mr, mr.address(), 8, Flags.of(AccessFlag.REMOTE_READ));
        QueuePair qp = qp(QpType.RC);
        SendWr wr = batch.add().bindMw(window, 1, part).tso(ByteBuffer.allocate(8), 1);

        wr.opcodeCode(WrOpcode.BIND_MW.value());
        refused(() -> qp.postSend(batch), "bind_mw.mw = NULL");
        wr.bindMw(window, 1, part).opcodeCode(WrOpcode.TSO.value());
        refused(() -> qp.postSend(batch), "tso.hdr = NULL");
        wr.tso(ByteBuffer.allocate(8), 1);
        qp.postSend(batch);
        wr.bindMw(window, 1, part);
        qp.postSend(batch);
    }

    @Test
    void anAtomicOrATransferHasNoAddressHandle() {
        QueuePair ud = qp(QpType.UD);
        AddressHandle ah = pd.createAh(AhAttr.builder().build());
        for (Consumer<SendWr> other :
                List.<Consumer<SendWr>>of(wr -> wr.write(1, 1), wr -> wr.read(1, 1), wr -> wr.fetchAdd(8, 1, 1))) {
            batch.clear();
            SendWr wr = batch.add().to(ah, 1, 1);
            ud.postSend(batch);
            other.accept(wr);
            wr.send();

            refused(() -> ud.postSend(batch), "ud.ah = NULL");
        }
    }
}
