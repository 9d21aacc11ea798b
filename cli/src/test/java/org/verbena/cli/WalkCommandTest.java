package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.ProviderLookup;

class WalkCommandTest {
    @TempDir
    private Path directory;

    @Test
    void theSimulatorAgreesWithItself() {
        CliRun run = walk("--seed", "42", "--steps", "500");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().strip()).isEqualTo("500 steps agree");
        assertThat(run.err()).contains("0 of 500 steps taken; the next have seed 42");
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

    @Test
    void theJournalKeepsEveryStep() throws IOException {
        Path journal = directory.resolve("journal.txt");

        walk("--seed", "7", "--steps", "250", "--journal", journal.toString());

        assertThat(Files.readAllLines(journal))
                .contains("# seed 7", "# seed 8")
                .filteredOn(line -> !line.startsWith("#"))
                .hasSize(250);
    }

    private static CliRun walk(String... options) {
        return CliRun.of(
                ProviderLookup.create(),
                Stream.concat(Stream.of("walk", "--provider", "sim", "--device", "sim_mlx5_0"), Stream.of(options))
                        .toArray(String[]::new));
    }
}
