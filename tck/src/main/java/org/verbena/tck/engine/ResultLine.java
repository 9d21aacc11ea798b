// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The line that reports the result of a run. The three names begin it.
 *
 * @param environment the test environment
 * @param provider the provider, or the tested component
 * @param device the device, or the tested part of the component
 */
public record ResultLine(String environment, String provider, String device) {
    /** The system property for the directory of the lines. */
    public static final String DIRECTORY_PROPERTY = "verbena.environment.directory";

    /**
     * Prints the line and writes it to {@code ENVIRONMENT-PROVIDER-DEVICE.txt}.
     *
     * @param result the result, beginning with a number
     * @throws IOException if the file cannot be written
     */
    public void write(String result) throws IOException {
        write(start() + result, "txt");
    }

    /**
     * Prints and writes the line of the conformance kit. Writes the ids of the data-path behaviours to
     * {@code ENVIRONMENT-PROVIDER-DEVICE.data-path}.
     *
     * @param tally the counts
     * @throws IOException if a file cannot be written
     * @throws AssertionError if no behaviour was run
     */
    public void write(OutcomeTally tally) throws IOException {
        write("%s, %d work requests accounted for".formatted(tally, tally.acceptedWork()));
        if (!tally.dataPath().isEmpty()) {
            String ids = String.join(" ", tally.dataPath());
            write("data path of %s %s %s: %s".formatted(environment, provider, device, ids), "data-path");
        }
        if (tally.run() == 0) {
            throw new AssertionError("No behaviour was run");
        }
    }

    /**
     * Prints the line for {@link #writePrinted} in one write, which no other output can split.
     *
     * @param result the result, beginning with a number
     */
    public void print(String result) {
        System.out.println(start() + result);
    }

    /**
     * Writes the line that another process has printed. On the console of a guest, the line can follow a log message
     * without a line end.
     *
     * @param printed the output lines of the process
     * @throws IOException if the file cannot be written
     * @throws AssertionError if the output does not contain the line
     */
    public void writePrinted(List<String> printed) throws IOException {
        String line = printed.stream()
                .filter(each -> each.contains(start()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("The output contains no line of " + start()));
        write(line.substring(line.indexOf(start()) + start().length()));
    }

    private String start() {
        return "environment %s %s %s: ".formatted(environment, provider, device);
    }

    private void write(String line, String kind) throws IOException {
        System.out.println(line);
        Path directory = Path.of(System.getProperty(DIRECTORY_PROPERTY, "target/environment"));
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("%s-%s-%s.%s".formatted(environment, provider, device, kind)), line + "\n");
    }
}
