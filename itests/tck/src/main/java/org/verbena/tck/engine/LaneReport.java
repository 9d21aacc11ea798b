package org.verbena.tck.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one line that says what a run was worth. */
public final class LaneReport {
    /** The system property that says where the lines go. */
    public static final String DIRECTORY_PROPERTY = "verbena.lane.directory";

    private final String lane;
    private final String provider;
    private final String device;
    private final Tally tally;

    /**
     * A report.
     *
     * @param lane the lane
     * @param provider the provider
     * @param device the device
     * @param tally what is counted until it is written
     */
    public LaneReport(String lane, String provider, String device, Tally tally) {
        this.lane = lane;
        this.provider = provider;
        this.device = device;
        this.tally = tally;
    }

    /**
     * Prints the line and writes it to {@code LANE-PROVIDER-DEVICE.txt}.
     *
     * @throws IOException if the file cannot be written
     * @throws AssertionError if nothing was run
     */
    public void write() throws IOException {
        write(lane, provider, device, tally.toString());
        if (tally.run() == 0) {
            throw new AssertionError("No behaviour was run");
        }
    }

    static void write(String lane, String provider, String device, String worth) throws IOException {
        String line = "lane %s %s %s: %s".formatted(lane, provider, device, worth);
        System.out.println(line);
        Path directory = Path.of(System.getProperty(DIRECTORY_PROPERTY, "target/lane"));
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("%s-%s-%s.txt".formatted(lane, provider, device)), line + "\n");
    }
}
