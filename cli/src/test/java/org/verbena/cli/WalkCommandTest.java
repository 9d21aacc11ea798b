// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProviderLookup;

class WalkCommandTest {
    private static final int UDP_PORT = 24_793;

    /** The number of networks so far. The command leaves its devices open, so each network has other addresses. */
    private static int networks;

    @TempDir
    private Path directory;

    @Test
    void theSimulatorAgreesWithItself() {
        CliRun run = walk("--seed", "42", "--steps", "500");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().strip()).isEqualTo("500 steps agree");
        assertThat(run.err()).contains("0 of 500 steps done; the next seed is 42");
    }

    @Test
    void anotherProfileDiffersAndTheDifferenceCanBeReplayed() throws IOException {
        CliRun run = walk("--seed", "42", "--profile", "rxe");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("# device sim_mlx5_0, model sim_rxe_0", "# differs in");
        Path file = Files.writeString(directory.resolve("difference.txt"), run.out());

        CliRun again = walk("--profile", "rxe", "--replay", file.toString());
        CliRun against = walk("--replay", file.toString());

        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.out()).contains("# differs in");
        assertThat(against.exitCode()).isZero();
        assertThat(against.out()).contains("steps agree");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data", "post"})
    void twoSimulatorsAgreeOnWorkRequests(String path) {
        CliRun run = walk("--path", path, "--seed", "42", "--steps", "60");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().strip()).isEqualTo("60 steps agree");
    }

    @Test
    void twoSimulatorsAgreeOnConnections() {
        CliRun run = walk("--path", "cm", "--seed", "42", "--steps", "80");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().strip()).isEqualTo("80 steps agree");
    }

    @Test
    void aDifferentPathOfAConnectionIsPrinted() throws IOException {
        Path steps = Files.writeString(directory.resolve("steps.txt"), """
                1 create_event_channel
                2 create_id event_channel=#1 ps=TCP
                3 resolve_addr id=#2 dst_addr=OWN timeout_ms=60000
                4 resolve_route id=#2 timeout_ms=60000
                """);

        CliRun run = walk("--path", "cm", "--profile", "rxe-6.1", "--replay", steps.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("4 resolve_route id=#2", "# differs in ids", "life=2/16", "life=2/18");
    }

    @Test
    void devicesOnANetworkAgreeWithDevicesInOneProcess() {
        CliRun run = walkOnNetwork("rxe", "--seed", "57000", "--steps", "30");

        assertThat(run.out().strip()).isEqualTo("30 steps agree");
        assertThat(run.exitCode()).isZero();
    }

    /** The message is longer than the receive. The model of another driver rejects the message with another code. */
    @Test
    void negativeAcknowledgementsOnTheNetworkAreCompared() throws IOException {
        Path steps = Files.writeString(directory.resolve("steps.txt"), """
                1 mr
                2 pair
                3 recv pair=#2 end=1 sge_1=#1 length_1=8
                4 send pair=#2 sge_1=#1 length_1=100
                """);

        CliRun same = walkOnNetwork("rxe", "--replay", steps.toString());
        CliRun other = walkOnNetwork("mlx5", "--replay", steps.toString());

        assertThat(same.out().strip()).isEqualTo("4 steps agree");
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.out())
                .containsPattern("differs in .*naks")
                .containsPattern("device: .* naks=#2a\\[NAK invalid request]")
                .containsPattern("model: .* naks=#2a\\[NAK remote operational error]");
    }

    /** Runs a walk on two simulated devices of a profile on the loopback interface. */
    private static CliRun walkOnNetwork(String profile, String... options) {
        networks++;
        Stream<String> command = Stream.of(
                "walk",
                "--path",
                "data",
                "--profile",
                "rxe",
                "--provider",
                "sim",
                "--option",
                "profile=" + profile,
                "--option",
                "address=127.0.1." + networks,
                "--option",
                "udp-port=" + UDP_PORT,
                "--peer-provider",
                "sim",
                "--peer-option",
                "profile=" + profile,
                "--peer-option",
                "address=127.0.2." + networks,
                "--peer-option",
                "udp-port=" + UDP_PORT);
        return CliRun.of(
                ProviderLookup.create(),
                Stream.concat(command, Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void aPeerProviderForAnotherPathIsAnErrorOfTheCommandLine() {
        CliRun run = walk("--peer-provider", "sim");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--peer-provider applies only to --path data");
    }

    @ParameterizedTest
    @CsvSource({"--peer-device, sim_rxe_0", "--peer-option, profile=rxe"})
    void anOptionOfThePeerWithoutItsProviderIsAnErrorOfTheCommandLine(String option, String value) {
        CliRun run = walk("--path", "data", option, value);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(option + " requires --peer-provider");
    }

    @Test
    void anUnknownPathIsAnErrorOfTheCommandLine() {
        CliRun run = walk("--path", "garden");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("'garden' is not one of control, data, post");
    }

    @Test
    void everyDifferenceIsPrintedOnRequest() {
        CliRun run = walk("--seed", "42", "--profile", "rxe", "--steps", "1000", "--keep-going");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().split("# differs in", -1)).hasSizeGreaterThan(2);
    }

    @Test
    void theJournalKeepsEveryStep() throws IOException {
        Path journal = directory.resolve("journal.txt");

        walk("--seed", "7", "--steps", "250", "--journal", journal.toString());

        assertThat(Files.readAllLines(journal))
                .contains("# seed 7", "# seed 8")
                .filteredOn(line -> !line.startsWith("#"))
                .hasSize(250);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--allow", "--replay"})
    void aFileThatIsNotThereIsAnErrorOfTheCommandLine(String option) {
        CliRun run = walk(option, directory.resolve("missing.txt").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("missing.txt does not exist").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource({
        "--allow, value | [ | reason | source, Unclosed",
        "--allow, one, value | steps",
        "--replay, 1 fly, no verb of any step"
    })
    void aFileThatIsNoSuchFileIsAnErrorOfTheCommandLine(String option, String line, String why) throws IOException {
        Path file = Files.writeString(directory.resolve("wrong.txt"), line);

        CliRun run = walk(option, file.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("wrong.txt: ", why).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--allow", "--replay"})
    void aBinaryFileIsAnErrorOfTheCommandLine(String option) throws IOException {
        Path file = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xFF});

        CliRun run = walk(option, file.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("binary:1: the line is not UTF-8").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--allow", "--replay"})
    void endlessFileIsAnErrorOfTheCommandLine(String option) {
        CliRun run = walk(option, "/dev/zero");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("/dev/zero: it is longer than 67108864 bytes")
                .doesNotContain("\tat ");
    }

    @Test
    void aJournalThatCannotBeWrittenIsAnErrorOfTheCommandLine() {
        CliRun run = walk("--journal", directory.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("cannot be written").doesNotContain("\tat ");
    }

    @Test
    void journalOnFullDiskIsAnError() {
        CliRun run = walk("--seed", "1", "--steps", "3", "--journal", "/dev/full");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("/dev/full cannot be written");
    }

    private static CliRun walk(String... options) {
        return CliRun.of(
                ProviderLookup.create(),
                Stream.concat(Stream.of("walk", "--provider", "sim", "--device", "sim_mlx5_0"), Stream.of(options))
                        .toArray(String[]::new));
    }
}
