// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.verbena.CompletionQueue;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;

/** Measures a round trip of one message; both ends run in this thread, and each polls as a program would. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Latency {
    private static final VarHandle BYTE = JAVA_BYTE.varHandle();

    /** Holds the memory that one end sends, and the memory where it sees the messages of the other end. */
    private static final class End {
        final QueuePair qp;
        final CompletionQueue cq;
        final SendBatch message;
        final RecvBatch receive;
        private final MemorySegment sent;
        private final MemorySegment memory;
        private final long last;

        End(Loopback loopback, boolean near, boolean write) {
            int size = loopback.size;
            int own = near ? 0 : size;
            qp = near ? loopback.near : loopback.far;
            cq = near ? loopback.cq : loopback.farCq;
            memory = MemorySegment.ofBuffer(loopback.memory.view(own, size));
            last = size - 1L;
            message = loopback.context.newSendBatch(1, 1, Loopback.INLINE_SIZE);
            SendWr wr = message.add().signaled();
            if (write) {
                wr.write(loopback.memory.address() + size - own, loopback.memory.rkey());
            } else {
                wr.send();
            }
            if (size <= Loopback.INLINE_SIZE) {
                wr.inlineData(loopback.memory.view(own, size));
                sent = MemorySegment.ofBuffer(wr.inlineArea());
            } else {
                wr.sge(loopback.memory, own, size);
                sent = memory;
            }
            receive = loopback.context.newRecvBatch(1, 1);
            receive.add().sge(loopback.memory, own, size);
        }

        void write(byte turn) {
            BYTE.setOpaque(sent, last, turn);
            qp.postSend(message);
        }

        /**
         * Reads memory until the other end has written it; opaque access corresponds to volatile in the C counterpart.
         */
        void awaitWritten(byte turn) {
            while ((byte) BYTE.getOpaque(memory, last) != turn) {
                // As in ib_write_lat: a busy loop that only reads.
            }
        }
    }

    /** Prepares RDMA writes. */
    public static class Writes extends Loopback {
        private End nearEnd;
        private End farEnd;
        private byte turn;

        @Override
        public void open() {
            super.open();
            nearEnd = new End(this, true, true);
            farEnd = new End(this, false, true);
        }
    }

    /** Prepares sends and receives. */
    public static class Sends extends Loopback {
        private End nearEnd;
        private End farEnd;

        @Override
        public void open() {
            super.open();
            nearEnd = new End(this, true, false);
            farEnd = new End(this, false, false);
        }
    }

    /** Measures writes that each side sees in its memory. */
    @Benchmark
    public void writeLatency(Writes writes) {
        End near = writes.nearEnd;
        End far = writes.farEnd;
        near.write(++writes.turn);
        far.awaitWritten(writes.turn);
        far.write(++writes.turn);
        near.awaitWritten(writes.turn);
        writes.await(near.cq, 1);
        writes.await(far.cq, 1);
    }

    /** Measures sends; each side polls the completion of its receive and that of the send before it. */
    @Benchmark
    public void sendLatency(Sends sends) {
        End near = sends.nearEnd;
        End far = sends.farEnd;
        far.qp.postRecv(far.receive);
        near.qp.postSend(near.message);
        sends.await(far.cq, 1);
        near.qp.postRecv(near.receive);
        far.qp.postSend(far.message);
        sends.await(near.cq, 2);
        sends.await(far.cq, 1);
    }
}
