package org.verbena.tck.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the result of a run as one line, and the ids of the data-path behaviours as another. */
public final class LaneReport {
    /** The system property for the directory of the lines. */
    public static final String DIRECTORY_PROPERTY = "verbena.lane.directory";

    private final String lane;
    private final String provider;
    private final String device;
    private final Tally tally;

    /**
     * Creates a report.
     *
     * @param lane the test environment
     * @param provider the provider
     * @param device the device
     * @param tally the counts, read when the report is written
     */
    public LaneReport(String lane, String provider, String device, Tally tally) {
        this.lane = lane;
        this.provider = provider;
        this.device = device;
        this.tally = tally;
    }

    /**
     * Prints the line and writes it to {@code LANE-PROVIDER-DEVICE.txt}. Writes the ids of the data-path behaviours to
     * {@code LANE-PROVIDER-DEVICE.data-path}.
     *
     * @throws IOException if a file cannot be written
     * @throws AssertionError if no behaviour was run
     */
    public void write() throws IOException {
        write(lane, provider, device, "%s, %d work requests accounted for".formatted(tally, tally.acceptedWork()));
        if (!tally.dataPath().isEmpty()) {
            String ids = String.join(" ", tally.dataPath());
            write(
                    "data path of %s %s %s: %s".formatted(lane, provider, device, ids),
                    fileName(lane, provider, device, "data-path"));
        }
        if (tally.run() == 0) {
            throw new AssertionError("No behaviour was run");
        }
    }

    /**
     * Prints the line of another kind of run, and writes it to {@code LANE-PROVIDER-DEVICE.txt}.
     *
     * @param lane the test environment
     * @param provider the provider
     * @param device the device
     * @param worth the result, beginning with a number
     * @throws IOException if the file cannot be written
     */
    public static void write(String lane, String provider, String device, String worth) throws IOException {
        write("lane %s %s %s: %s".formatted(lane, provider, device, worth), fileName(lane, provider, device, "txt"));
    }

    /**
     * Prints the line for {@link #writePrinted} in one write, which no other output can split.
     *
     * @param lane the test environment
     * @param provider the provider
     * @param device the device
     * @param worth the result, beginning with a number
     */
    public static void print(String lane, String provider, String device, String worth) {
        System.out.println("lane %s %s %s: %s".formatted(lane, provider, device, worth));
    }

    /**
     * Writes the line that another process has printed for a test environment. On the console of a guest, the line can
     * follow a log message without a line end.
     *
     * @param lane the test environment
     * @param provider the provider
     * @param device the device
     * @param printed the output lines of the process
     * @throws IOException if the file cannot be written
     * @throws AssertionError if the output contains no line of this test environment
     */
    public static void writePrinted(String lane, String provider, String device, List<String> printed)
            throws IOException {
        String start = "lane %s %s %s: ".formatted(lane, provider, device);
        String line = printed.stream()
                .filter(each -> each.contains(start))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No line of " + start));
        write(lane, provider, device, line.substring(line.indexOf(start) + start.length()));
    }

    private static String fileName(String lane, String provider, String device, String kind) {
        return "%s-%s-%s.%s".formatted(lane, provider, device, kind);
    }

    private static void write(String line, String fileName) throws IOException {
        System.out.println(line);
        Path directory = Path.of(System.getProperty(DIRECTORY_PROPERTY, "target/lane"));
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(fileName), line + "\n");
    }
}
