// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.TestProcess;

/** Checks that providers answer or fail with an errno if sysfs has nonsensical content. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class HostileSysfsIT {
    private static final Duration WATCHDOG = Duration.ofSeconds(120);
    private static final int ROUNDS = 6;
    private static final List<String> CONTENTS = List.of(
            "",
            "\n",
            "-1\n",
            "99999999999999999999\n",
            "\u001b[2J\u001b]0;title\u0007\n",
            "../../../etc/passwd\n",
            "not a number\n",
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff\n",
            "\0\0\0\0",
            "x".repeat(1 << 20));

    @TempDir
    private Path directory;

    static Stream<Arguments> faults() {
        return Stream.of("ffm", "jna")
                .flatMap(provider -> Stream.of(
                        Arguments.of(provider, "sys/class/infiniband/mlx5_0/node_guid", ""),
                        Arguments.of(provider, "sys/class/infiniband/mlx5_0/node_type", "-7\n"),
                        Arguments.of(provider, "sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/0", "12345\n"),
                        Arguments.of(provider, "sys/class/infiniband/mlx5_0/ports/1/gids/0", "fe80::%%\n"),
                        Arguments.of(provider, "sys/class/infiniband_verbs/uverbs0/ibdev", "\u001b[31mmlx/5\n"),
                        Arguments.of(provider, "sys/class/infiniband_verbs/abi_version", "-1\n"),
                        Arguments.of(provider, "sys/class/infiniband_verbs/uverbs0/dev", "x".repeat(1 << 20))));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aNonsensicalSysfsFileCausesNoCrash(String provider, String file, String content) throws Exception {
        Path tree = tree("named");
        Files.writeString(tree.resolve(file), content);

        assertSurvives(provider, tree, file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void randomSysfsFilesCauseNoCrash(String provider) throws Exception {
        long seed = Long.getLong("verbena.seed", new Random().nextLong());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Path tree = tree("random-" + round);
            List<Path> files = new ArrayList<>();
            try (Stream<Path> all = Files.walk(tree.resolve("sys"))) {
                all.filter(Files::isRegularFile)
                        .filter(file -> !file.toString().matches(".*/(gids|pkeys)/\\d{2,}"))
                        .sorted()
                        .forEach(files::add);
            }
            List<String> changed = new ArrayList<>();
            // Only a few files are changed at once, because libibverbs finds no device if too many are wrong.
            for (int i = 0; i <= random.nextInt(4); i++) {
                Path file = files.get(random.nextInt(files.size()));
                String content = CONTENTS.get(random.nextInt(CONTENTS.size()));
                Files.write(file, content.getBytes(StandardCharsets.UTF_8));
                changed.add(tree.relativize(file).toString());
            }
            assertSurvives(provider, tree, "seed " + seed + ", round " + round + ", " + changed);
        }
    }

    private Path tree(String name) throws Exception {
        Path tree = directory.resolve(name);
        Process make = new ProcessBuilder("sh", "../../testbed/mlx5/mktree.sh", tree.toString())
                .inheritIO()
                .start();
        assertThat(make.waitFor()).isZero();
        return tree;
    }

    private void assertSurvives(String provider, Path tree, String what) throws Exception {
        List<String> command = TestProcess.java(
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:ErrorFile=" + directory.resolve("hs_err.log"),
                "-XX:-CreateCoredumpOnCrash");
        command.addAll(List.of(SysfsProbe.class.getName(), provider));
        Path output = directory.resolve("output");

        String last = new TestProcess(what, command, Map.of("FAKEVERBS_TREE", tree.toString()), output).run(WATCHDOG);

        assertThat(last).as(what).isEqualTo("end: reached");
    }
}
