// SPDX-License-Identifier: Apache-2.0
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
 * Measures the heap that live queue pairs of the simulator retain, including their handles.
 *
 * <p>Each measurement runs once in its own JVM. Otherwise garbage of an earlier round, collected later, would be
 * subtracted from the heap of these queue pairs.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class SimHeap {
    /** The state that the queue pairs have reached. */
    public enum Progress {
        /** The queue pairs are in RESET. */
        CREATED,
        /** The queue pairs are in RTS, and each has transferred a message. */
        USED
    }

    /** Counts the retained bytes, in total and per queue pair. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Kept {
        public long bytes;
        public long bytesPerQueuePair;
    }

    /** Holds the queue pairs of one measurement. */
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

        /**
         * Returns the used heap after several collections; objects that the first one releases may free more in the
         * next.
         */
        private long used() {
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
            }
            return memory.getHeapMemoryUsage().getUsed();
        }
    }

    /**
     * Creates the queue pairs and measures the heap. The time is meaningless, because it includes garbage collections.
     */
    @Benchmark
    public void liveQueuePairs(LivePairs live, Kept kept) {
        live.make();
        kept.bytes = live.grown();
        kept.bytesPerQueuePair = kept.bytes / live.qps;
    }
}
