// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures messages through the simulator on one thread.
 *
 * <p>Each RC message takes a posted receive, a posted send, its delivery, and a poll of both completions. The counter
 * {@code messages} of the result is the cost of one message for any {@code outstanding}. The pairs take turns.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SimMessages {
    /** Counts the messages of one invocation. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Moved {
        public long messages;
    }

    /** Posts one message at a time. Polls after {@code outstanding} messages, spread over as many pairs. */
    @Benchmark
    public void sendRecvPoll(SimPairs pairs, Moved moved) {
        SimTraffic traffic = pairs.traffic;
        int count = pairs.outstanding;
        for (int i = 0; i < count; i++) {
            traffic.send(traffic.takeTurn());
        }
        traffic.await(count);
        moved.messages += count;
    }

    /** Posts lists of {@code outstanding} work requests, one pair after the other. */
    @Benchmark
    public void sendRecvPollList(SimPairs pairs, Moved moved) {
        pairs.traffic.sendList(pairs.traffic.takeTurn());
        pairs.traffic.await(pairs.outstanding);
        moved.messages += pairs.outstanding;
    }

    /** Holds connected queue pairs on one simulated device. */
    @State(Scope.Thread)
    public static class SimPairs {
        @Param("mlx5")
        String profile;

        @Param({"2", "100", "10000"})
        int qps;

        @Param("64")
        int size;

        @Param("1")
        int outstanding;

        SimTraffic traffic;

        @Setup(Level.Trial)
        public void connect() {
            traffic = new SimTraffic(profile, qps, size, outstanding);
            traffic.create();
            traffic.connect();
            // Moves long-lived objects to the old generation, as in a program that has run for a while. Barriers cost
            // more there.
            System.gc();
        }

        @TearDown(Level.Trial)
        public void close() {
            traffic.close();
        }
    }
}
