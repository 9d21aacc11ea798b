// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;

/** Creates, modifies and destroys objects: the steps of control_path.c. As there, each call builds its requests. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ControlPath {
    private static final int PORT = 1;
    private static final int INLINE_SIZE = 64;
    private static final int PAGE = 4096;
    private static final Flags<AccessFlag> LOCAL_WRITE = Flags.of(AccessFlag.LOCAL_WRITE);

    /** Holds a completion queue for the queue pairs. */
    public static class Queues extends OpenedDevice {
        CompletionQueue cq;

        @Override
        public void open() {
            super.open();
            cq = context.createCq(CqInitAttr.builder().cqe(2).build());
        }

        QueuePair createQp() {
            return pd.createQp(QpInitAttr.builder()
                    .qpType(QpType.RC)
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(1)
                    .maxRecvWr(1)
                    .maxSendSge(1)
                    .maxRecvSge(1)
                    .maxInlineData(INLINE_SIZE)
                    .build());
        }
    }

    /** Holds queue pairs that exist before the measurement. */
    public static class Crowd extends Queues {
        @Param({"0", "100", "10000"})
        int live;

        private final List<QueuePair> alive = new ArrayList<>();

        @Override
        public void open() {
            super.open();
            for (int i = 0; i < live; i++) {
                alive.add(createQp());
            }
        }
    }

    /** Holds a queue pair to be connected to itself. */
    public static class Single extends Queues {
        private QueuePair qp;
        private long qpNum;
        private Mtu mtu;
        private GidEntry gid;

        @Override
        public void open() {
            super.open();
            qp = createQp();
            qpNum = qp.qpNum();
            mtu = context.queryPort(PORT).activeMtu();
            gid = context.queryGidTable().stream()
                    .filter(entry -> entry.portNum() == PORT)
                    .min(Comparator.comparing((GidEntry entry) -> entry.gidType() != GidType.ROCE_V2)
                            .thenComparing(entry -> !entry.gid().isMappedIpv4())
                            .thenComparingLong(GidEntry::gidIndex))
                    .orElseThrow();
        }

        private void toInit() {
            qp.modify(QpAttr.builder()
                    .qpState(QpState.INIT)
                    .pkeyIndex(0)
                    .portNum(PORT)
                    .qpAccessFlags(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE)
                    .build());
        }

        private void toRtr() {
            GlobalRoute route = new GlobalRoute(gid.gid(), 0, (int) gid.gidIndex(), 64, 0);
            qp.modify(QpAttr.builder()
                    .qpState(QpState.RTR)
                    .ahAttr(AhAttr.builder().portNum(PORT).grh(route).build())
                    .pathMtu(mtu)
                    .destQpNum(qpNum)
                    .rqPsn(0)
                    .maxDestRdAtomic(1)
                    .minRnrTimer(12)
                    .build());
        }

        private void toRts() {
            qp.modify(QpAttr.builder()
                    .qpState(QpState.RTS)
                    .sqPsn(0)
                    .timeout(14)
                    .retryCnt(7)
                    .rnrRetry(7)
                    .maxRdAtomic(1)
                    .build());
        }

        private void toReset() {
            qp.modify(QpAttr.builder().qpState(QpState.RESET).build());
        }
    }

    /** Holds unregistered memory of the size of two messages. */
    public static class Unregistered extends OpenedDevice {
        @Param("64")
        int size;

        private ByteBuffer memory;

        @Override
        public void open() {
            super.open();
            int length = Math.multiplyExact(2, size);
            memory = ByteBuffer.allocateDirect(length + 2 * PAGE)
                    .alignedSlice(PAGE)
                    .slice(0, length);
        }
    }

    @Benchmark
    public void createQp(Crowd crowd) {
        crowd.createQp().close();
    }

    @Benchmark
    public void modifyQp(Single single) {
        single.toInit();
        single.toRtr();
        single.toRts();
        single.toReset();
    }

    @Benchmark
    public void regMr(Unregistered unregistered) {
        unregistered.pd.regMr(unregistered.memory, LOCAL_WRITE).close();
    }
}
