package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AccessFlag;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Flags;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QpType;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.WcStatus;
import org.verbena.connect.Connector;
import org.verbena.provider.ffm.memory.MemorySegments;

/** Memory segments are memory like any other, for both native providers. */
class MemorySegmentIT {
    private static final Flags<AccessFlag> ALL = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
    private static final long PATIENCE_NANOS = 20_000_000_000L;

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

    private static WcStatus statusOfNext(DeviceContext context, CompletionQueue cq) {
        CompletionArray completion = context.newCompletionArray(1);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (cq.poll(completion) == 0) {
            assertThat(System.nanoTime()).as("patience").isLessThan(deadline);
            Thread.onSpinWait();
        }
        return completion.status(0);
    }
}
