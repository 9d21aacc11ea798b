package org.verbena.tck.leak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.verbena.tck.engine.LaneProcess;
import org.verbena.tck.engine.LaneReport;
import org.verbena.tck.fixture.Creation;

/**
 * A test environment that runs {@link CreateCloseCycles} in a separate process, whose memory can be measured.
 *
 * @param name the name of the test environment
 * @param provider the provider
 * @param device the device
 * @param leftOut the kinds with a known leak
 */
public record CyclesLane(String name, String provider, String device, Set<Creation> leftOut) {
    /** The system property for the number of created and closed objects. */
    public static final String OBJECTS_PROPERTY = "verbena.cycles";

    private static final long DEFAULT_OBJECTS = 1_000_000;
    private static final Path DIRECTORY = Path.of("target", "cycles");

    /** A multiple of the time that a slow machine needs. */
    private static final Duration TIMEOUT_PER_THOUSAND = Duration.ofSeconds(5);

    private static final Duration START = Duration.ofMinutes(10);

    /**
     * Runs the cycles and reports their number.
     *
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if resources have leaked
     */
    public void run() throws IOException, InterruptedException {
        long objects = Long.getLong(OBJECTS_PROPERTY, DEFAULT_OBJECTS);
        Path directory = Files.createDirectories(DIRECTORY).toRealPath();
        String last = new LaneProcess(
                        "%d objects created and closed by %s".formatted(objects, provider),
                        command(objects),
                        Resident.ENVIRONMENT,
                        directory.resolve(name + "-" + provider + ".log"))
                .run(TIMEOUT_PER_THOUSAND.multipliedBy(objects / 1000).plus(START));
        LaneReport.write(name, provider, device, last);
    }

    private List<String> command(long objects) {
        List<String> command = LaneProcess.java(Resident.JVM_OPTIONS.toArray(String[]::new));
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                CreateCloseCycles.class.getName(),
                provider,
                device,
                Long.toString(objects)));
        leftOut.stream().map(Creation::name).forEach(command::add);
        return command;
    }
}
