// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.io.IOException;
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
import org.verbena.bench.network.DatagramEnd;
import org.verbena.bench.network.PeerMain.Role;
import org.verbena.bench.network.PeerProcess;

/** Measures bare datagrams of the sizes of RoCEv2 packets, between two JVMs on the loopback interface. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BareDatagrams {
    /** A BTH and an ICRC. */
    private static final int HEADERS = 12 + 4;

    private static final int SMALL = 64 + HEADERS;
    private static final int LARGE = 4096 + HEADERS;
    private static final int PACKETS_OF_MEBIBYTE = 256;

    /** A socket and its peer. */
    @State(Scope.Thread)
    public abstract static class Link {
        private final Role role;
        DatagramEnd end;
        private PeerProcess peer;
        private int inFlight;

        Link(Role role) {
            this.role = role;
        }

        @Setup(Level.Trial)
        public void open() throws IOException {
            end = new DatagramEnd(PeerProcess.NEAR, PeerProcess.FAR);
            peer = new PeerProcess(role);
        }

        /** Sends a packet. Waits for an answer if too many packets are in flight. */
        void stream(int bytes) throws IOException {
            end.send(bytes);
            inFlight++;
            if (inFlight == DatagramEnd.WINDOW) {
                end.receive();
                inFlight -= DatagramEnd.PACKETS_PER_ANSWER;
            }
        }

        @TearDown(Level.Trial)
        public void close() throws IOException {
            end.close();
            peer.close();
        }
    }

    /** A socket whose peer receives. */
    public static class Stream extends Link {
        public Stream() {
            super(Role.DATAGRAM_SINK);
        }
    }

    /** A socket whose peer returns the packets. */
    public static class Echoes extends Link {
        public Echoes() {
            super(Role.DATAGRAM_ECHO);
        }
    }

    /** Sends a packet as long as a message of 64 bytes. */
    @Benchmark
    public void sendRate(Stream link) throws IOException {
        link.stream(SMALL);
    }

    /** Sends as many packets as a write of 1 MiB has. */
    @Benchmark
    public void writeBandwidth(Stream link) throws IOException {
        for (int i = 0; i < PACKETS_OF_MEBIBYTE; i++) {
            link.stream(LARGE);
        }
    }

    /** Sends a packet and waits until it comes back. */
    @Benchmark
    public void roundTrip(Echoes link) throws IOException {
        link.end.send(SMALL);
        link.end.receive();
    }
}
