// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A separate process of a test, so that a crash of a library ends only that process.
 *
 * @param what the task and the options that repeat it, for display
 * @param command the command
 * @param variables additional environment variables
 * @param output the file for the standard output of the process; the error output goes to a file with the suffix
 *     {@code .err}, because a log message could split a result line
 */
public record TestProcess(String what, List<String> command, Map<String, String> variables, Path output) {
    private static final int LINES_TO_SHOW = 80;

    /**
     * Returns a command that starts another JVM of this version with this class path.
     *
     * @param options options of the JVM
     * @return the modifiable command, without the main class
     */
    public static List<String> java(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        // Surefire may pass one jar whose manifest lists the others.
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        return command;
    }

    /**
     * Runs the process.
     *
     * @param timeout the limit, a multiple of the expected duration
     * @return the last line of the standard output
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if the process does not end in time, or ends with a status other than 0; the message
     *     contains the last lines of both outputs
     */
    public String run(Duration timeout) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(variables);
        Process process = builder.redirectOutput(output.toFile())
                .redirectError(errors().toFile())
                .start();
        if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("%s has not ended in %s%n%s".formatted(what, timeout, lastLines()));
        }
        if (process.exitValue() != 0) {
            throw new AssertionError("%s ended with status %d%n%s".formatted(what, process.exitValue(), lastLines()));
        }
        List<String> lines = Files.readAllLines(output);
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    private Path errors() {
        return output.resolveSibling(output.getFileName() + ".err");
    }

    private String lastLines() {
        return lastLines(errors()) + System.lineSeparator() + lastLines(output);
    }

    /**
     * Returns the last lines of the output of a process, for the message of a failure.
     *
     * @param file the file with the output
     * @return up to 80 lines
     * @throws UncheckedIOException if the file cannot be read
     */
    public static String lastLines(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return String.join(
                    System.lineSeparator(), lines.subList(Math.max(0, lines.size() - LINES_TO_SHOW), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
