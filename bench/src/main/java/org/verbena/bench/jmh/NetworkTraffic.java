// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.bench.network.PeerMain.Role;
import org.verbena.bench.network.PeerProcess;
import org.verbena.bench.network.SimEnd;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;

/** Measures two simulated devices on the network, in two JVMs on the loopback interface. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NetworkTraffic {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int WRITES_IN_FLIGHT = 4;

    /** A connection to the other JVM. */
    @State(Scope.Thread)
    public abstract static class Link {
        private final Role role;
        private final int most;
        SimEnd end;
        SendBatch batch;
        RecvBatch receive;
        private PeerProcess peer;
        private int inFlight;

        Link(Role role, int most) {
            this.role = role;
            this.most = most;
        }

        @Setup(Level.Trial)
        public void connect() throws IOException {
            peer = new PeerProcess(role);
            end = new SimEnd(PeerProcess.NEAR);
            Connector connector = Connector.create();
            InetSocketAddress address = new InetSocketAddress(PeerProcess.FAR, Integer.parseInt(peer.greeting()));
            ByteBuffer memory;
            try (Connection connection = connector.connect(end.qp(), address, ByteBuffer.allocate(0), LIMIT)) {
                memory = connection.privateData();
            }
            batch = end.context().newSendBatch(1);
            request(memory.getLong(), memory.getLong());
            receive = end.receives(1);
        }

        void request(long address, long rkey) {
            batch.add().send().signaled().sge(end.memory(), 0, SimEnd.MESSAGE_BYTES);
        }

        /** Posts the request. Waits for completions if too many requests are in flight. */
        void post() {
            end.qp().postSend(batch);
            inFlight++;
            if (inFlight == most) {
                inFlight -= end.awaitSent();
            }
        }

        @TearDown(Level.Trial)
        public void close() {
            while (inFlight > 0) {
                inFlight -= end.awaitSent();
            }
            end.close();
            peer.close();
        }
    }

    /** A connection for small messages. */
    public static class Sends extends Link {
        public Sends() {
            super(Role.SIM_SINK, SimEnd.SENDS);
        }
    }

    /** A connection for writes of 1 MiB. */
    public static class Writes extends Link {
        public Writes() {
            super(Role.SIM_SINK, WRITES_IN_FLIGHT);
        }

        @Override
        void request(long address, long rkey) {
            batch.add().write(address, rkey).signaled().sge(end.memory(), 0, SimEnd.BYTES);
        }
    }

    /** A connection whose messages come back. */
    public static class Echoes extends Link {
        public Echoes() {
            super(Role.SIM_ECHO, SimEnd.SENDS);
        }
    }

    /** Sends small messages, up to 128 of them in flight. */
    @Benchmark
    public void sendRate(Sends link) {
        link.post();
    }

    /** Writes 1 MiB, up to four times at once. */
    @Benchmark
    public void writeBandwidth(Writes link) {
        link.post();
    }

    /** Sends a small message and waits until it comes back. */
    @Benchmark
    public void roundTrip(Echoes link) {
        link.end.qp().postRecv(link.receive);
        link.post();
        link.end.awaitReceived();
    }
}
