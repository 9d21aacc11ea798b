package org.verbena.tck.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.engine.LaneReport;
import org.verbena.tck.engine.ProviderArgument;

/**
 * A test environment that runs a storm in a separate process, so that a crash of a library ends only that process.
 *
 * @param name the name of the test environment
 * @param usualSteps the default number of steps on each provider
 * @param device the device
 * @param providers the providers in order, each with an optional configuration: {@code sim,profile=rxe}
 */
public record StormLane(String name, long usualSteps, String device, List<String> providers) {
    private static final Path DIRECTORY = Path.of("target", "storm");
    /** The time limit for the start. It includes the boot of an emulated guest on a busy machine. */
    private static final Duration START = Duration.ofMinutes(30);

    /** A multiple of the time that a slow machine needs. The storm's own watchdog detects a hang much earlier. */
    private static final Duration TIMEOUT_PER_STEP = Duration.ofMillis(30);

    /**
     * Runs the storm and writes a line for each provider.
     *
     * @param java the words that start a JVM, up to its options
     * @param mainClass the main class, which takes the arguments of {@link StormMain}
     * @param environment additional environment variables of the process
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if the storm fails, crashes or hangs; the message contains the command that repeats it
     */
    public void run(List<String> java, String mainClass, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path directory = Files.createDirectories(DIRECTORY).toRealPath();
        Path output = directory.resolve(name + "-" + device + "-" + words() + ".log");
        StormSettings settings = StormSettings.fromProperties(usualSteps);
        System.out.printf(
                "lane %s %s: storm of %d steps from seed %d%n", name, device, settings.steps(), settings.seed());

        new LaneProcess(
                        "the storm from seed %d on %s".formatted(settings.seed(), device),
                        command(java, mainClass, settings, directory),
                        withPoison(environment),
                        output)
                .run(TIMEOUT_PER_STEP
                        .multipliedBy(settings.steps() * providers.size())
                        .plus(START));
        for (String provider : providers) {
            LaneReport.writePrinted(name, ProviderArgument.name(provider), device, Files.readAllLines(output));
        }
    }

    private String words() {
        return String.join("-", providers).replaceAll("[^A-Za-z0-9.-]", "_");
    }

    private List<String> command(List<String> java, String mainClass, StormSettings settings, Path directory) {
        List<String> command = new ArrayList<>(java);
        command.add("-XX:ErrorFile=" + directory.resolve("hs_err-" + name + ".log"));
        command.add("-D%s=%d".formatted(StormSettings.SEED_PROPERTY, settings.seed()));
        command.add("-D%s=%d".formatted(StormSettings.STEPS_PROPERTY, settings.steps()));
        command.addAll(List.of(mainClass, name, device));
        command.addAll(providers);
        return command;
    }

    /** Makes the C library overwrite freed memory, so that a use after free does not find the old content. */
    private static Map<String, String> withPoison(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("MALLOC_PERTURB_", "165");
        return all;
    }
}
