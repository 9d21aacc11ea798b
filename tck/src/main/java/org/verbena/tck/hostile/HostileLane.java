package org.verbena.tck.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.engine.LaneReport;
import org.verbena.tck.engine.ProviderArgument;

/**
 * A test environment that makes hostile calls in a separate process. A crash or a freeze ends only that process.
 *
 * @param name the name of the test environment
 * @param settings the seed and the number of calls on each provider
 * @param device the device
 * @param providers the providers in order, each with an optional configuration: {@code sim,profile=rxe}
 */
public record HostileLane(String name, HostileSettings settings, String device, List<String> providers) {
    private static final Path DIRECTORY = Path.of("target", "hostile");

    /** The time limit for the start. It includes the boot of an emulated guest on a busy machine. */
    private static final Duration START = Duration.ofMinutes(30);

    /** A multiple of the time that a slow machine needs. The watchdog of the run detects a freeze much earlier. */
    private static final Duration TIMEOUT_PER_CALL = Duration.ofMillis(30);

    /**
     * Makes the calls and writes a line for each provider into the report.
     *
     * @param java the words that start a JVM, up to its options
     * @param mainClass the main class, which takes the arguments of {@link HostileMain}
     * @param environment additional environment variables
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if a call has an undocumented outcome, crashes or freezes; the message contains the last
     *     calls and the command that repeats them
     */
    public void run(List<String> java, Class<?> mainClass, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path directory = Files.createDirectories(DIRECTORY).toRealPath();
        System.out.printf(
                "lane %s %s: %d hostile calls from seed %d%n", name, device, settings.calls(), settings.seed());
        String file = "%s-%s".formatted(name, String.join("-", providers).replaceAll("[^A-Za-z0-9.-]", "_"));
        Path output = directory.resolve(file + ".log");
        Path last = directory.resolve(file + ".calls");
        Files.deleteIfExists(last);
        Duration timeout = TIMEOUT_PER_CALL
                .multipliedBy(settings.calls() * providers.size())
                .plus(START);
        LaneProcess process = new LaneProcess(
                "the hostile calls from seed %d on %s".formatted(settings.seed(), device),
                command(java, mainClass, directory, last),
                environment,
                output);
        try {
            process.run(timeout);
        } catch (AssertionError e) {
            throw new AssertionError("%s%nLast calls:%n%s".formatted(e.getMessage(), LastCall.read(last)), e);
        }
        for (String provider : providers) {
            LaneReport.writePrinted(name, ProviderArgument.name(provider), device, Files.readAllLines(output));
        }
    }

    private List<String> command(List<String> java, Class<?> mainClass, Path directory, Path last) {
        List<String> command = new ArrayList<>(java);
        command.add("-XX:ErrorFile=" + directory.resolve("hs_err-" + name + ".log"));
        command.add("-D%s=%d".formatted(HostileSettings.SEED_PROPERTY, settings.seed()));
        command.add("-D%s=%d".formatted(HostileSettings.CALLS_PROPERTY, settings.calls()));
        command.addAll(List.of(mainClass.getName(), name, device, last.toString()));
        command.addAll(providers);
        return command;
    }
}
