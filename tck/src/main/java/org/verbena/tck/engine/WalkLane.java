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
 * A lane in which {@code verbena walk} compares a device with its model. It runs in a process of its own: a library that
 * crashes ends that one, and the journal says where.
 *
 * @param name the lane
 * @param path the steps that it takes
 * @param provider the provider
 * @param device the device
 * @param profile the model of the simulator
 * @param allowances the file of known differences
 */
public record WalkLane(String name, Steps path, String provider, String device, String profile, Path allowances) {
    /** The steps of a walk: those that {@code verbena walk --path} takes. */
    public enum Steps {
        /** Objects and states. */
        CONTROL(STEPS_PROPERTY, 20_000, Duration.ofMillis(100)),

        /** Work requests and completions. */
        DATA(DATA_STEPS_PROPERTY, 10_000, Duration.ofMillis(500)),

        /** The part of it that a library decides itself. */
        POST(DATA_STEPS_PROPERTY, 10_000, Duration.ofMillis(500));

        private final String stepsProperty;
        private final long defaultSteps;
        /** Many times the need of a slow machine. */
        private final Duration timeoutPerStep;

        Steps(String stepsProperty, long defaultSteps, Duration timeoutPerStep) {
            this.stepsProperty = stepsProperty;
            this.defaultSteps = defaultSteps;
            this.timeoutPerStep = timeoutPerStep;
        }

        private long steps() {
            return Long.getLong(stepsProperty, defaultSteps);
        }

        /** The data path of a device races, so an ordinary run takes programs that are known not to. */
        private long seed() {
            return Long.getLong(SEED_PROPERTY, this == CONTROL ? System.nanoTime() : DATA_SEED);
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The system property that says how many steps a lane of the control path takes. */
    public static final String STEPS_PROPERTY = "verbena.walk.steps";

    /** The system property that says how many steps a lane of the data path takes. */
    public static final String DATA_STEPS_PROPERTY = "verbena.walk.data.steps";

    /** The system property that says where the random numbers begin. */
    public static final String SEED_PROPERTY = "verbena.walk.seed";

    private static final long DATA_SEED = 57_000;
    private static final Path DIRECTORY = Path.of("target", "walk");
    private static final String AGREED = " steps agree";

    /** Includes the boot of an emulated guest on a busy machine. */
    private static final Duration START = Duration.ofMinutes(30);

    /**
     * Returns the time that the walk may take.
     *
     * @return many times the need of a slow machine
     */
    public Duration limit() {
        return path.timeoutPerStep.multipliedBy(path.steps()).plus(START);
    }

    /**
     * Walks, and reports how many steps agreed.
     *
     * @param launcher the words before the arguments of the {@code verbena} command: a JVM and its options
     * @param environment what the process gets in addition
     * @throws IOException if it cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if a step does not agree, or the process crashes or hangs; the message says how to do it again
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
