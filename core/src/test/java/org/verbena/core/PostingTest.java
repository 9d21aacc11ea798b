// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.stubbing.Answer;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MrReregAttr;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WrOpcode;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.RecvWrLayout;
import org.verbena.spi.work.SendWrLayout;
import org.verbena.spi.work.SgeLayout;

class PostingTest {
    private static final Flags<AccessFlag> LOCAL = Flags.of(AccessFlag.LOCAL_WRITE);

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = FakeDriver.cq(context);

    /** The wr_id of each work request that the driver has accepted, in the order of the list. */
    private final List<Long> posted = new ArrayList<>();

    private ByteBuffer seen = ByteBuffer.allocate(0);

    /** Returns a post that accepts a number of work requests and rejects the next one. */
    private Answer<Integer> taking(int room, int errno) {
        return call -> {
            DriverMemory memory = call.getArgument(0);
            seen = memory.view(0, (int) memory.length()).order(ByteOrder.nativeOrder());
            long at = memory.address() + call.<Long>getArgument(1);
            for (int taken = 0; at != 0; taken++) {
                int offset = (int) (at - memory.address());
                if (taken == room) {
                    seen.putLong((int) (long) call.<Long>getArgument(2), at);
                    return errno;
                }
                posted.add(seen.getLong(offset));
                at = seen.getLong(offset + SendWrLayout.NEXT);
            }
            return 0;
        };
    }

    private QueuePair qp(QpType type) {
        return pd.createQp(QpInitAttr.builder()
                .qpType(type)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(16)
                .build());
    }

    private SendBatch sends(int count) {
        SendBatch batch = context.newSendBatch(8, 2, 64);
        for (int i = 0; i < count; i++) {
            batch.add().wrId(100 + i).signaled();
        }
        return batch;
    }

    @Test
    void aListReachesTheDriverInOrder() {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(taking(8, 0));

        qp(QpType.RC).postSend(sends(3));

        assertThat(posted).containsExactly(100L, 101L, 102L);
    }

    @Test
    void aPartOfAListIsPostedAndTheListIsWholeAfterwards() {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(taking(8, 0));
        QueuePair qp = qp(QpType.RC);
        SendBatch batch = sends(4);

        qp.postSend(batch, 1, 3);
        qp.postSend(batch, 2, 2);
        qp.postSend(batch);

        assertThat(posted).containsExactly(101L, 102L, 100L, 101L, 102L, 103L);
    }

    @Test
    void aFullQueueTellsWhereItStoppedWithoutAStackTrace() {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(taking(2, Errno.ENOMEM.number()));

        PostException full =
                catchThrowableOfType(PostException.class, () -> qp(QpType.RC).postSend(sends(4)));

        assertThat(full.badWr()).isEqualTo(2);
        assertThat(full.isQueueFull()).isTrue();
        assertThat(full.errno()).isEqualTo(Errno.ENOMEM);
        assertThat(full.getStackTrace()).isEmpty();
        assertThat(posted).containsExactly(100L, 101L);
    }

    @Test
    void aWorkRequestWithTooMuchIsNotAFullQueue() {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(taking(0, Errno.ENOMEM.number()));
        SendBatch batch = context.newSendBatch(1, 3, 128);
        batch.add().inlineData(ByteBuffer.allocate(65));

        assertThatExceptionOfType(PostException.class)
                .isThrownBy(() -> qp(QpType.RC).postSend(batch))
                .satisfies(refused -> assertThat(refused.isQueueFull()).isFalse())
                .withMessageContaining("wr[0] inline data = 65, limit 64");

        batch.get(0).noData().sge(1, 1, 1).sge(2, 2, 2).sge(3, 3, 3);
        assertThatExceptionOfType(PostException.class)
                .isThrownBy(() -> qp(QpType.RC).postSend(batch))
                .withMessageContaining("wr[0].num_sge = 3, limit 2");
    }

    @Test
    void theStateIsNamedWhenItIsTheReason() {
        when(driver.qp.state()).thenReturn(QpState.INIT);
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(taking(0, Errno.EINVAL.number()));

        assertThatExceptionOfType(PostException.class)
                .isThrownBy(() -> qp(QpType.RC).postSend(sends(1)))
                .withMessageContaining("qp_state = INIT");
    }

