// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.TestProcess;

/** Runs the races in separate JVMs, and checks that no forbidden outcome occurs. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class JcstressIT {
    /** The system property for the total duration of the races. */
    private static final String SECONDS_PROPERTY = "verbena.jcstress.seconds";

    private static final int DEFAULT_SECONDS = 120;

    /**
     * The maximum number of attempts. On a busy machine, the threads of a race may never meet. A race without all
     * acceptable outcomes is repeated for twice as long.
     */
    private static final int ATTEMPTS = 9;

    /** The additional time limit, which is a multiple of the start time of the JVMs. */
    private static final Duration START = Duration.ofHours(1);

    private static final Path DIRECTORY = Path.of("target", "jcstress");

    @Test
    void allOutcomesOccurAndNoneIsForbidden() throws Exception {
        int seconds = Integer.getInteger(SECONDS_PROPERTY, DEFAULT_SECONDS);
        Path directory = Files.createDirectories(DIRECTORY).toRealPath();
        Set<String> open = new TreeSet<>(TestList.tests());
        long samples = 0;
        long kinds = 0;
        for (int attempt = 0; !open.isEmpty(); attempt++) {
            for (TestResult result : race(directory, open, seconds << attempt)) {
                assertAllowed(result);
                samples += result.getTotalCount();
                if (hasRaced(result)) {
                    kinds += kinds(result);
                    open.remove(result.getName());
                }
            }
            assertThat(attempt)
                    .as("races without all acceptable outcomes: %s", open)
                    .isLessThan(ATTEMPTS);
        }
        new ResultLine("jcstress", "sim", "handles")
                .write("%d samples of %d races, none forbidden".formatted(samples, kinds));
    }

    /** Runs some of the races, each for its share of the total time. */
    private static List<TestResult> race(Path directory, Set<String> tests, int seconds) throws Exception {
        for (Path former : resultFiles(directory)) {
            Files.delete(former);
        }
        new TestProcess(
                        "jcstress (-D%s=%d)".formatted(SECONDS_PROPERTY, seconds),
                        command(directory, tests, seconds),
                        Map.of(),
                        directory.resolve("jcstress.log"))
                .run(START.plusSeconds(2L * seconds));

        List<TestResult> results = results(directory);
        assertThat(results).extracting(TestResult::getName).containsExactlyInAnyOrderElementsOf(tests);
        return results;
    }

    /**
     * Returns the command. One compilation mode is enough, because the calls determine the critical intervals of a
     * race.
     */
    private static List<String> command(Path directory, Set<String> tests, int seconds) {
        // jcstress writes its results to the working directory.
        List<String> command = new ArrayList<>(List.of("env", "--chdir=" + directory));
        command.addAll(TestProcess.java());
        command.addAll(List.of(
                Main.class.getName(),
                "-t",
                tests.stream().map(Pattern::quote).collect(Collectors.joining("|", "^(", ")$")),
                "-r",
                "report",
                "-f",
                "1",
                "-iters",
                "1",
                "-time",
                Long.toString(
                        TimeUnit.SECONDS.toMillis(seconds) / TestList.tests().size()),
                "-strideSize",
                "32",
                "-strideCount",
                "4",
                "-sc",
                "false",
                "-af",
                "NONE",
                "-pth",
                "false",
                "-jvmArgs",
                "-XX:+UseSerialGC"));
        return command;
    }

    /** Returns the result files. jcstress writes one for each run. */
    private static List<Path> resultFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".bin.gz")).toList();
        }
    }

    private static List<TestResult> results(Path directory) throws IOException, ClassNotFoundException {
        InProcessCollector collector = new InProcessCollector();
        DiskReadCollector reader =
                new DiskReadCollector(resultFiles(directory).get(0).toString(), collector);
        reader.dump();
        reader.close();
        return List.copyOf(collector.getTestResults());
    }

    private static void assertAllowed(TestResult result) {
        assertThat(result.grading().gradingResults.values())
                .as(result.getName())
                .isNotEmpty()
                .allSatisfy(outcome -> assertThat(outcome.expect).isEqualTo(Expect.ACCEPTABLE));
    }

    /**
     * Returns whether each acceptable outcome occurred. Otherwise the threads did not meet, and the race was not
     * tested.
     */
    private static boolean hasRaced(TestResult result) {
        return result.grading().gradingResults.values().stream().allMatch(outcome -> outcome.count > 0);
    }

    /** Returns the number of object kinds, which are the first words of the outcomes. */
    private static long kinds(TestResult result) {
        return result.getStateKeys().stream()
                .map(outcome -> outcome.split(",", 2)[0])
                .distinct()
                .count();
    }
}
