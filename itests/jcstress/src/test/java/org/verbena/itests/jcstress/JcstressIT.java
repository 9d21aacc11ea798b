package org.verbena.itests.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.engine.LaneReport;

/** Runs the races, each in a JVM of its own: no outcome is forbidden. */
class JcstressIT {
    /** The system property that says for how long is raced, in all. */
    private static final String SECONDS_PROPERTY = "verbena.jcstress.seconds";

    private static final int DEFAULT_SECONDS = 10;

    /** What the JVMs need in addition, many times. */
    private static final Duration START = Duration.ofMinutes(10);

    private static final Path DIRECTORY = Path.of("target", "jcstress");

    @Test
    void noOutcomeIsForbidden() throws Exception {
        int seconds = Integer.getInteger(SECONDS_PROPERTY, DEFAULT_SECONDS);
        Path directory = Files.createDirectories(DIRECTORY).toRealPath();
        for (Path former : resultFiles(directory)) {
            Files.delete(former);
        }
        new LaneProcess(
                        "jcstress (-D%s=%d)".formatted(SECONDS_PROPERTY, seconds),
                        command(directory, seconds),
                        Map.of(),
                        directory.resolve("jcstress.log"))
                .run(START.plusSeconds(2L * seconds));

        List<TestResult> results = results(directory);
        assertThat(results).extracting(TestResult::getName).containsExactlyInAnyOrderElementsOf(TestList.tests());
        assertThat(results).allSatisfy(JcstressIT::assertRaced);
        LaneReport.write(
                "jcstress",
                "sim",
                "handles",
                "%d samples of %d races, none forbidden"
                        .formatted(
                                results.stream()
                                        .mapToLong(TestResult::getTotalCount)
                                        .sum(),
                                results.stream().mapToLong(JcstressIT::kinds).sum()));
    }

    /** One mode of compilation is enough: what is short and what is long in a race, the calls decide. */
    private static List<String> command(Path directory, int seconds) {
        return List.of(
                // jcstress leaves its results where it runs.
                "env",
                "--chdir=" + directory,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
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
                "-XX:+UseSerialGC");
    }

    /** One for each run, named by its time. */
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

    /** Threads that never meet find nothing: each outcome that may be has to come. */
    private static void assertRaced(TestResult result) {
        assertThat(result.grading().gradingResults.values())
                .as(result.getName())
                .isNotEmpty()
                .allSatisfy(outcome -> {
                    assertThat(outcome.expect).isEqualTo(Expect.ACCEPTABLE);
                    assertThat(outcome.count).as(outcome.id).isPositive();
                });
    }

    /** The first word of an outcome is the kind of object. */
    private static long kinds(TestResult result) {
        return result.getStateKeys().stream()
                .map(outcome -> outcome.split(",", 2)[0])
                .distinct()
                .count();
    }
}
