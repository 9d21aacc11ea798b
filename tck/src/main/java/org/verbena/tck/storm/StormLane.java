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
 * A lane in which a storm runs in a process of its own: a library that crashes ends that one.
 *
 * @param name the lane
 * @param usualSteps the number of steps on each provider where no property says it
 * @param device the device
 * @param providers the providers, one after the other, each with a configuration if there is one: {@code
 *     sim,profile=rxe}
 */
public record StormLane(String name, long usualSteps, String device, List<String> providers) {
    private static final Path DIRECTORY = Path.of("target", "storm");
    /** Includes the boot of an emulated guest on a busy machine. */
    private static final Duration START = Duration.ofMinutes(30);

    /** Many times the need of a slow machine. The storm's own watchdog detects a hang much earlier. */
    private static final Duration TIMEOUT_PER_STEP = Duration.ofMillis(30);

    /**
     * Storms, and leaves a line for each provider.
     *
     * @param java the words that start a JVM, up to its options
     * @param mainClass what is run, which takes the arguments of {@link StormMain}
     * @param environment what the process gets in addition
     * @throws IOException if it cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if it does not end well, crashes or hangs; the message says how to do it again
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

    /** The C library fills what is freed, so that who uses it later does not find it as it was. */
    private static Map<String, String> withPoison(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("MALLOC_PERTURB_", "165");
        return all;
    }
}
