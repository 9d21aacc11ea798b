// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcStatus;
import org.verbena.connect.Connector;
import org.verbena.provider.ffm.memory.MemorySegments;

/** Checks that memory segments work like other memory with both native providers. */
class MemorySegmentIT {
    private static final Flags<AccessFlag> ALL = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void dataGoesFromSegmentToSegment(String provider) {
        try (Arena arena = Arena.ofShared();
                DeviceContext context =
                        Mlx5.provider(provider).device(Mlx5.DEVICE).open()) {
            MemorySegment source = arena.allocate(4096).fill((byte) 7);
            MemorySegment target = arena.allocate(4096);
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(16).build());
            MemoryRegion from = MemorySegments.regMr(pd, source, ALL);
            MemoryRegion to = MemorySegments.regMr(pd, target.asSlice(100, 1000), ALL);
            QpInitAttr attr = QpInitAttr.builder()
                    .qpType(QpType.RC)
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(1)
                    .maxSendSge(1)
                    .build();
            QueuePair sender = pd.createQp(attr);
            Connector.create().connect(sender, pd.createQp(attr));
            SendBatch write = context.newSendBatch(1, 1, 0);
            write.add().write(to.address(), to.rkey()).sge(from, 0, 1000).signaled();

            sender.postSend(write);

            assertThat(statusOfNext(context, cq)).isEqualTo(WcStatus.SUCCESS);
            assertThat(target.asSlice(100, 1000).mismatch(source.asSlice(0, 1000)))
                    .isEqualTo(-1);
            assertThat(target.asSlice(0, 100).mismatch(source)).isZero();
        }
    }

    private static ByteBuffer bufferOfAClosedArena() {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(64).asByteBuffer();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void inlineDataOfAClosedArenaFailsTheListOfWorkRequests(String provider) {
        ByteBuffer closed = bufferOfAClosedArena();
        try (DeviceContext context = Mlx5.provider(provider).device(Mlx5.DEVICE).open()) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(16).build());
            MemoryRegion region = pd.allocMr(4096, ALL);
            QpInitAttr attr = QpInitAttr.builder()
                    .qpType(QpType.RC)
                    .pd(pd)
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(4)
                    .maxSendSge(1)
                    .maxInlineData(64)
                    .sendOpsFlags(SendOp.RDMA_WRITE)
                    .build();
            QueuePair sender = context.createQpEx(attr);
            Connector.create().connect(sender, context.createQpEx(attr));
            QueuePairEx builders = sender.toQpEx().orElseThrow();

            builders.wrStart();
            builders.wrId(1).wrFlags(Flags.of(SendFlag.SIGNALED)).wrRdmaWrite(region.rkey(), region.address());
            assertThatThrownBy(() -> builders.wrSetInlineData(closed)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(builders::wrComplete).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> builders.wrSetSge(region, 0, 8)).isInstanceOf(IllegalStateException.class);
            builders.wrAbort();
            builders.wrStart();
            builders.wrId(2).wrRdmaWrite(region.rkey(), region.address()).wrSetSge(region, 0, 8);
            builders.wrComplete();

            assertThat(nextNumber(context, cq)).isEqualTo(2);
        }
    }

    /**
     * A failed builder call fails the whole list. Otherwise libmlx5 would post the entry that the failed call did not
     * write.
     */
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void anInvalidTsoHeaderFailsTheListOfWorkRequests(String provider) {
        ByteBuffer closed = bufferOfAClosedArena();
        try (DeviceContext context = Mlx5.provider(provider).device(Mlx5.DEVICE).open()) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(16).build());
            MemoryRegion region = pd.allocMr(4096, ALL);
            QueuePair qp = context.createQpEx(QpInitAttr.builder()
                    .qpType(QpType.RAW_PACKET)
                    .pd(pd)
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(4)
                    .maxSendSge(1)
                    .maxTsoHeader(64)
                    .sendOpsFlags(SendOp.SEND, SendOp.TSO)
                    .build());
            QueuePairEx builders = qp.toQpEx().orElseThrow();
            for (ByteBuffer header : List.of(closed, ByteBuffer.allocate(13), ByteBuffer.allocate(65))) {
                builders.wrStart();
                builders.wrId(1).wrFlags(Flags.of(SendFlag.SIGNALED));
                assertThatThrownBy(() -> builders.wrSendTso(header, 100)).isInstanceOf(RuntimeException.class);
                assertThatThrownBy(() -> builders.wrSetSge(region, 0, 64)).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(builders::wrSend).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(builders::wrComplete).isInstanceOf(IllegalStateException.class);
                builders.wrAbort();
            }
            qp.modify(QpAttr.builder().qpState(QpState.INIT).portNum(1).build());
            qp.modify(QpAttr.builder().qpState(QpState.RTR).build());
            qp.modify(QpAttr.builder().qpState(QpState.RTS).build());
            builders.wrStart();
            builders.wrId(2).wrSend().wrSetSge(region, 0, 64);
            builders.wrComplete();

            assertThat(nextNumber(context, cq)).isEqualTo(2);
        }
    }

    private static long nextNumber(DeviceContext context, CompletionQueue cq) {
        CompletionArray completions = context.newCompletionArray(4);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        int polled = cq.poll(completions);
        while (polled == 0) {
            assertThat(System.nanoTime()).as("maximum wait").isLessThan(deadline);
            Thread.onSpinWait();
            polled = cq.poll(completions);
        }
        assertThat(polled).isEqualTo(1);
        return completions.wrId(0);
    }

    private static WcStatus statusOfNext(DeviceContext context, CompletionQueue cq) {
        CompletionArray completion = context.newCompletionArray(1);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (cq.poll(completion) == 0) {
            assertThat(System.nanoTime()).as("maximum wait").isLessThan(deadline);
            Thread.onSpinWait();
        }
        return completion.status(0);
    }
}