    @Test
    void fieldsHaveTheOffsetsOfTheCStruct() {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(taking(8, 0));
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(4096), LOCAL);
        SendBatch batch = context.newSendBatch(1, 2, 16);
        SendWr wr = batch.add().wrId(-1).writeImm(0x1122334455667788L, 0xFFFF_FFFFL, 0x01020304);
        wr.flags(Flags.of(SendFlag.SIGNALED, SendFlag.FENCE)).sge(mr, 16, 32).sge(0xA000, 4, 7);

        qp(QpType.RC).postSend(batch);

        assertThat(seen.getLong(SendWrLayout.WR_ID)).isEqualTo(-1);
        assertThat(seen.getInt(SendWrLayout.OPCODE)).isEqualTo(WrOpcode.RDMA_WRITE_WITH_IMM.value());
        assertThat(seen.getInt(SendWrLayout.SEND_FLAGS)).isEqualTo(3);
        assertThat(seen.getInt(SendWrLayout.NUM_SGE)).isEqualTo(2);
        assertThat(seen.getLong(SendWrLayout.RDMA_REMOTE_ADDR)).isEqualTo(0x1122334455667788L);
        assertThat(seen.getInt(SendWrLayout.RDMA_RKEY)).isEqualTo(-1);
        assertThat(new byte[] {seen.get(36), seen.get(37), seen.get(38), seen.get(39)})
                .containsExactly(1, 2, 3, 4);
        int sge = (int) (seen.getLong(SendWrLayout.SG_LIST) - FakeMemory.ADDRESS);
        assertThat(seen.getLong(sge + SgeLayout.ADDR)).isEqualTo(0x7010);
        assertThat(seen.getInt(sge + SgeLayout.LENGTH)).isEqualTo(32);
        assertThat(seen.getInt(sge + SgeLayout.LKEY)).isEqualTo(0x1234);
        assertThat(seen.getLong(sge + SgeLayout.SIZE + SgeLayout.ADDR)).isEqualTo(0xA000);
    }

    @Test
    void aPatchedFieldIsPostedAndTheOthersStay() {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(taking(8, 0));
        QueuePair qp = qp(QpType.RC);
        SendBatch batch = context.newSendBatch(1, 1, 16);
        SendWr wr = batch.add().write(0x1000, 9).sge(0xA000, 4, 7);
        qp.postSend(batch);

        wr.wrId(5).setSge(0, 0xB000, 8, 7);
        qp.postSend(batch);

        int sge = (int) (seen.getLong(SendWrLayout.SG_LIST) - FakeMemory.ADDRESS);
        assertThat(posted).containsExactly(0L, 5L);
        assertThat(seen.getLong(SendWrLayout.RDMA_REMOTE_ADDR)).isEqualTo(0x1000);
        assertThat(seen.getLong(sge + SgeLayout.ADDR)).isEqualTo(0xB000);
        assertThat(seen.getInt(sge + SgeLayout.LENGTH)).isEqualTo(8);
    }

    @Test
    void inlineDataIsCopiedIntoTheBatch() {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(taking(8, 0));
        ByteBuffer data = ByteBuffer.wrap(new byte[] {1, 2, 3});
        SendBatch batch = context.newSendBatch(2, 0, 16);
        batch.add();
        SendWr wr = batch.add().send().inlineData(data).solicited();
        data.put(0, (byte) 9);

        qp(QpType.RC).postSend(batch);

        int at = SendWrLayout.SIZE;
        int sge = (int) (seen.getLong(at + SendWrLayout.SG_LIST) - FakeMemory.ADDRESS);
        int bytes = (int) (seen.getLong(sge + SgeLayout.ADDR) - FakeMemory.ADDRESS);
        assertThat(data.remaining()).isEqualTo(3);
        assertThat(seen.getInt(at + SendWrLayout.SEND_FLAGS)).isEqualTo(8 | 4);
        assertThat(seen.getInt(sge + SgeLayout.LENGTH)).isEqualTo(3);
        assertThat(new byte[] {seen.get(bytes), seen.get(bytes + 1), seen.get(bytes + 2)})
                .containsExactly(1, 2, 3);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> wr.sge(0xA000, 4, 7))
                .withMessageContaining("inline");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> wr.inlineData(ByteBuffer.allocate(17)))
                .withMessageContaining("inline data = 17, limit 0..16");
    }

    @Test
    void aPartOutsideItsRegionIsRefusedAtOnce() {
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(4096), LOCAL);
        SendWr wr = context.newSendBatch(1, 1, 0).add();

        wr.sge(mr, 4096, 0);
        for (long[] part : new long[][] {{4096, 1}, {0, 4097}, {-1, 1}, {4097, 0}, {1, Integer.MAX_VALUE}}) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> wr.noData().sge(mr, part[0], part[1]))
                    .withMessageContaining("within the 4096 bytes of " + mr);
        }
        wr.noData().sge(mr);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> wr.sge(mr))
                .withMessageContaining("num_sge = 2, limit 0..1");
    }

    @Test
    void aDatagramRequiresAnOpenAddressHandle() {
        QueuePair ud = qp(QpType.UD);
        SendBatch batch = context.newSendBatch(2, 1, 16);
        batch.add();
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> ud.postSend(batch))
                .withMessageContaining("wr[0].ud.ah = NULL");

        AddressHandle ah = pd.createAh(AhAttr.builder().build());
        batch.get(0).to(ah, 17, 5);
        ud.postSend(batch);
        // In C, the remote address of an RDMA write and the address handle share a union.
        batch.get(0).write(0x1000, 1);
        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> ud.postSend(batch));

        batch.get(0).to(ah, 17, 5);
        ah.close();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> ud.postSend(batch));
        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(() -> batch.get(0).to(ah, 17, 5));
    }

    @Test
    void anAddressHandleStaysUsableAfterAFailedDestroy() {
        QueuePair ud = qp(QpType.UD);
        AddressHandle ah = pd.createAh(AhAttr.builder().build());
        SendBatch batch = context.newSendBatch(1, 1, 16);
        batch.add().to(ah, 17, 5);
        doThrow(new VerbsException("ibv_destroy_ah", Errno.EBUSY, "ah", Diagnosis.UNKNOWN))
                .when(driver.ah)
                .destroy();

        assertThatExceptionOfType(VerbsException.class).isThrownBy(ah::close);
        ud.postSend(batch);

        verify(driver.qp).postSend(any(), anyLong(), anyLong());
    }

    @Test
    void operationsWithoutFieldsInCsStructAreRefused() {
        QueuePair qp = qp(QpType.RC);
        SendBatch batch = context.newSendBatch(2, 1, 16);
        batch.add();
        for (WrOpcode opcode : List.of(WrOpcode.DRIVER1, WrOpcode.FLUSH, WrOpcode.ATOMIC_WRITE)) {
            batch.get(0).opcodeCode(opcode.value());
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> qp.postSend(batch))
                    .withMessageContaining("wr[0].opcode = " + opcode);
        }
        batch.get(0).opcodeCode(WrOpcode.BIND_MW.value());
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> qp.postSend(batch))
                .withMessageContaining("bind_mw.mw = NULL");
        batch.get(0).opcodeCode(WrOpcode.TSO.value());
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> qp.postSend(batch))
                .withMessageContaining("tso.hdr = NULL");
        verify(driver.qp, never()).postSend(any(), anyLong(), anyLong());
    }

    @Test
    void rawPacketsLieInOpenRegions() {
        QueuePair raw = qp(QpType.RAW_PACKET);
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(4096), LOCAL);
        SendBatch batch = context.newSendBatch(1, 2, 0);
        SendWr wr = batch.add().sge(mr, 0, 64).sge(0xA000, 4, 7);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> raw.postSend(batch))
                .withMessageContaining("parts of memory regions");

        wr.noData().sge(mr, 0, 64);
        raw.postSend(batch);
        mr.close();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> raw.postSend(batch));
    }

    /** The processor can read only the addresses of the process. Any other address would crash the JVM. */
    @Test
    void rawPacketsAreNotReadAtAddressesThatWereChosen() {
        when(driver.pd.regMrIova(any(), anyLong(), any())).thenReturn(driver.mr);
        QueuePair raw = qp(QpType.RAW_PACKET);
        MemoryRegion chosen = pd.regMrIova(ByteBuffer.allocateDirect(64), 0x12000, LOCAL);
        MemoryRegion fromZero = pd.regMr(ByteBuffer.allocateDirect(64), LOCAL.with(AccessFlag.ZERO_BASED));
        SendBatch batch = context.newSendBatch(1, 1, 0);
        for (MemoryRegion mr : List.of(chosen, fromZero)) {
            batch.clear();
            batch.add().sge(mr, 0, 32);

            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> raw.postSend(batch))
                    .withMessageContaining("addr = 0x" + Long.toHexString(mr.iova()))
                    .withMessageContaining("chosen iova");
            qp(QpType.RC).postSend(batch);
        }
    }

    @Test
    void rawPacketsAreNotReadWhereARegionWasBefore() {
        QueuePair raw = qp(QpType.RAW_PACKET);
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(64), LOCAL);
        SendBatch batch = context.newSendBatch(1, 1, 0);
        batch.add().sge(mr, 0, 32);
        raw.postSend(batch);
        when(driver.mr.address()).thenReturn(0x9000L);
        mr.rereg(MrReregAttr.builder().memory(ByteBuffer.allocateDirect(64)).build());

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> raw.postSend(batch))
                .withMessageContaining("a former address of the region");
        batch.clear();
        batch.add().sge(mr, 0, 32);
        raw.postSend(batch);

        verify(driver.qp, times(2)).postSend(any(), anyLong(), anyLong());
    }

    /** With source_qpn, mlx5 copies the header of a datagram from the first element, even if num_sge is 0. */
    @Test
    void datagramsWithSourceQpnMustLieInRegions() {
        when(driver.context.createQpEx(any())).thenReturn(driver.qp);
        QueuePair underlay = context.createQpEx(QpInitAttr.builder()
                .qpType(QpType.UD)
                .pd(pd)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(16)
                .createFlags(QpCreateFlag.SOURCE_QPN)
                .sourceQpn(17)
                .build());
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(64), LOCAL);
        SendBatch batch = context.newSendBatch(1, 1, 16);
        SendWr wr = batch.add().to(pd.createAh(AhAttr.builder().build()), 17, 5);

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> underlay.postSend(batch))
                .withMessageContaining("num_sge = 0");
        wr.sge(0xA000, 32, 7);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> underlay.postSend(batch))
                .withMessageContaining("parts of memory regions");
        wr.noData().sge(mr, 0, 32);
        underlay.postSend(batch);
        wr.inlineData(ByteBuffer.allocate(16));
        underlay.postSend(batch);

        verify(driver.qp, times(2)).postSend(any(), anyLong(), anyLong());
    }

    @Test
    void receivesReachTheDriver() {
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenAnswer(taking(1, Errno.ENOMEM.number()));
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(4096), LOCAL);
        RecvBatch batch = context.newRecvBatch(2, 1);
        batch.add().wrId(7).sge(mr);
        batch.add().wrId(8);

        PostException full =
                catchThrowableOfType(PostException.class, () -> qp(QpType.RC).postRecv(batch));

        assertThat(full.badWr()).isEqualTo(1);
        assertThat(full.isQueueFull()).isTrue();
        assertThat(posted).containsExactly(7L);
        assertThat(seen.getInt(RecvWrLayout.NUM_SGE)).isEqualTo(1);
    }

    @Test
    void aBatchBelongsToItsContext() {
        SendBatch foreign = driver.open().newSendBatch(1, 1, 0);

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> qp(QpType.RC).postSend(foreign))
                .withMessageContaining("a batch of device context");
    }

    @Test
    void aClosedQueuePairTakesNothing() {
        QueuePair qp = qp(QpType.RC);
        qp.close();

        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> qp.postSend(sends(1)));
        verify(driver.qp, never()).postSend(any(), anyLong(), anyLong());
    }

    @Test
    void theCapacityOfABatchIsLimited() {
        SendBatch batch = context.newSendBatch(1, 0, 0);
        batch.add();

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(batch::add)
                .withMessageContaining("size = 2, limit 0..1");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> context.newSendBatch(0, 1, 1))
                .withMessageContaining("capacity = 0, limit 1..65536");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> context.newSendBatch(65536, 1024, 65536))
                .withMessageContaining("contiguous block");
        batch.clear();
        assertThat(batch.size()).isZero();
    }
}
