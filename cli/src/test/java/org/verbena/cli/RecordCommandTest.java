// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.ProviderLookup;

/** Checks that the command line records a device. */
class RecordCommandTest {
    @TempDir
    private Path directory;

    private static CliRun run(String... args) {
        return CliRun.of(ProviderLookup.create(), args);
    }

    @Test
    void recordedVectorsCanBeReplayed() throws Exception {
        Path vectors = directory.resolve("vectors.jsonl");
        Path configs = directory.resolve("limits.json");

        CliRun recorded = run(("record --provider sim --profile mlx5 --device sim_mlx5_0 --seed 7 --count 200 --output "
                        + vectors + " --configs-output " + configs)
                .split(" "));
        CliRun replayed = run("replay", vectors.toString(), "--configs", configs.toString());

        int lines = Files.readAllLines(vectors).size();
        assertThat(recorded.exitCode()).isZero();
        assertThat(recorded.out()).startsWith(lines + " answers to 200 requests from seed 7 in " + vectors);
        assertThat(replayed.out()).isEqualToNormalizingNewlines(lines + " agree, 0 differ\n");
    }

    @Test
    void withoutAFileTheVectorsArePrinted() throws Exception {
        CliRun run = run("record", "--profile", "rxe", "--count", "3", "--config", "mine");

        assertThat(run.out().lines())
                .hasSizeBetween(1, 3)
                .allSatisfy(line -> assertThat(JsonParser.object().from(line))
                        .containsEntry("driver", "rxe")
                        .containsEntry("config", "mine"));
        JsonObject json = run("record", "--profile", "rxe", "--count", "3", "--config", "mine", "--json")
                .json();
        assertThat(json)
                .containsEntry("seed", 1)
                .containsEntry("requests", 3)
                .containsEntry("recorded", json.getArray("vectors").size());
    }

    @Test
    void limitsAreAddedToThoseOfOtherDevices() throws IOException {
        Path configs = directory.resolve("configs.json");

        run("record", "--profile", "rxe", "--count", "1", "--configs-output", configs.toString());
        run("record", "--profile", "mlx5", "--count", "1", "--configs-output", configs.toString());

        assertThat(configs).content().contains("\"sim_rxe_0\"", "\"sim_mlx5_0\"", "\"max_sq_desc_sz\":1024");
    }

    @Test
    void fullDiskIsReportedWithItsReason() {
        CliRun run = run("record", "--profile", "rxe", "--count", "3", "--output", "/dev/full");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("verbena record: /dev/full cannot be written: No space left on device");
    }

    @Test
    void invalidOptionsAreErrorsOfTheCommandLine() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.json"), "{\"a\":1}");

        CliRun negative = run("record", "--profile", "rxe", "--count", "-1");
        CliRun unwritable = run(
                "record",
                "--profile",
                "rxe",
                "--output",
                directory.resolve("no/such").toString());
        CliRun unreadable = run("record", "--profile", "rxe", "--configs-output", broken.toString());

        assertThat(negative.err())
                .startsWith("verbena record: Invalid value for option '--count': -1 is outside 1..1000000");
        assertThat(unwritable.err())
                .startsWith("verbena record: ")
                .contains("no/such cannot be written: the directory does not exist");
        assertThat(unreadable.err()).contains("broken.json: a is 1; it must be an object");
        assertThat(negative.exitCode()).isEqualTo(2);
        assertThat(unwritable.exitCode()).isEqualTo(2);
        assertThat(unreadable.exitCode()).isEqualTo(2);
    }
}
