// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import java.nio.ByteBuffer;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.WqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WrOpcode;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.InvalidRequestException;

/** Tests that a post fails if the queue pair has no such queue, or if C would dereference an invalid pointer. */
class PostRulesTest {
    private static final Flags<AccessFlag> LOCAL = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = FakeDriver.cq(context);
    private final MemoryRegion region = pd.regMr(ByteBuffer.allocateDirect(4096), LOCAL);
    private final MwBindInfo part = new MwBindInfo(region, region.address(), 64, Flags.of(AccessFlag.REMOTE_READ));
    private final SendBatch sends = context.newSendBatch(2, 1, 64);

    private QpInitAttr.Builder request(QpType type) {
        QpInitAttr.Builder request = QpInitAttr.builder().qpType(type);
        if (type == QpType.XRC_RECV) {
            return request;
        }
        request.pd(pd).sendCq(cq).maxSendWr(16);
        return type == QpType.XRC_SEND ? request : request.recvCq(cq);
    }

    private QueuePair qp(QpType type) {
        return context.createQpEx(request(type).build());
    }

    private QueuePair rss() {
        RwqIndTable table = context.createRwqIndTable(RwqIndTableAttr.of(
                List.of(context.createWq(WqInitAttr.builder().pd(pd).cq(cq).build()))));
        return context.createQpEx(QpInitAttr.builder()
                .qpType(QpType.RAW_PACKET)
                .pd(pd)
                .rwqIndTbl(table)
                .rxHashConf(RxHashConf.toeplitz(new byte[40], RxHashField.SRC_IPV4))
                .build());
    }

    private SendBatch oneSend() {
        sends.clear();
        sends.add();
        return sends;
    }

    private RecvBatch oneReceive() {
        RecvBatch batch = context.newRecvBatch(1, 1);
        batch.add();
        return batch;
    }

