// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProviderLookup;

/** Checks that the command line replays recorded answers. */
class ReplayCommandTest {
    private static final Path VECTORS = Path.of("../fidelity/src/test/resources/vectors");
    private static final String REFUSED = "{\"driver\":\"mlx5\",\"config\":\"mlx5-a\",\"op\":\"create_qp\","
            + "\"qp_type\":\"RC\",\"srq\":false,\"sq_sig_all\":false,\"request\":{\"max_send_wr\":40000,"
            + "\"max_recv_wr\":1,\"max_send_sge\":1,\"max_recv_sge\":1,\"max_inline_data\":0},\"errno\":\"EINVAL\"}";

    @TempDir
    private Path directory;

    private static CliRun replay(Object... args) {
        Stream<String> words =
                Stream.concat(Stream.of("replay"), Stream.of(args).map(Object::toString));
        return CliRun.of(ProviderLookup.create(), words.toArray(String[]::new));
    }

    private Path file(String... lines) {
        try {
            return Files.write(directory.resolve("vectors.jsonl"), List.of(lines));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Object[] allFiles() throws IOException {
        try (Stream<Path> files = Files.list(VECTORS)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toArray();
        }
    }

    @Test
    void modelsAgreeWithAllRecordedVectors() throws IOException {
        CliRun run = replay(allFiles());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualToNormalizingNewlines("8656 agree, 0 differ\n");
    }

    @Test
    void aDifferenceIsShownWithTheRulesOfTheModel() {
        Path file = file(REFUSED, REFUSED.replace("EINVAL", "ENOMEM"));

        CliRun run = replay(file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .startsWith(file + """
                        :2: create_qp qp_type=RC srq=false sq_sig_all=false max_send_wr=40000 max_recv_wr=1 \
                        max_send_sge=1 max_recv_sge=1 max_inline_data=0
                          recorded errno=ENOMEM
                          answered errno=EINVAL
                            max_send_wr = 40000, limit 8192:\
                        """)
                .contains("[rdma-core providers/mlx5/verbs.c: mlx5_calc_sq_size]\n")
                .endsWith("\n\n1 agree, 1 differ\n");
    }

    @Test
    void onlyDifferentValuesAreShown() {
        Path file = file(REFUSED.replace("40000", "100")
                .replace("\"errno\":\"EINVAL\"", "\"granted\":{\"max_send_wr\":100,\"max_recv_wr\":4}"));

        assertThat(replay(file).out())
                .contains("recorded granted.max_send_wr=100\n  answered granted.max_send_wr=128\n");
    }

    @Test
    void twentyDifferencesAreShownAndAllAreCounted() {
        CliRun run = replay(file(Stream.generate(() -> REFUSED.replace("EINVAL", "ENOMEM"))
                .limit(25)
                .toArray(String[]::new)));

        assertThat(run.out().lines().filter(line -> line.contains(": create_qp")))
                .hasSize(20);
        assertThat(run.out()).contains("\nand 5 more differences\n").endsWith("\n0 agree, 25 differ\n");
    }

    @Test
    void jsonHasTheSameResults() {
        CliRun run = replay(file(REFUSED, REFUSED.replace("EINVAL", "ENOMEM")), "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json())
                .containsEntry("agree", 1)
                .containsEntry("differ", 1)
                .containsEntry("not_askable", 0);
        assertThat(run.json().getArray("differences").getObject(0))
                .containsEntry("line", 2)
                .containsEntry("recorded", "errno=ENOMEM")
                .containsEntry("answered", "errno=EINVAL");
    }

    @Test
    void configurationsAreReadFromTheDirectoryOfTheVectors() throws IOException {
        Path file = file(REFUSED.replace("40000", "100"));
        Files.writeString(
                directory.resolve("configs.json"),
                "{\"mlx5-a\":{\"driver\":\"mlx5\",\"limits\":{\"max_qp_wr\":64,\"max_send_wqebb\":64}}}");

        assertThat(replay(file).out()).endsWith("1 agree, 0 differ\n");
        assertThat(replay(file, "--configs", VECTORS.resolve("configs.json")).out())
                .endsWith("0 agree, 1 differ\n");
    }

    @Test
    void vectorsCanBeReplayedOnADevice() {
        String state = "{\"driver\":\"mlx5\",\"config\":\"a\",\"op\":\"modify_qp\",\"qp_type\":\"UD\",\"from\":\"SQE\","
                + "\"to\":\"RTS\",\"attr_mask\":1,\"then\":\"RTS\"}";

        CliRun run = replay(file(REFUSED, state), "--provider", "sim", "--profile", "mlx5", "--device", "sim_mlx5_0");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .isEqualToNormalizingNewlines("1 not askable, first " + directory.resolve("vectors.jsonl")
                        + ":2: ibv_modify_qp cannot reach state SQE\n1 agree, 0 differ\n");
    }

    @Test
    void unreadableLinesAreReportedAndDoNotHideTheOthers() {
        String signed = "{\"driver\":\"mlx5\",\"config\":\"mlx5-a\",\"op\":\"create_cq\","
                + "\"request\":{\"cqe\":4294967295},\"errno\":\"EINVAL\"}";
        Path file = file(
                REFUSED.replace("create_qp", "create_pd"),
                signed,
                REFUSED.replace("40000", "-1"),
                REFUSED.replace("\"mlx5\"", "\"mlx9\""),
                REFUSED.replace("mlx5-a", "mine"),
                REFUSED);

        CliRun run = replay(file, "--configs", VECTORS.resolve("configs.json"));
        CliRun json = replay(file, "--configs", VECTORS.resolve("configs.json"), "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines())
                .hasSize(5)
                .satisfiesExactly(
                        line -> assertThat(line).startsWith(file + ":1: op is \"create_pd\"; it must be one of ["),
                        line -> assertThat(line)
                                .startsWith(file + ":3: request.max_send_wr is -1; it must be a number"),
                        line -> assertThat(line).startsWith(file + ":4: driver is \"mlx9\"; there are models of ["),
                        line -> assertThat(line).startsWith(file + ":5: config is \"mine\", which the configurations"),
                        line -> assertThat(line).isEqualTo("2 agree, 0 differ, 4 unreadable"));
        assertThat(json.exitCode()).isEqualTo(1);
        assertThat(json.json()).containsEntry("agree", 2).containsEntry("unreadable", 4);
        assertThat(json.json().getArray("unreadable_lines").getObject(1))
                .containsEntry("file", file.toString())
                .containsEntry("number", 3)
                .hasEntrySatisfying(
                        "reason", reason -> assertThat(reason.toString()).startsWith("request.max_send_wr is -1"));
    }

    @Test
    void twentyUnreadableLinesAreShownAndAllAreCounted() {
        CliRun run = replay(file(Stream.generate(() -> "{}").limit(25).toArray(String[]::new)));

        assertThat(run.out().lines().filter(line -> line.contains(": driver is absent")))
                .hasSize(20);
        assertThat(run.out()).endsWith("and 5 more unreadable lines\n0 agree, 0 differ, 25 unreadable\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"driver", "config", "errno", "sq_sig_all"})
    void controlCharactersOfAFileAreEscaped(String field) throws IOException {
        // ESC, BEL, DEL, C1 CSI, right-to-left override, an invisible tag and a line end, as JSON escapes.
        String hostile = "\\u001b]0;title\\u0007\\u007f\\u009b2J\\u202e\\udb40\\udc41\\n8656 agree, 0 differ";
        Path file = file(
                REFUSED.replaceFirst(
                        "\"" + field + "\":[^,}]+", Matcher.quoteReplacement("\"" + field + "\":\"" + hostile + '"')),
                REFUSED.replace("\"" + field + "\"", '"' + field + hostile + '"'),
                "{\"a\":" + "\u001b\u009b\u202e");

        Path asConfigs = Files.copy(file, directory.resolve("copy.json"));
        CliRun text = replay(file, "--configs", VECTORS.resolve("configs.json"));
        CliRun json = replay(file, "--configs", VECTORS.resolve("configs.json"), "--json");
        CliRun configs = replay(file, "--configs", asConfigs);

        assertThat(List.of(text, json, configs)).allSatisfy(run -> {
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.out() + run.err())
                    .doesNotContainPattern("[\\p{Cntrl}\\u0080-\\u009f\\p{Cf}&&[^\n]]")
                    .doesNotContainPattern("(?m)^8656 agree");
        });
        assertThat(text.out()).contains("\\u001b");
        assertThat(text.out()).containsPattern(", [23] unreadable\n$");
    }

    @Test
    void directoriesAndEndlessFilesAreErrorsOfTheCommandLine() {
        assertUsageError(replay(directory), directory + " cannot be read: Is a directory");
        assertUsageError(replay("/dev/zero"), "/dev/zero: it is longer than 67108864 bytes");
    }

    @Test
    void missingFilesAndUnusedConfigsAreErrorsOfTheCommandLine() {
        Path configs = directory.resolve("configs.json");

        assertUsageError(replay(directory.resolve("none.jsonl")), "none.jsonl does not exist");
        assertUsageError(replay(file(REFUSED), "--configs", configs), "configs.json does not exist");
        assertUsageError(
                replay(file(REFUSED), "--configs", VECTORS.resolve("configs.json"), "--profile", "mlx5"),
                "--configs applies only to models");
    }

    private static void assertUsageError(CliRun run, String message) {
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("verbena replay: ")
                .contains(message)
                .endsWith("Try 'verbena replay --help'.\n");
    }
}
