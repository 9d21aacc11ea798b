package org.verbena.tck.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process of a lane's own: a library that crashes ends that one.
 *
 * @param what what it does, for people, and how to do it again
 * @param command the command
 * @param environment what it gets in addition
 * @param output the file that takes what it prints
 */
public record LaneProcess(String what, List<String> command, Map<String, String> environment, Path output) {
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
        // Surefire's own class path may be one jar that names the others.
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        return command;
    }

    /**
     * Runs it.
     *
     * @param timeout many times what it needs
     * @return the last line that it has printed
     * @throws IOException if it cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if it does not end in time, or with another status than 0; the message shows the last lines
     */
    public String run(Duration timeout) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
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

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(output);
        return String.join(
                System.lineSeparator(), lines.subList(Math.max(0, lines.size() - LINES_TO_SHOW), lines.size()));
    }
}
