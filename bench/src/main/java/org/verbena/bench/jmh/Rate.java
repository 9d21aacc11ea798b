package org.verbena.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.verbena.SendBatch;

/** Measures the rate of RDMA writes with a fixed number of them in flight. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Rate {
    /** Holds the write and the number of writes in flight. */
    public static class Busy extends Loopback {
        private SendBatch write;
        private int underWay;

        @Override
        public void open() {
            super.open();
            write = writes(1, size <= INLINE_SIZE);
            underWay = 0;
        }
    }

    @Benchmark
    public void writeRate(Busy loopback) {
        loopback.near.postSend(loopback.write);
        loopback.underWay++;
        FakedNic.progress(loopback.nearNum);
        while (loopback.underWay == loopback.outstanding) {
            loopback.underWay -= loopback.pollOnce(loopback.cq);
        }
    }
}
