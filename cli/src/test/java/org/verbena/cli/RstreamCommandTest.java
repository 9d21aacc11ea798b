package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.io.IOException;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProviderLookup;

/**
 * Checks both sides of {@code verbena rstream}, over RDMA and over TCP. The sides have two simulators and addresses of
 * the loopback network, which other tests do not use. The program in C is the peer in the environment rsocket-net.
 */
class RstreamCommandTest {
    private final String network = "127." + ThreadLocalRandom.current().nextInt(1, 255) + "."
            + ThreadLocalRandom.current().nextInt(0, 255) + ".";
    private final String serverAddress = network + 2;
    private final String simulator = " --provider sim --profile rxe --option udp-port=" + freeUdpPort();

    private String freeUdpPort() {
        try (DatagramSocket socket =
                new DatagramSocket(new InetSocketAddress(InetAddress.getByName(serverAddress), 0))) {
            return Integer.toString(socket.getLocalPort());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static CliRun run(String words) {
        return run(words, new StringWriter());
    }

    private static CliRun run(String words, StringWriter err) {
        return CliRun.of(ProviderLookup.create(), err, words.split(" +"));
    }

    private CompletableFuture<CliRun> startServer(String options) throws InterruptedException {
        StringWriter err = new StringWriter();
        CompletableFuture<CliRun> server = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> server.complete(run("rstream -b " + serverAddress + " " + options, err)), "rstream server");
        thread.setDaemon(true);
        thread.start();
        while (!err.toString().contains("listening on ") && !server.isDone()) {
            Thread.sleep(1);
        }
        return server;
    }

    private CliRun runClient(String options) {
        return run("rstream -s " + serverAddress + " -b " + network + "3 " + options);
    }

    private static void requireSuccess(CliRun run) {
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    }

    @Test
    void theOutputIsThatOfC() throws Exception {
        CompletableFuture<CliRun> server = startServer("-S 3000 -C 100 -I 2" + simulator);

        CliRun client = runClient("-S 3000 -C 100 -I 2" + simulator);

        requireSuccess(client);
        requireSuccess(server.join());
        assertThat(client.err()).isEmpty();
        assertThat(server.join().err()).isEqualToNormalizingNewlines("listening on " + serverAddress + ":7471\n");
        String table = "name      bytes   xfers   iters   total       time     Gb/sec    usec/xfer\n"
                + "custom    2\\.9k    100     2       1\\.1m    +\\d+\\.\\d\\ds +\\d+\\.\\d\\d +\\d+\\.\\d\\d\n";
        assertThat(client.out().replace("\r", "")).matches(table);
        assertThat(server.join().out().replace("\r", "")).matches(table);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-T b", "-T n", "-T a", "-T a -T b", "-T v", "-T async -T verify", "-T blocking -T verify"})
    void everyKindOfCallsWorks(String options) throws Exception {
        String all = "-S 70000 -C 5 -I 3 -B 4096 --json " + options + simulator;
        CompletableFuture<CliRun> server = startServer(all);

        CliRun client = runClient(all);

        requireSuccess(client);
        requireSuccess(server.join());
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
        CompletableFuture<CliRun> server = startServer("-S 10000 -C 50 -T v -T a" + simulator);

        CliRun client = runClient("-S 10000 -C 50 -T v -T b -k 60" + simulator);

        requireSuccess(client);
        requireSuccess(server.join());
        assertThat(client.out().lines()).contains("Keepalive: ON", "  time: 60");
    }

    @Test
    void socketsOfTheJdkNeedNoDevice() throws Exception {
        CompletableFuture<CliRun> server = startServer("-T s -T v -S 5000 -k 60");

        CliRun client = runClient("-T s -T v -S 5000 -k 60");

        requireSuccess(client);
        requireSuccess(server.join());
        assertThat(client.out().lines()).contains("Keepalive: ON", "  time: 60");
    }

    @Test
    void aSeriesConnectsTwice() throws Exception {
        CompletableFuture<CliRun> server = startServer("-T s --json");

        CliRun client = runClient("-T s --json");

        requireSuccess(client);
        requireSuccess(server.join());
        JsonArray runs = client.json().getArray("runs");
        assertThat(IntStream.range(0, runs.size())
                        .mapToObj(i -> runs.getObject(i).getString("name")))
                .containsExactly("64_lat", "4k_lat", "64k_lat", "1m_lat", "64_bw", "4k_bw", "64k_bw", "1m_bw");
        assertThat(runs.getObject(0)).containsEntry("count", 1).containsEntry("iterations", 100_000);
        assertThat(runs.getObject(7)).containsEntry("count", 100).containsEntry("iterations", 1);
    }

    @Test
    void aDifferenceOfTheDataIsReported() throws Exception {
        CompletableFuture<CliRun> server = startServer("-T s -T v -S 100 -C 2");

        // The first 16 bytes of this client are 0, not a pattern.
        CliRun client = runClient("-T s -S 100 -C 2");

        assertThat(server.join().exitCode()).isEqualTo(1);
        assertThat(server.join().err()).contains("data verification failed: byte 1 = 0, expected 1");
        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err()).containsAnyOf("the peer has closed the connection", "reset", "Broken pipe");
    }

    @Test
    void anEarlyEndIsReported() throws Exception {
        InetSocketAddress address = new InetSocketAddress(serverAddress, 7471);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(address)) {
            CompletableFuture<CliRun> client = CompletableFuture.supplyAsync(() -> runClient("-T s -C 1"));
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
        CliRun client = run("rstream -s " + serverAddress + " -b " + serverAddress + " -p 7999 " + options
                + (options.isEmpty() ? simulator : ""));

        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err()).contains("connect to " + serverAddress + ":7999 failed: Connection refused");
    }

    @Test
    void aPortInUseIsReported() throws IOException {
        InetSocketAddress address = new InetSocketAddress(serverAddress, 7471);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(address)) {
            assertThat(listener.isOpen()).isTrue();

            CliRun run = run("rstream -T s -b " + serverAddress);

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("bind to " + serverAddress + ":7471 failed: Address already in use");
        }
    }

    @Test
    void anUnknownNameIsReported() {
        CliRun run = run("rstream -T s -s no-such-host.invalid");

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
        CliRun run = run("rstream " + options + simulator);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(reason);
    }

    @Test
    void theHelpNamesTheOptionsOfC() {
        assertThat(run("help rstream").out().replaceAll("\\s+", " "))
                .contains("a JVM cannot fork, and channels take an IP address, not a resolved route");
    }
}
