// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.stubbing.Answer;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.core.observe.DeviceCounters;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.WcLayout;

/** Tests the counters of the data path, also with a driver that rejects work requests or returns invalid numbers. */
class CountersTest {
    private static final int ENOENT = Errno.ENOENT.number();

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final QueuePair qp;
    private final Map<String, Long> before;
    private final long contextId;

    CountersTest() {
        DataPathCounters.enable();
        context = driver.open();
        contextId = newestContext();
        pd = context.allocPd();
        cq = FakeDriver.cq(context);
        qp = pd.createQp(FakeDriver.rc(cq));
        before = device().values();
    }

    @AfterEach
    void disable() {
        DataPathCounters.disable();
    }

    private static DeviceCounters device() {
        return DataPathCounters.devices().stream()
                .filter(device -> device.device().equals("fake0"))
                .findFirst()
                .orElseThrow();
    }

    /** Returns what the device has counted since the start of the test. */
    private long counted(String name) {
        return device().value(name) - before.get(name);
    }

    private static long newestContext() {
        return Inventory.handles().stream()
                .mapToLong(HandleInfo::contextId)
                .max()
                .orElseThrow();
    }

    private Map<String, Long> counters(Object handle) {
        return Inventory.counters(contextId).getOrDefault(handle.toString(), Map.of());
    }

    /** Returns a post that rejects the work request at an index. */
    private static Answer<Integer> rejecting(int index, int structSize) {
        return call -> {
            DriverMemory memory = call.getArgument(0);
            long badWr = call.getArgument(2);
            memory.view(0, (int) memory.length())
                    .order(ByteOrder.nativeOrder())
                    .putLong((int) badWr, memory.address() + call.<Long>getArgument(1) + (long) index * structSize);
            return Errno.ENOMEM.number();
        };
    }

    @Test
    void aPostCountsWorkRequestsAndBytes() {
        SendBatch batch = context.newSendBatch(8, 2, 64);
        batch.add().send().sge(0x1000, 100, 1).sge(0x2000, 20, 1);
        batch.add().write(0x9000, 5).inlineData(ByteBuffer.allocate(3));
        batch.add().read(0x9000, 5).sge(0x3000, 0x7FFF_FFFFL, 1);

        qp.postSend(batch);

        assertThat(counted("posted_sends")).isEqualTo(3);
        assertThat(counted("posted_send_bytes")).isEqualTo(123);
        assertThat(counted("posted_read_bytes")).isEqualTo(0x7FFF_FFFFL);
        assertThat(counters(qp)).containsEntry("posted_sends", 3L).containsEntry("posted_recvs", 0L);
    }

    @Test
    void rejectedWorkRequestsDoNotCount() {
        when(driver.qp.postSend(any(), anyLong(), anyLong())).thenAnswer(rejecting(1, 128));
        when(driver.qp.postRecv(any(), anyLong(), anyLong())).thenAnswer(rejecting(2, 32));
        SendBatch sends = context.newSendBatch(8, 2, 64);
        sends.add().send().sge(0x1000, 100, 1);
        sends.add().send().sge(0x1000, 10, 1);
        RecvBatch recvs = context.newRecvBatch(8, 1);
        recvs.add();
        recvs.add();
        recvs.add();

        assertThatExceptionOfType(PostException.class).isThrownBy(() -> qp.postSend(sends));
        assertThatExceptionOfType(PostException.class)
                .isThrownBy(() -> qp.postRecv(recvs))
                .satisfies(e -> assertThat(e.badWr()).isEqualTo(2));

        assertThat(counted("posted_sends")).isEqualTo(1);
        assertThat(counted("posted_send_bytes")).isEqualTo(100);
        assertThat(counted("posted_recvs")).isEqualTo(2);
    }

    @Test
    void buildersCountWhenTheListIsPosted() {
        QueuePairEx builders = driver.builders(
                pd, cq, QpType.RC, Flags.of(SendOp.SEND, SendOp.RDMA_READ, SendOp.LOCAL_INV, SendOp.ATOMIC_WRITE));
        SendBatch elements = context.newSendBatch(1, 2, 0);

        builders.wrStart();
        builders.wrSend().wrSetSge(1, 0x1000, 5);
        builders.wrAbort();
        builders.wrStart();
        builders.wrSend().wrSetInlineData(ByteBuffer.allocate(7));
        builders.wrSend().wrSetSgeList(elements.add().sge(0x1000, 30, 1).sge(0x2000, 3, 1));
        builders.wrRdmaRead(1, 2).wrSetSge(1, 0x1000, 50);
        builders.wrAtomicWrite(1, 2, 3);
        builders.wrLocalInv(1);
        assertThat(counted("posted_sends")).isZero();
        builders.wrComplete();

        assertThat(counted("posted_sends")).isEqualTo(5);
        assertThat(counted("posted_send_bytes")).isEqualTo(48);
        assertThat(counted("posted_read_bytes")).isEqualTo(50);

        when(driver.builder.complete()).thenReturn(Errno.ENOMEM.number());
        builders.wrStart();
        builders.wrLocalInv(1);
        assertThatExceptionOfType(VerbsException.class).isThrownBy(builders::wrComplete);
        assertThat(counted("posted_sends")).isEqualTo(5);
    }

