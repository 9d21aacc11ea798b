// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.TestProcess;

/** Checks that the JVM survives regions whose memory is freed, truncated or changed, and flow rules of wrong sizes. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class HostileMemoryIT {
    private static final Duration WATCHDOG = Duration.ofSeconds(120);
    private static final List<String> ALIVE =
            List.of("live buffer", "allocated", "open shared arena", "confined arena of this thread");
    private static final List<String> LOST = List.of(
            "closed shared arena",
            "buffer of closed shared arena",
            "confined arena of another thread",
            "closed confined arena",
            "by address",
            "on demand",
            "moved to a closed arena",
            "truncated file",
            "truncated file in compiled code");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"ffm, raw", "jna, raw", "ffm, underlay", "jna, underlay"})
    void postWithAHeaderInInaccessibleMemoryIsRejected(String provider, String test) throws Exception {
        Map<String, String> environment = test.equals("underlay") ? infiniBand() : Map.of();

        Map<String, String> outcomes = run(environment, provider, test);

        for (String name : ALIVE) {
            assertThat(outcomes).containsEntry(name + " by batch", "accepted");
        }
        for (String name : LOST) {
            assertThat(outcomes.entrySet())
                    .filteredOn(entry ->
                            entry.getKey().equals(name) || entry.getKey().startsWith(name + " by "))
                    .isNotEmpty()
                    .allSatisfy(entry -> assertThat(entry.getValue()).contains("refused", "addr"));
        }
        assertThat(outcomes.containsKey("closed shared arena by builder")).isEqualTo(test.equals("raw"));
    }

    /**
     * Returns the variables of an InfiniBand environment, where the datagrams of an underlay queue pair begin with a
     * header that libmlx5 reads.
     */
    private Map<String, String> infiniBand() throws Exception {
        Path tree = directory.resolve("tree");
        Process make = new ProcessBuilder("sh", "../../testbed/mlx5/mktree.sh", tree.toString(), "mlx5", "ib")
                .inheritIO()
                .start();
        assertThat(make.waitFor()).isZero();
        return Map.of("FAKEVERBS_TREE", tree.toString(), "FAKEVERBS_LINK", "ib");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim"})
    void transferOfFreedMemoryCompletesWithAnError(String provider) throws Exception {
        assertThat(run(Map.of(), provider, "transfer"))
                .containsEntry("own", "LOC_PROT_ERR")
                .containsEntry("remote", "REM_ACCESS_ERR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "ffm", "jna"})
    void registrationUsesOneConsistentStateOfABuffer(String provider) throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);

        assertThat(run(Map.of(), provider, "snapshots", Long.toString(seed)).get("snapshots"))
                .startsWith("consistent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "ffm", "jna"})
    void flowRulesOfWrongSizesAreRejected(String provider) throws Exception {
        Map<String, String> outcomes = run(Map.of(), provider, "flows");

        assertThat(outcomes).containsEntry("ETH", "accepted").containsEntry("UDP", "accepted");
        assertThat(outcomes.get("256 specifications")).contains("num_of_specs = 256, limit 0..255");
        assertThat(outcomes.get("65538 bytes")).contains("val = 65538 bytes, limit 16 bytes");
    }

    /** Devices do not return data in completions. Otherwise libmlx5 would access the address of a receive in a poll. */
    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void devicesDoNotReturnDataInCompletions(String provider) throws Exception {
        assertThat(run(Map.of("FAKEVERBS_NO_SCATTER_CQE", "1"), provider, "connected"))
                .containsEntry("connected", "accepted");
        assertThat(run(Map.of("FAKEVERBS_NO_SCATTER_CQE", "1", "MLX5_SCATTER_TO_CQE", "1"), provider, "connected")
                        .get("connected"))
                .as("with MLX5_SCATTER_TO_CQE=1")
                .contains("EINVAL");
    }

    /** Returns the outcome of each case. */
    private Map<String, String> run(Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = TestProcess.java(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:ErrorFile=" + directory.resolve("hs_err.log"),
                "-XX:-CreateCoredumpOnCrash");
        command.add(HostileMemoryProbe.class.getName());
        command.addAll(List.of(arguments));
        Path output = directory.resolve("output");
        new TestProcess(String.join(" ", command), command, environment, output).run(WATCHDOG);
        Map<String, String> outcomes = new LinkedHashMap<>();
        for (String line : Files.readAllLines(output)) {
            String[] words = line.split(": ", 2);
            if (words.length == 2) {
                outcomes.put(words[0], words[1]);
            }
        }
        assertThat(outcomes).containsEntry("end", "reached");
        return outcomes;
    }
}
