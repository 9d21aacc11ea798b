// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks both sides of {@code verbena rstream}, over RDMA on two simulators and over TCP. The environment rsocket-net
 * connects them to the C program.
 */
class RstreamCommandTest {
    private final StreamSides sides = new StreamSides();

    @Test
    void theOutputIsThatOfC() throws Exception {
        CompletableFuture<CliRun> server = sides.startServer("rstream -S 3000 -C 100 -I 2" + sides.simulator());

        CliRun client = sides.runClient("rstream -S 3000 -C 100 -I 2" + sides.simulator());

        StreamSides.requireSuccess(client);
        StreamSides.requireSuccess(server.join());
        assertThat(client.err()).isEmpty();
        assertThat(server.join().err())
                .isEqualToNormalizingNewlines("listening on " + sides.serverAddress() + ":7471\n");
        String table = "name      bytes   xfers   iters   total       time     Gb/sec    usec/xfer\n"
                + "custom    2\\.9k    100     2       1\\.1m    +\\d+\\.\\d\\ds +\\d+\\.\\d\\d +\\d+\\.\\d\\d\n";
        assertThat(client.out().replace("\r", "")).matches(table);
        assertThat(server.join().out().replace("\r", "")).matches(table);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-T b", "-T n", "-T a", "-T a -T b", "-T v", "-T async -T verify", "-T blocking -T verify"})
    void everyCallModeTransfersTheData(String options) throws Exception {
        String all = "rstream -S 70000 -C 5 -I 3 -B 4096 --json " + options + sides.simulator();
        CompletableFuture<CliRun> server = sides.startServer(all);

        CliRun client = sides.runClient(all);

        StreamSides.requireSuccess(client);
        StreamSides.requireSuccess(server.join());
        assertThat(client.json()).containsEntry("role", "client").containsEntry("provider", "sim");
        assertThat(server.join().json()).containsEntry("role", "server");
        JsonObject run = client.json().getArray("runs").getObject(0);
        assertThat(run)
                .containsEntry("name", "custom")
                .containsEntry("size", 70_000)
                .containsEntry("count", 5)
                .containsEntry("iterations", 3)
                .containsEntry("bytes", 2_100_000);
    }

    @Test
    void theSidesMayMakeDifferentCalls() throws Exception {
        CompletableFuture<CliRun> server = sides.startServer("rstream -S 10000 -C 50 -T v -T a" + sides.simulator());

        CliRun client = sides.runClient("rstream -S 10000 -C 50 -T v -T b -k 60" + sides.simulator());

        StreamSides.requireSuccess(client);
        StreamSides.requireSuccess(server.join());
        assertThat(client.out().lines()).contains("Keepalive: ON", "  time: 60");
    }

    @Test
    void socketsOfTheJdkNeedNoDevice() throws Exception {
        CompletableFuture<CliRun> server = sides.startServer("rstream -T s -T v -S 5000 -k 60");

        CliRun client = sides.runClient("rstream -T s -T v -S 5000 -k 60");

        StreamSides.requireSuccess(client);
        StreamSides.requireSuccess(server.join());
        assertThat(client.out().lines()).contains("Keepalive: ON", "  time: 60");
    }

    @Test
    void aSeriesConnectsTwice() throws Exception {
        CompletableFuture<CliRun> server = sides.startServer("rstream -T s --json");

        CliRun client = sides.runClient("rstream -T s --json");

        StreamSides.requireSuccess(client);
        StreamSides.requireSuccess(server.join());
        JsonArray runs = client.json().getArray("runs");
        assertThat(IntStream.range(0, runs.size())
                        .mapToObj(i -> runs.getObject(i).getString("name")))
                .containsExactly("64_lat", "4k_lat", "64k_lat", "1m_lat", "64_bw", "4k_bw", "64k_bw", "1m_bw");
        assertThat(runs.getObject(0)).containsEntry("count", 1).containsEntry("iterations", 100_000);
        assertThat(runs.getObject(7)).containsEntry("count", 100).containsEntry("iterations", 1);
    }

    @Test
    void aDifferenceOfTheDataIsReported() throws Exception {
        CompletableFuture<CliRun> server = sides.startServer("rstream -T s -T v -S 100 -C 2");

        // The first 16 bytes of this client are 0, not a pattern.
        CliRun client = sides.runClient("rstream -T s -S 100 -C 2");

        assertThat(server.join().exitCode()).isEqualTo(1);
        assertThat(server.join().err()).contains("data verification failed: byte 1 = 0, expected 1");
        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err()).containsAnyOf("the peer has closed the connection", "reset", "Broken pipe");
    }

    @Test
    void anEarlyEndIsReported() throws Exception {
        InetSocketAddress address = new InetSocketAddress(sides.serverAddress(), 7471);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(address)) {
            CompletableFuture<CliRun> client =
                    CompletableFuture.supplyAsync(() -> sides.runClient("rstream -T s -C 1"));
            try (SocketChannel accepted = listener.accept()) {
                ByteBuffer first = ByteBuffer.allocate(16);
                while (first.hasRemaining()) {
                    assertThat(accepted.read(first)).isPositive();
                }
                accepted.write(ByteBuffer.allocate(5));
            }

            assertThat(client.join().exitCode()).isEqualTo(1);
            assertThat(client.join().err())
                    .contains("the transfer failed: the peer has closed the connection after 5 of 16 bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-T s", "-T s -T b", "-T s -T a"})
    void aPortWithoutServerIsReported(String options) {
        // The client is also the host of the server, so that a simulator refuses the connection.
        CliRun client = StreamSides.run("rstream -s " + sides.serverAddress() + " -b " + sides.serverAddress()
                + " -p 7999 " + options + (options.isEmpty() ? sides.simulator() : ""));

        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err()).contains("connect to " + sides.serverAddress() + ":7999 failed: Connection refused");
    }

    @Test
    void aPortInUseIsReported() throws IOException {
        InetSocketAddress address = new InetSocketAddress(sides.serverAddress(), 7471);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(address)) {
            assertThat(listener.isOpen()).isTrue();

            CliRun run = StreamSides.run("rstream -T s -b " + sides.serverAddress());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("bind to " + sides.serverAddress() + ":7471 failed: Address already in use");
        }
    }

    @Test
    void anUnknownNameIsReported() {
        CliRun run = StreamSides.run("rstream -T s -s no-such-host.invalid");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("no address of the host no-such-host.invalid is known");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -S 0              | 0 is outside 1..2147483647
            -S some           | 'some' is not a number
            -S all -C 5       | -S all excludes -I and -C
            -S all -I 5       | -S all excludes -I and -C
            -C 0              | 0 is outside 1..2147483647
            -I 2147483648     | 2147483648 is outside 1..2147483647
            -B 2047           | 2047 is outside 2048..536870912
            -k 0              | 0 is outside 1..32767
            -p 65536          | 65536 is outside 1..65535
            -T f              | 'f' is not supported, because a JVM cannot fork
            -T resolve        | 'resolve' is not supported, because channels take an IP address
            -T x              | 'x' is not one of s, a, b, n, v
            -i 64             | Unknown option
            """)
    void aWrongCommandLineIsRejected(String options, String reason) {
        CliRun run = StreamSides.run("rstream " + options + sides.simulator());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(reason);
    }

    @Test
    void theHelpNamesTheOptionsOfC() {
        assertThat(StreamSides.run("help rstream").out().replaceAll("\\s+", " "))
                .contains("a JVM cannot fork, and channels take an IP address, not a resolved route");
    }
}
