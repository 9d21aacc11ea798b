package org.verbena.bench.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The heap that live queue pairs of the simulator keep, handles and all. Once in a JVM of its own: what queue pairs of a
 * round before leave behind is collected sooner or later, and would count as room that these do not take.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class SimHeap {
    /** How far the queue pairs have come. */
    public enum Progress {
        /** In RESET. */
        CREATED,
        /** In RTS, and a message has passed through each. */
        USED
    }

    /** What is kept, and by each queue pair. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Kept {
        public long bytes;
        public long bytesPerQueuePair;
    }

    /** The queue pairs of one measurement. */
    @State(Scope.Thread)
    public static class LivePairs {
        private static final int COLLECTIONS = 3;

        @Param("mlx5")
        String profile;

        @Param("100000")
        int qps;

        @Param({"CREATED", "USED"})
        Progress progress;

        private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        private SimTraffic traffic;
        private long before;

        @Setup(Level.Iteration)
        public void begin() {
            traffic = new SimTraffic(profile, qps, Long.BYTES, 1);
            before = used();
        }

        @TearDown(Level.Iteration)
        public void end() {
            traffic.close();
        }

        void make() {
            traffic.create();
            if (progress == Progress.USED) {
                traffic.connect();
                for (int i = 0; i < qps / 2; i++) {
                    traffic.send(traffic.takeTurn());
                    traffic.await(1);
                }
            }
        }

        long grown() {
            return used() - before;
        }

        /** What is left of collections: what the first releases may free more in the next. */
        private long used() {
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
            }
            return memory.getHeapMemoryUsage().getUsed();
        }
    }

    /** Makes them, and looks what is in the heap; the time says nothing, since it collects garbage too. */
    @Benchmark
    public void liveQueuePairs(LivePairs live, Kept kept) {
        live.make();
        kept.bytes = live.grown();
        kept.bytesPerQueuePair = kept.bytes / live.qps;
    }
}
