// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.verbena.SendBatch;

/** Measures RDMA writes: posted as one list, executed by the NIC, and polled. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PostPoll {
    /** Holds the RDMA writes. The work requests are written only once. */
    public static class Writes extends Loopback {
        private SendBatch inlined;
        private SendBatch gathered;

        @Override
        public void open() {
            super.open();
            inlined = writes(outstanding, size <= INLINE_SIZE);
            gathered = writes(outstanding, false);
        }
    }

    /** Holds one write and the number of writes in flight. */
    public static class Busy extends Loopback {
        private SendBatch write;
        private int inFlight;

        @Override
        public void open() {
            super.open();
            write = writes(1, size <= INLINE_SIZE);
            inFlight = 0;
        }
    }

    @Benchmark
    public void postPollInline(Writes loopback) {
        loopback.near.postSend(loopback.inlined);
        FakedNic.progress(loopback.nearNum);
        loopback.await(loopback.cq, loopback.outstanding);
    }

    @Benchmark
    public void postPollSge(Writes loopback) {
        loopback.near.postSend(loopback.gathered);
        FakedNic.progress(loopback.nearNum);
        loopback.await(loopback.cq, loopback.outstanding);
    }

    @Benchmark
    public int emptyPoll(Loopback loopback) {
        return loopback.cq.poll(loopback.completions);
    }

    /** Keeps a fixed number of writes in flight: posts one, and polls when the number is reached. */
    @Benchmark
    public void writeRate(Busy loopback) {
        loopback.near.postSend(loopback.write);
        loopback.inFlight++;
        FakedNic.progress(loopback.nearNum);
        while (loopback.inFlight == loopback.outstanding) {
            loopback.inFlight -= loopback.pollOnce(loopback.cq);
        }
    }
}