    private static void refused(ThrowingCallable call, String... words) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call)
                .withMessageContainingAll(words);
    }

    private void assertNothingPosted() {
        verify(driver.qp, never()).postSend(any(), anyLong(), anyLong());
        verify(driver.qp, never()).postRecv(any(), anyLong(), anyLong());
    }

    // ---------------------------------------------------------------- missing queues

    @Test
    void anXrcTargetHasNoQueues() {
        QueuePair target = qp(QpType.XRC_RECV);

        refused(() -> target.postSend(oneSend()), "ibv_post_send", "send queue = none", "XRC target");
        refused(() -> target.postRecv(oneReceive()), "ibv_post_recv", "receive queue = none", "shared receive queue");
        assertNothingPosted();
    }

    @Test
    void anXrcInitiatorHasNoReceiveQueue() {
        QueuePair initiator = qp(QpType.XRC_SEND);

        refused(() -> initiator.postRecv(oneReceive()), "receive queue = none", "XRC initiator");
        assertNothingPosted();
        initiator.postSend(oneSend());
        verify(driver.qp).postSend(any(), anyLong(), anyLong());
    }

    @Test
    void aQueuePairOverATableHasNoQueues() {
        QueuePair rss = rss();

        refused(() -> rss.postSend(oneSend()), "send queue = none", "cannot send");
        refused(() -> rss.postRecv(oneReceive()), "receive queue = none", "post receives to its work queues");
        assertNothingPosted();
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "UD", "RAW_PACKET"})
    void otherTypesPostReceives(QpType type) {
        qp(type).postRecv(oneReceive());

        verify(driver.qp).postRecv(any(), anyLong(), anyLong());
    }

    // ---------------------------------------------------------------- windows

    private MwBind bind() {
        return new MwBind(1, Flags.none(SendFlag.class), part);
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "XRC_SEND"})
    void connectedQueuePairsBind(QpType type) {
        pd.allocMw(MwType.TYPE_1).bind(qp(type), bind());

        verify(driver.mw).bind(any(), any());
    }

    @ParameterizedTest
    @EnumSource(names = {"UD", "RAW_PACKET"})
    void unconnectedQueuePairsDoNotBind(QpType type) {
        MemoryWindow window = pd.allocMw(MwType.TYPE_1);

        refused(() -> window.bind(qp(type), bind()), "ibv_bind_mw", "qp_type = " + type, "RC, UC or XRC_SEND");
        verify(driver.mw, never()).bind(any(), any());
    }

    @Test
    void aPostedBindNeedsAWindowAndARegionThatAreOpen() {
        QueuePair qp = qp(QpType.RC);
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        oneSend().get(0).opcodeCode(WrOpcode.BIND_MW.value());
        refused(() -> qp.postSend(sends), "wr[0].bind_mw.mw = NULL", "a window and a region");
        assertNothingPosted();

        sends.get(0).bindMw(window, 1, part);
        qp.postSend(sends);
        verify(driver.qp).postSend(any(), anyLong(), anyLong());

        window.close();
        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(() -> qp.postSend(sends))
                .withMessageContaining("memory window");
        sends.get(0).bindMw(pd.allocMw(MwType.TYPE_2), 1, part);
        region.close();
        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(() -> qp.postSend(sends))
                .withMessageContaining("memory region");
    }

    // ---------------------------------------------------------------- work requests

    @Test
    void aLargePacketNeedsAHeader() {
        QueuePair qp = qp(QpType.RC);
        oneSend().get(0).opcodeCode(WrOpcode.TSO.value());
        refused(() -> qp.postSend(sends), "wr[0].tso.hdr = NULL", "needs a header");
        assertNothingPosted();

        sends.get(0).tso(ByteBuffer.allocate(14), 1000);
        qp.postSend(sends);
        verify(driver.qp).postSend(any(), anyLong(), anyLong());
    }

    @Test
    void localOperationsHaveNoData() {
        QueuePair qp = qp(QpType.RC);
        SendWr wr = oneSend().get(0);
        wr.bindMw(pd.allocMw(MwType.TYPE_2), 1, part).sge(region, 0, 8);
        refused(() -> qp.postSend(sends), "wr[0].num_sge = 1, limit 0", "call noData()");
        wr.noData().inlineLength(0);
        refused(() -> qp.postSend(sends), "wr[0].num_sge = 1, limit 0", "call noData()");
        wr.localInv(1);
        refused(() -> qp.postSend(sends), "wr[0].num_sge = 1, limit 0", "call noData()");
        assertNothingPosted();

        wr.noData();
        qp.postSend(sends);
        verify(driver.qp).postSend(any(), anyLong(), anyLong());
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "XRC_SEND"})
    void atomicOperationsHaveNoInlineData(QpType type) {
        QueuePair qp = qp(type);
        SendWr wr = oneSend().get(0);
        wr.fetchAdd(0, 1, 1).inlineLength(8);
        refused(() -> qp.postSend(sends), "wr[0] inline data = 8 bytes, limit an element");
        wr.compareSwap(0, 1, 1, 1);
        refused(() -> qp.postSend(sends), "wr[0] inline data = 8 bytes, limit an element");
        assertNothingPosted();

        wr.noData().sge(region, 0, 8);
        qp.postSend(sends);
        verify(driver.qp).postSend(any(), anyLong(), anyLong());
    }

    @ParameterizedTest
    @CsvSource({"DRIVER1", "FLUSH", "ATOMIC_WRITE"})
    void operationsOfBuildersAreNotPosted(WrOpcode opcode) {
        oneSend().add().opcodeCode(opcode.value());
        QueuePair qp = qp(QpType.RC);

        refused(() -> qp.postSend(sends), "wr[1].opcode = " + opcode, "struct ibv_send_wr has no fields");
        assertNothingPosted();
    }

    @Test
    void workRequestsOutsideTheRangeAreNotChecked() {
        oneSend().add().opcodeCode(WrOpcode.FLUSH.value());

        qp(QpType.RC).postSend(sends, 0, 1);

        verify(driver.qp).postSend(any(), anyLong(), anyLong());
    }

    @Test
    void aDatagramRequiresAnAddressHandle() {
        QueuePair qp = qp(QpType.UD);

        refused(() -> qp.postSend(oneSend()), "wr[0].ud.ah = NULL", "needs an address handle");
        assertNothingPosted();
    }
}
