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
 * A lane in which {@link CreateCloseCycles} runs, in a process whose memory can be told.
 *
 * @param name the lane
 * @param provider the provider
 * @param device the device
 * @param leftOut kinds that are known to leave something behind
 */
public record CyclesLane(String name, String provider, String device, Set<Creation> leftOut) {
    /** The system property that says how many objects are created and closed. */
    public static final String OBJECTS_PROPERTY = "verbena.cycles";

    private static final long DEFAULT_OBJECTS = 1_000_000;
    private static final Path DIRECTORY = Path.of("target", "cycles");

    /** Many times the need of a slow machine. */
    private static final Duration TIMEOUT_PER_THOUSAND = Duration.ofSeconds(5);

    private static final Duration START = Duration.ofMinutes(10);

    /**
     * Runs the cycles and reports their number.
     *
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if something is left behind
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
