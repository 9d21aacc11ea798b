// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.ProviderLookup;

/** Checks both sides of a ping-pong on one simulator. The tests in itests/softroce connect them to the C programs. */
class PingPongCommandTest {
    private static final String PATIENTLY = " --timeout 60000 --wait 60";

    @RegisterExtension
    private final ReservedPorts ports = new ReservedPorts();

    private static CliRun pingpong(ProviderLookup lookup, String words) {
        return CliRun.of(lookup, Stream.of(("pingpong " + words).split(" ")).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "RC, --size 5000 --mtu 256",
        "RC, --size 0",
        "UC, --size 100000 --mtu 4096",
        "UD, --size 1024",
        "SRQ, --num-qp 4 --size 700",
        "RC, --gid-index 1"
    })
    void allMessagesArrive(String type, String options) throws Exception {
        ProviderLookup shared = SharedSimulator.lookup("mlx5");
        String words = "--provider shared --type %s %s --iters 700 --validate --json --port %d"
                .formatted(type, options, ports.next());
        CompletableFuture<CliRun> server = CompletableFuture.supplyAsync(() -> pingpong(shared, words + PATIENTLY));

        CliRun client = pingpong(shared, words + PATIENTLY + " localhost");

        assertThat(client.exitCode()).as(client.out() + client.err()).isZero();
        assertThat(server.join().exitCode())
                .as(server.join().out() + server.join().err())
                .isZero();
        JsonObject result = client.json();
        assertThat(result).containsEntry("type", type).containsEntry("iters", 700);
        assertThat(result.getArray("local")).isEqualTo(server.join().json().getArray("remote"));
    }

    @Test
    void theSummaryIsThatOfTheCPrograms() throws Exception {
        ProviderLookup shared = SharedSimulator.lookup("rxe");
        String words = "--provider shared --iters 10 --size 64 --port " + ports.next() + PATIENTLY;
        CompletableFuture<CliRun> server = CompletableFuture.supplyAsync(() -> pingpong(shared, words));

        CliRun client = pingpong(shared, words + " localhost");

        String address =
                "LID 0x[0-9a-f]{4}, QPN 0x[0-9a-f]{6}, PSN 0x[0-9a-f]{6}, GID ::ffff:10\\.\\d+\\.\\d+\\.\\d+\n";
        assertThat(client.out())
                .matches("  local address:  " + address + "  remote address: " + address
                        + "1280 bytes in \\d+\\.\\d{2} seconds = \\d+\\.\\d{2} Mbit/sec\n"
                        + "10 iters in \\d+\\.\\d{2} seconds = \\d+\\.\\d{2} usec/iter\n");
        assertThat(server.join().exitCode()).isZero();
    }

    @Test
    void unconnectedSimulatorsFailImmediately() throws Exception {
        String words = "--provider shared --port " + ports.next() + PATIENTLY;
        CompletableFuture<CliRun> server =
                CompletableFuture.supplyAsync(() -> pingpong(SharedSimulator.lookup("mlx5"), words));

        CliRun client = pingpong(SharedSimulator.lookup("mlx5"), words + " localhost");

        String reason = "device sim_mlx5_0 of provider shared reaches only the simulated devices of this process";
        assertThat(server.join().exitCode()).isEqualTo(1);
        assertThat(server.join().err()).contains(reason);
        assertThat(client.exitCode()).isEqualTo(1);
    }

    @Test
    void aPeerOfAnotherProgramIsReported() throws Exception {
        int port = ports.next();
        CompletableFuture<CliRun> server = CompletableFuture.supplyAsync(
                () -> pingpong(SharedSimulator.lookup("mlx5"), "--provider shared --port " + port));
        Socket stranger = null;
        while (stranger == null) {
            try {
                stranger = new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (ConnectException e) {
                Thread.sleep(20);
            }
        }
        stranger.getOutputStream().write(new byte[52]);

        assertThat(server.join().exitCode()).isEqualTo(1);
        assertThat(server.join().err()).contains("expected LID:QPN:PSN:GID in hexadecimal digits");
        stranger.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --mtu 1000 localhost             | 1000 is not one of 256, 512, 1024, 2048, 4096
            --type UD --size 5000 localhost  | --size 5000 exceeds the MTU of the port, 1024 bytes
            --num-qp 257 localhost           | 257 is outside 1..256
            """)
    void aWrongCommandLineIsRejected(String options, String reason) {
        CliRun run = pingpong(ProviderLookup.create(), "--provider sim " + options);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(reason);
    }

    @Test
    void aServerThatIsNotThereIsReported() throws Exception {
        try (Socket silent = new Socket()) {
            // The port is taken, so that no other program listens there, but this socket does not listen either.
            silent.bind(new InetSocketAddress("127.0.0.1", 0));
            int port = silent.getLocalPort();
            CliRun run = pingpong(ProviderLookup.create(), "--provider sim --port " + port + " 127.0.0.1");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .contains("the exchange of addresses with 127.0.0.1:" + port + " failed: Connection refused");
        }
    }
}
