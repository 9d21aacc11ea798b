package org.verbena.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Messages through the simulator on one thread: RC, each with a receive and a send that are posted, its delivery, and
 * the polls of both completions. {@code messages} of the result is what one message takes, whatever {@code outstanding}
 * is. The pairs take turns.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SimMessages {
    /** What one invocation moves. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Moved {
        public long messages;
    }

    /** One message at a time is posted, {@code outstanding} of them over as many pairs before any is polled. */
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

    /** Lists of {@code outstanding} work requests, one pair after the other. */
    @Benchmark
    public void sendRecvPollList(SimPairs pairs, Moved moved) {
        pairs.traffic.sendList(pairs.traffic.takeTurn());
        pairs.traffic.await(pairs.outstanding);
        moved.messages += pairs.outstanding;
    }
}
