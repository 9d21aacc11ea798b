package org.verbena.tck.locks;

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
 * Runs a program of this package in a JVM. Reports a freeze as a timeout, and a crash as the exit status.
 *
 * @param name the name of the test environment
 * @param provider the provider, with an optional configuration: {@code sim,profile=rxe}
 * @param device the device
 */
public record LocksLane(String name, String provider, String device) {
    private static final Path DIRECTORY = Path.of("target", "locks");

    /** A multiple of the time that a slow machine needs. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /**
     * Runs the program and writes its last line into the report.
     *
     * @param program the class with the main method
     * @param environment additional environment variables
     * @param jvmOptions options of the JVM
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if the program freezes, crashes or fails
     */
    public void run(Class<?> program, Map<String, String> environment, String... jvmOptions)
            throws IOException, InterruptedException {
        Path directory = Files.createDirectories(DIRECTORY).toRealPath();
        String words = (name + "-" + program.getSimpleName() + "-" + provider).replaceAll("[^A-Za-z0-9.-]", "_");
        List<String> options = new ArrayList<>(List.of(jvmOptions));
        options.add("--enable-native-access=ALL-UNNAMED");
        options.add("-XX:ErrorFile=" + directory.resolve("hs_err-" + words + ".log"));
        List<String> command = LaneProcess.java(options.toArray(String[]::new));
        command.addAll(List.of(program.getName(), provider, device));
        String last = new LaneProcess(
                        "%s on %s of %s".formatted(program.getSimpleName(), device, provider),
                        command,
                        environment,
                        directory.resolve(words + ".log"))
                .run(TIMEOUT);
        LaneReport.write(name, ProviderArgument.name(provider), device, last);
    }
}
