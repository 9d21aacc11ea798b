package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.io.IOException;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProviderLookup;

/**
 * Checks both sides of {@code verbena riostream}. The sides have two simulators and addresses of the loopback network,
 * which other tests do not use. The program in C is the peer in the environment rsocket-net.
 */
@Timeout(300)
class RiostreamCommandTest {
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

    private CliRun run(String words, StringWriter err) {
        return CliRun.of(ProviderLookup.create(), err, (words + simulator).split(" +"));
    }

    private CompletableFuture<CliRun> startServer(String command) throws InterruptedException {
        StringWriter err = new StringWriter();
        CompletableFuture<CliRun> server = new CompletableFuture<>();
        Thread thread =
                new Thread(() -> server.complete(run(command + " -b " + serverAddress, err)), "riostream server");
        thread.setDaemon(true);
        thread.start();
        while (!err.toString().contains("listening on ") && !server.isDone()) {
            Thread.sleep(1);
        }
        return server;
    }

    private CliRun runClient(String command) {
        return run(command + " -s " + serverAddress + " -b " + network + "3", new StringWriter());
    }

    private static void requireSuccess(CliRun run) {
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    }

    @Test
    void theOutputIsThatOfC() throws Exception {
        CompletableFuture<CliRun> server = startServer("riostream -S 3000 -C 100 -I 2");

        CliRun client = runClient("riostream -S 3000 -C 100 -I 2");

        requireSuccess(client);
        requireSuccess(server.join());
        assertThat(client.err()).isEmpty();
        String table = "name      bytes   xfers   iters   total       time     Gb/sec    usec/xfer\n"
                + "custom    2\\.9k    100     2       1\\.1m    +\\d+\\.\\d\\ds +\\d+\\.\\d\\d +\\d+\\.\\d\\d\n";
        assertThat(client.out().replace("\r", "")).matches(table);
        assertThat(server.join().out().replace("\r", "")).matches(table);
    }

    /** More than 128 iterations, because the marker has 256 values. -B 4096 gives rings of 8 KiB. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-S 1 -C 1 -I 300 -T v",
                "-S 15 -C 3 -I 10 -T v",
                "-S 16 -I 1 -T v -T b",
                "-S 70000 -C 5 -I 3 -B 4096 -T v",
                "-S 70000 -C 5 -I 3 -B 4096 -T b -T v",
                "-S 70000 -C 5 -I 3 -B 4096 -T a -T v",
                "-S 1000000 -C 2 -T blocking -T verify"
            })
    void everyByteArrives(String options) throws Exception {
        CompletableFuture<CliRun> server = startServer("riostream --json " + options);

        CliRun client = runClient("riostream --json " + options);

        requireSuccess(client);
        requireSuccess(server.join());
        assertThat(client.json()).containsEntry("role", "client").containsEntry("provider", "sim");
        assertThat(server.join().json()).containsEntry("role", "server");
        JsonArray runs = client.json().getArray("runs");
        assertThat(runs).hasSize(1);
        assertThat(runs.getObject(0)).containsEntry("name", "custom");
    }

    @Test
    void aPeerWithoutMappedMemoryIsReported() throws Exception {
        CompletableFuture<CliRun> server = startServer("rstream -S 100 -C 2");

        CliRun client = runClient("riostream -S 100 -C 2");

        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err()).contains("the transfer failed: mappings = 1, limit 0");
        assertThat(server.join().exitCode()).isEqualTo(1);
    }

    @Test
    void anEarlyEndIsReported() throws Exception {
        CompletableFuture<CliRun> server = startServer("riostream -S 100 -C 2 -I 2 --json");

        CliRun client = runClient("riostream -S 100 -C 2 -I 1 --json");

        requireSuccess(client);
        JsonObject run = client.json().getArray("runs").getObject(0);
        assertThat(run).containsEntry("bytes", 400);
        assertThat(server.join().exitCode()).isEqualTo(1);
        assertThat(server.join().out())
                .contains("the transfer failed: the peer has closed the connection before the end of a transfer");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -S 0              | 0 is outside 1..2147483647
            -S all -C 5       | -S all excludes -I and -C
            -T s              | 's' is not one of a, b, n, v
            -T f              | 'f' is not one of a, b, n, v
            -k 1              | Unknown option
            -i 64             | Unknown option
            """)
    void aWrongCommandLineIsRejected(String options, String reason) {
        CliRun run = run("riostream " + options, new StringWriter());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(reason);
    }
}
