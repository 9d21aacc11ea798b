package org.verbena.itests.mlx5;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.engine.LaneReport;

/**
 * Checks that providers survive a kernel that succeeds with absurd data: wrong sizes, counts, handles, numbers, states
 * and events.
 *
 * <p>They answer or throw a {@link org.verbena.error.VerbsException}, contexts close, and the next context works.
 */
class LyingKernelIT {
    private static final Path DIRECTORY = Path.of("target", "lies");
    private static final long USUAL_ROUNDS = 1;

    /** The watchdog of the process detects a hang much earlier. */
    private static final Duration TIMEOUT_PER_ROUND = Duration.ofMinutes(30);

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void wrongAnswersCrashNothing(String provider) throws Exception {
        long seed = Long.getLong(LyingKernelMain.SEED, System.nanoTime());
        long rounds = Long.getLong(LyingKernelMain.ROUNDS, USUAL_ROUNDS);
        System.out.printf("lane lies-mlx5 %s %s: %d rounds from seed %d%n", provider, Mlx5.DEVICE, rounds, seed);
        Path directory = Files.createDirectories(DIRECTORY).toRealPath();
        List<String> command = LaneProcess.java(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:ErrorFile=" + directory.resolve("hs_err-" + provider + ".log"),
                "-XX:-CreateCoredumpOnCrash",
                "-D%s=%d".formatted(LyingKernelMain.SEED, seed),
                "-D%s=%d".formatted(LyingKernelMain.ROUNDS, rounds));
        command.addAll(List.of(LyingKernelMain.class.getName(), provider));

        String last = new LaneProcess(
                        "the lies from seed %d to %s".formatted(seed, provider),
                        command,
                        // Fills freed memory, so that a later use does not find it unchanged.
                        Map.of("MALLOC_PERTURB_", "165"),
                        directory.resolve(provider + ".log"))
                .run(TIMEOUT_PER_ROUND.multipliedBy(rounds));

        LaneReport.write("lies-mlx5", provider, Mlx5.DEVICE, last);
    }
}
