package org.verbena.tck.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A test environment in which {@code verbena walk} compares a device with its model. It runs in a separate process, so
 * that a crash of a library ends only that process. The journal shows the last step.
 *
 * @param name the test environment
 * @param path the kind of steps
 * @param provider the provider
 * @param device the device
 * @param profile the model of the simulator
 * @param allowances the file of known differences
 */
public record WalkLane(String name, Steps path, String provider, String device, String profile, Path allowances) {
    /** The kinds of steps: the values of {@code verbena walk --path}. */
    public enum Steps {
        /** Steps that change objects and states. */
        CONTROL(STEPS_PROPERTY, 20_000, Duration.ofMillis(100)),

        /** Steps with work requests and completions. */
        DATA(DATA_STEPS_PROPERTY, 10_000, Duration.ofMillis(500)),

        /** Steps of the data path that a library decides itself. */
        POST(DATA_STEPS_PROPERTY, 10_000, Duration.ofMillis(500));

        private final String stepsProperty;
        private final long defaultSteps;
        /** A multiple of the time that a slow machine needs. */
        private final Duration timeoutPerStep;

        Steps(String stepsProperty, long defaultSteps, Duration timeoutPerStep) {
            this.stepsProperty = stepsProperty;
            this.defaultSteps = defaultSteps;
            this.timeoutPerStep = timeoutPerStep;
        }

        private long steps() {
            return Long.getLong(stepsProperty, defaultSteps);
        }

        /**
         * Returns the seed. The data path of a device has races, so that an ordinary run uses seeds of programs without
         * races.
         */
        private long seed() {
            return Long.getLong(SEED_PROPERTY, this == CONTROL ? System.nanoTime() : DATA_SEED);
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The system property for the number of steps on the control path. */
    public static final String STEPS_PROPERTY = "verbena.walk.steps";

    /** The system property for the number of steps on the data path. */
    public static final String DATA_STEPS_PROPERTY = "verbena.walk.data.steps";

    /** The system property for the seed of the random numbers. */
    public static final String SEED_PROPERTY = "verbena.walk.seed";

    private static final long DATA_SEED = 57_000;
    private static final Path DIRECTORY = Path.of("target", "walk");
    private static final String AGREED = " steps agree";

    /** The time limit for the start. It includes the boot of an emulated guest on a busy machine. */
    private static final Duration START = Duration.ofMinutes(30);

    /**
     * Returns the time limit of the walk.
     *
     * @return a multiple of the time that a slow machine needs
     */
    public Duration limit() {
        return path.timeoutPerStep.multipliedBy(path.steps()).plus(START);
    }

    /**
     * Runs the walk and reports the number of equal steps.
     *
     * @param launcher the words before the arguments of the {@code verbena} command: a JVM and its options
     * @param environment additional environment variables of the process
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if a step differs, or the process crashes or hangs; the message contains the command that
     *     repeats the walk
     */
    public void run(List<String> launcher, Map<String, String> environment) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(DIRECTORY).toRealPath();
        long seed = path.seed();
        long steps = path.steps();
        System.out.printf("lane %s: %d random steps from seed %d%n", name, steps, seed);

        String last = new LaneProcess(
                        "verbena walk from seed %d, whose journal %s keeps the steps,"
                                .formatted(seed, journal(directory)),
                        command(launcher, directory, seed, steps),
                        environment,
                        directory.resolve(name + ".log"))
                .run(limit());
        if (!last.endsWith(AGREED)) {
            throw new AssertionError("verbena walk from seed %d: %s".formatted(seed, last));
        }
        LaneReport.write(name, provider, device, last);
    }

    private List<String> command(List<String> launcher, Path directory, long seed, long steps) {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(
                "walk", "--path", path.word(), "--provider", provider, "--device", device, "--profile", profile));
        command.addAll(List.of("--seed", Long.toString(seed), "--steps", Long.toString(steps)));
        command.addAll(List.of("--allow", allowances.toAbsolutePath().toString()));
        command.addAll(List.of("--journal", journal(directory).toString()));
        return command;
    }

    private Path journal(Path directory) {
        return directory.resolve(name + ".journal");
    }
}
