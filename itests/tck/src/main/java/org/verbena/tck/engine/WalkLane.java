package org.verbena.tck.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A lane in which {@code verbena walk} compares a device with its model. It runs in a process of its own: a library that
 * crashes ends that one, and the journal says where.
 *
 * @param name the lane
 * @param provider the provider
 * @param device the device
 * @param profile the model of the simulator
 * @param allowances the file of known differences
 */
public record WalkLane(String name, String provider, String device, String profile, Path allowances) {
    /** The system property that says how many steps a lane takes. */
    public static final String STEPS_PROPERTY = "verbena.walk.steps";

    /** The system property that says where the random numbers begin. */
    public static final String SEED_PROPERTY = "verbena.walk.seed";

    private static final long DEFAULT_STEPS = 20_000;
    private static final Path DIRECTORY = Path.of("target", "walk");
    private static final String AGREED = " steps agree";

    /** Includes the boot of an emulated guest on a busy machine. */
    private static final Duration START = Duration.ofMinutes(30);

    /** Many times the need of a slow machine. */
    private static final Duration TIMEOUT_PER_STEP = Duration.ofMillis(100);

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
        long seed = Long.getLong(SEED_PROPERTY, System.nanoTime());
        long steps = Long.getLong(STEPS_PROPERTY, DEFAULT_STEPS);
        System.out.printf("lane %s: %d random steps from seed %d%n", name, steps, seed);

        String last = new LaneProcess(
                        "verbena walk from seed %d, whose journal %s keeps the steps,"
                                .formatted(seed, journal(directory)),
                        command(launcher, directory, seed, steps),
                        environment,
                        directory.resolve(name + ".log"))
                .run(TIMEOUT_PER_STEP.multipliedBy(steps).plus(START));
        if (!last.endsWith(AGREED)) {
            throw new AssertionError("verbena walk from seed %d: %s".formatted(seed, last));
        }
        LaneReport.write(name, provider, device, last);
    }

    private List<String> command(List<String> launcher, Path directory, long seed, long steps) {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of("walk", "--provider", provider, "--device", device, "--profile", profile));
        command.addAll(List.of("--seed", Long.toString(seed), "--steps", Long.toString(steps)));
        command.addAll(List.of("--allow", allowances.toAbsolutePath().toString()));
        command.addAll(List.of("--journal", journal(directory).toString()));
        return command;
    }

    private Path journal(Path directory) {
        return directory.resolve(name + ".journal");
    }
}