    /** Returns a poll that writes completions, and returns the given number. */
    private static Answer<Integer> writing(int returned, int... statusAndOpcode) {
        return call -> {
            DriverMemory memory = call.getArgument(0);
            ByteBuffer wc = memory.view(0, (int) memory.length()).order(ByteOrder.nativeOrder());
            for (int i = 0; i < statusAndOpcode.length / 2; i++) {
                wc.putInt(i * WcLayout.SIZE + WcLayout.STATUS, statusAndOpcode[2 * i]);
                wc.putInt(i * WcLayout.SIZE + WcLayout.OPCODE, statusAndOpcode[2 * i + 1]);
                wc.putInt(i * WcLayout.SIZE + WcLayout.BYTE_LEN, 1000);
            }
            return returned;
        };
    }

    @Test
    void aPollCountsCompletionsByStatus() {
        int recv = WcOpcode.RECV.value();
        CompletionArray completions = context.newCompletionArray(5);
        when(driver.cq.poll(any(), anyLong(), anyInt()))
                .thenReturn(0)
                .thenAnswer(writing(5, 0, recv, 0, 0, 12, recv, 23, recv, 24, recv));

        cq.poll(completions);
        cq.poll(completions);

        assertThat(counted("polls")).isEqualTo(2);
        assertThat(counted("empty_polls")).isEqualTo(1);
        assertThat(counted("wc_success")).isEqualTo(2);
        assertThat(counted("wc_retry_exc_err")).isEqualTo(1);
        assertThat(counted("wc_tm_rndv_incomplete")).isEqualTo(1);
        assertThat(counted("wc_unknown")).isEqualTo(1);
        assertThat(counted("received_bytes")).isEqualTo(1000);
    }

    @Test
    void completionsThatDoNotExistAreNotCounted() {
        CompletionArray completions = context.newCompletionArray(1);
        when(driver.cq.poll(any(), anyLong(), anyInt())).thenReturn(Integer.MAX_VALUE, -5);

        assertThatExceptionOfType(VerbsException.class).isThrownBy(() -> cq.poll(completions));
        assertThatExceptionOfType(VerbsException.class).isThrownBy(() -> cq.poll(completions));

        assertThat(counted("polls")).isEqualTo(2);
        assertThat(counted("wc_success")).isEqualTo(1);
    }

    @Test
    void completionsThatAreReadInPlaceCount() {
        CompletionQueueEx extended = context.createCqEx(
                CqInitAttr.builder().cqe(1).wcFlags(WcFlag.BYTE_LEN).build());
        when(driver.reader.startPoll()).thenReturn(ENOENT, 0);
        when(driver.reader.nextPoll()).thenReturn(0, ENOENT);
        when(driver.reader.status()).thenReturn(WcStatus.SUCCESS.value(), WcStatus.WR_FLUSH_ERR.value());
        when(driver.reader.opcode()).thenReturn(WcOpcode.RECV.value());
        when(driver.reader.byteLen()).thenReturn(64L);

        assertThat(extended.startPoll()).isFalse();
        assertThat(extended.startPoll()).isTrue();
        assertThat(extended.nextPoll()).isTrue();
        assertThat(extended.nextPoll()).isFalse();
        extended.endPoll();

        assertThat(counters(extended))
                .containsEntry("polls", 2L)
                .containsEntry("empty_polls", 1L)
                .containsEntry("wc_success", 1L)
                .containsEntry("wc_wr_flush_err", 1L)
                .containsEntry("received_bytes", 64L);
    }

    @Test
    void completionEventsCount() {
        CompletionChannel channel = context.createCompChannel();
        when(driver.channel.nextEvent()).thenReturn(Optional.of(driver.cq)).thenReturn(Optional.empty());

        assertThat(channel.nextEvent()).contains(cq);
        assertThat(channel.nextEvent()).isEmpty();

        assertThat(counted("cq_events")).isEqualTo(1);
    }

    @Test
    void theCountsOfAClosedContextRemainWithTheDevice() {
        qp.postRecv(batchOfOne());
        context.close();

        assertThat(counted("posted_recvs")).isEqualTo(1);
        assertThat(counters(qp)).isEmpty();
    }

    @Test
    void onlyObjectsThatAreCreatedWhileCountingIsEnabledCount() {
        DataPathCounters.disable();
        QueuePair silent = pd.createQp(FakeDriver.rc(cq));

        silent.postRecv(batchOfOne());
        qp.postRecv(batchOfOne());

        assertThat(counters(silent)).isEmpty();
        assertThat(counted("posted_recvs")).isEqualTo(1);
    }

    private RecvBatch batchOfOne() {
        RecvBatch batch = context.newRecvBatch(1);
        batch.add();
        return batch;
    }
}
