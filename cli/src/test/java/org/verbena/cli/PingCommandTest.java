// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.io.BufferedReader;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Availability;
import org.verbena.ProviderLookup;
import org.verbena.attr.QpType;

/** Checks {@code verbena ping} on the simulator. */
@Timeout(120)
class PingCommandTest {
    private static final int SIGTERM = 15;

    /** Limits that even a busy machine does not reach. */
    private static final String PATIENTLY = " --timeout 60000 --handshake-timeout 60000";

    @RegisterExtension
    private final ReservedPorts ports = new ReservedPorts();

    private static CliRun ping(String options) {
        return run(ProviderLookup.create(), options);
    }

    private static CliRun run(ProviderLookup lookup, String options) {
        List<String> args = new ArrayList<>(List.of("ping"));
        args.addAll(List.of(options.split(" ")));
        return CliRun.of(lookup, args.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "mlx5, RC, 64",
        "mlx5, UC, 1",
        "mlx5, UD, 1000",
        "rxe, RC, 5000",
        "rxe, UC, 100",
        "rxe, UD, 0",
        "irdma, RC, 64",
        "hns, RC, 64",
        "spec, UD, 8",
        "aix, RC, 64",
    })
    void everyMessageComesBack(String profile, QpType type, int size) {
        CliRun run = ping("--profile " + profile + " --type " + type + " --size " + size
                + " --count 500 --warmup 100 --json" + PATIENTLY);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.json())
                .containsEntry("qp_type", type.cName())
                .containsEntry("size", size)
                .containsEntry("answered", 500)
                .containsEntry("lost", 0)
                .containsEntry("interrupted", false);
        assertThat(run.json().isNull("failure")).isTrue();
        assertThat(run.json().getDouble("messages_per_second")).isPositive();
    }

    @Test
    void percentilesAscend() {
        JsonObject json = ping("--profile mlx5 --count 1000 --json").json();

        JsonObject nanos = json.getObject("round_trip_ns");
        assertThat(List.of("min", "p50", "p90", "p99", "p99.9", "max"))
                .extracting(nanos::getLong)
                .isSorted()
                .first()
                .satisfies(min -> assertThat(min).isPositive());
        JsonArray distribution = json.getArray("distribution");
        JsonObject last = distribution.getObject(distribution.size() - 1);
        assertThat(last.getDouble("percentile")).isEqualTo(100);
        assertThat(last.getLong("count")).isEqualTo(1000);
        assertThat(last.getLong("ns")).isEqualTo(nanos.getLong("max"));
    }

    @Test
    void textHasPercentilesAndCounts() {
        CliRun run = ping("--profile mlx5 --count 200 --inline");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("sim_mlx5_0 of provider sim: RC, messages of 64 bytes\n")
                .containsPattern("(?m)^p99\\.9 +\\d+\\.\\d{3}$")
                .containsPattern("(?m)^200 answered, 0 lost, \\d+ messages/s$");
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "UD"})
    void pingsAListeningPeer(QpType type) throws Exception {
        // The two devices belong to one simulator, so that they reach each other.
        ProviderLookup shared = SharedSimulator.lookup("mlx5");
        int port = ports.next();
        CompletableFuture<CliRun> listening = CompletableFuture.supplyAsync(
                () -> run(shared, "--provider shared --listen :" + port + " --json" + PATIENTLY));

        CliRun connected = connect(
                shared,
                "--provider shared --connect localhost:" + port + " --type " + type
                        + " --size 100 --count 300 --warmup 10 --json");

        assertThat(connected.exitCode()).as(connected.out() + connected.err()).isZero();
        assertThat(connected.json()).containsEntry("answered", 300).containsEntry("lost", 0);
        CliRun listened = listening.join();
        assertThat(listened.exitCode()).as(listened.out() + listened.err()).isZero();
        assertThat(listened.err()).contains("listening on localhost/127.0.0.1:" + port);
        assertThat(listened.json())
                .containsEntry("qp_type", type.cName())
                .containsEntry("size", 100)
                .containsEntry("answered", 310);
    }

    @Test
    void pingsAPeerWithTheSameSecret(@TempDir Path directory) throws Exception {
        ProviderLookup shared = SharedSimulator.lookup("mlx5");
        Path secret = Files.writeString(directory.resolve("secret"), "a secret of some length");
        Path withLineEnd = Files.writeString(directory.resolve("edited"), "a secret of some length\r\n");
        int port = ports.next();
        CompletableFuture<CliRun> listening = CompletableFuture.supplyAsync(
                () -> run(shared, "--provider shared --listen :" + port + " --secret-file " + secret + PATIENTLY));

        CliRun connected = connect(
                shared,
                "--provider shared --connect localhost:" + port + " --count 100 --json --secret-file " + withLineEnd);

        assertThat(connected.exitCode()).as(connected.out() + connected.err()).isZero();
        assertThat(connected.json()).containsEntry("answered", 100);
        assertThat(listening.join().exitCode()).isZero();
    }

    @Test
    void refusesAPeerWithoutTheSecret(@TempDir Path directory) throws Exception {
        ProviderLookup shared = SharedSimulator.lookup("mlx5");
        Path secret = Files.writeString(directory.resolve("secret"), "a secret of some length");
        int port = ports.next();
        CompletableFuture<CliRun> listening = CompletableFuture.supplyAsync(
                () -> run(shared, "--provider shared --listen :" + port + " --secret-file " + secret + PATIENTLY));

        CliRun connected = connect(shared, "--provider shared --connect localhost:" + port + " --json");

        assertThat(connected.exitCode()).isEqualTo(1);
        assertThat(connected.json().getObject("error").getString("message"))
                .contains("the listening side has a shared secret, and the connecting side has none");
        assertThat(connect(
                                shared,
                                "--provider shared --connect localhost:" + port + " --count 10 --secret-file " + secret)
                        .exitCode())
                .isZero();
        assertThat(listening.join().exitCode()).isZero();
        assertThat(listening.join().err())
                .containsPattern("verbena ping: 127\\.0\\.0\\.1:\\d+: the listening side has a shared secret")
                .doesNotContain("some length");
        assertThat(listening.join().out()).contains("messages answered, 1 other connections failed");
    }

    @Test
    void takesTheSecretFromTheEnvironment() throws Exception {
        String name = System.getenv().entrySet().stream()
                .filter(variable -> variable.getValue().length() >= 16
                        && variable.getValue().length() < 1000
                        && variable.getKey().matches("\\w+"))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(); // PATH always exists
        ProviderLookup shared = SharedSimulator.lookup("mlx5");
        int port = ports.next();
        String option = " --secret-env " + name;
        CompletableFuture<CliRun> listening = CompletableFuture.supplyAsync(
                () -> run(shared, "--provider shared --listen :" + port + option + PATIENTLY));

        assertThat(connect(shared, "--provider shared --connect localhost:" + port + " --count 100 --json" + option)
                        .json())
                .containsEntry("answered", 100);
        assertThat(listening.join().exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--secret-file short | shared_secret = 15 bytes, limit 16..4096 bytes",
                "--secret-file long | shared_secret = 4099 bytes, limit 16..4096 bytes",
                "--secret-file nowhere | nowhere does not exist",
                "--secret-env VERBENA_IS_NOT_SET | environment variable VERBENA_IS_NOT_SET does not exist",
                "--secret-file short --secret-env PATH | --secret-file and --secret-env exclude each other",
            })
    void refusesAnInvalidSecret(String options, String problem, @TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("short"), "fifteen bytes..\n");
        Files.writeString(directory.resolve("long"), "x".repeat(10_000));

        CliRun run = ping("--profile mlx5 --listen :0 " + options.replace("-file ", "-file " + directory + "/"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(problem).doesNotContain("fifteen");
    }

    /** Retries the connection, because the listener needs a moment to open its port. */
    private static CliRun connect(ProviderLookup lookup, String options) throws InterruptedException {
        CliRun run = run(lookup, options + PATIENTLY);
        while (run.exitCode() == 1 && run.out().contains("Connection refused")) {
            Thread.sleep(20);
            run = run(lookup, options + PATIENTLY);
        }
        return run;
    }

    @Test
    void failsWithoutAListeningPeer() throws Exception {
        CliRun run = ping("--profile mlx5 --connect localhost:" + ports.next());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("verbena ping: cannot connect to localhost/127.0.0.1:");
    }

    @Test
    void aDatagramLongerThanAPacketIsRejected() {
        CliRun run = ping("--profile mlx5 --type UD --size 5000");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("verbena ping: message size = 5000 bytes, limit ");
    }

    @Test
    void reportsARefusalOfTheDriver() {
        CliRun run = ping("--profile aix --type UD --json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json().getObject("error")).containsEntry("verb", "ibv_create_qp");
    }

    @Test
    void theListenerContinuesAfterInvalidConnections() throws Exception {
        ProviderLookup shared = SharedSimulator.lookup("mlx5");
        int port = ports.next();
        CompletableFuture<CliRun> listening =
                CompletableFuture.supplyAsync(() -> run(shared, "--provider shared --listen :" + port + " --json"));
        // A browser, a message of another version, a truncated message, and a silent peer.
        List<byte[]> intruders = List.of(
                "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                new byte[] {0x56, 0x42, 0x4E, 0x41, 0, 9, 0, 1, 0, 0, 0, 0},
                new byte[] {0x56, 0x42, 0x4E},
                new byte[0]);
        for (byte[] bytes : intruders) {
            try (Socket socket = dial(port)) {
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                // The listener closes the connection when it gives up on the peer.
                socket.getInputStream().readAllBytes();
            }
        }

        CliRun connected =
                connect(shared, "--provider shared --connect localhost:" + port + " --count 10 --warmup 0 --json");

        assertThat(connected.exitCode()).as(connected.out() + connected.err()).isZero();
        CliRun listened = listening.join();
        assertThat(listened.exitCode()).as(listened.err()).isZero();
        assertThat(listened.json()).containsEntry("answered", 10).containsEntry("failed_connections", 4);
        assertThat(listened.err().lines().skip(1))
                .hasSize(4)
                .allMatch(line -> line.matches("verbena ping: 127\\.0\\.0\\.1:\\d+: .+"))
                .first(InstanceOfAssertFactories.STRING)
                .contains("the peer must be a Verbena connector");
    }

    @Test
    void onlyTheFirst20FailedConnectionsArePrinted() throws Exception {
        ProviderLookup shared = SharedSimulator.lookup("mlx5");
        int port = ports.next();
        CompletableFuture<CliRun> listening =
                CompletableFuture.supplyAsync(() -> run(shared, "--provider shared --listen :" + port + " --json"));
        for (int i = 0; i < 30; i++) {
            try (Socket socket = dial(port)) {
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            }
        }

        assertThat(connect(shared, "--provider shared --connect localhost:" + port + " --count 10")
                        .exitCode())
                .isZero();
        assertThat(listening.join().json()).containsEntry("failed_connections", 30);
        assertThat(listening.join().err().lines().skip(1))
                .hasSize(21)
                .last(InstanceOfAssertFactories.STRING)
                .isEqualTo("verbena ping: further failed connections are counted but not printed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--listen :0", "--connect localhost:1"})
    void pingWithAPeerDoesNotUseTheSimulatorByDefault(String side) {
        FakeProvider broken = FakeProvider.hardware();
        when(broken.provider.availability()).thenReturn(Availability.unavailable("it is broken"));

        CliRun run = run(FakeProvider.lookup(broken, FakeProvider.simulator()), side);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("verbena ping: no provider of RDMA hardware is available")
                .contains("--provider sim", "fake: unavailable: it is broken", "sim: available: ");
    }

    @Test
    void defaultSimulatorOfALoopbackIsReportedOnce() {
        ProviderLookup simulatorOnly = SharedSimulator.lookup("mlx5");

        CliRun run = run(simulatorOnly, "--count 10");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .startsWith("verbena ping: no RDMA hardware is available, so provider shared simulates a device")
                .hasLineCount(1);
    }

    private static Socket dial(int port) throws Exception {
        while (true) {
            try {
                return new Socket("localhost", port);
            } catch (ConnectException e) {
                Thread.sleep(20); // the listener needs a moment
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--listen :1 --connect a:1 | --listen and --connect exclude each other",
                "--secret-env PATH | --secret-file and --secret-env require --listen or --connect",
                "--listen :1 --html x | --html and --listen exclude each other: only the connecting side measures",
            })
    void refusesOptionsThatMakeNoSense(String options, String problem) {
        CliRun run = ping("--profile mlx5 " + options);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualToNormalizingNewlines("verbena ping: " + problem + "\nTry 'verbena ping --help'.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--listen 18515", "--listen :x", "--listen :70000", "--connect ::1:5", "--type XRC_SEND"})
    void refusesInvalidOptionValues(String option) {
        CliRun run = ping("--profile mlx5 " + option);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("Invalid value for option '" + option.split(" ")[0] + "'");
    }

    @Test
    void theHtmlPageContainsThePrintedNumbers(@TempDir Path directory) throws Exception {
        Path page = directory.resolve("ping.html");

        CliRun run = ping("--profile mlx5 --count 100 --json --html " + page);

        assertThat(Files.readString(page)).contains(run.out().strip());
    }

    @Test
    void anInterruptedPingPrintsItsResults() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(),
                        "ping",
                        "--profile",
                        "mlx5",
                        "--count",
                        "2000000000",
                        "--warmup",
                        "0",
                        "--listen",
                        ":0",
                        "--json")
                .start();
        try (BufferedReader err = process.errorReader()) {
            assertThat(err.readLine()).startsWith("listening on");
        }

        // SIGTERM runs the same hook as Ctrl-C, whose SIGINT a shell disables for background processes. Unlike
        // Process.destroy, the handle leaves the streams open.
        process.toHandle().destroy();

        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).contains("\"answered\":0").contains("\"interrupted\":true");
        }
        assertThat(process.waitFor()).isEqualTo(128 + SIGTERM);
    }
}
