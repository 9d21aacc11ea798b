// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Starts a stress test in a separate process, so that a crash or a freeze of a library ends only that process. Writes a
 * result line for each provider.
 *
 * @param settings the amount of work and the seed
 * @param environment the test environment
 * @param device the device
 * @param providers the providers in order, each with an optional configuration: {@code sim,profile=rxe}
 * @param java the words that start a JVM, up to its options
 * @param variables additional environment variables
 */
public record StressLauncher(
        StressSettings settings,
        String environment,
        String device,
        List<String> providers,
        List<String> java,
        Map<String, String> variables) {
    /**
     * Creates a launcher that starts a JVM of this version with this class path.
     *
     * @param settings the amount of work and the seed
     * @param environment the test environment
     * @param device the device
     * @param providers the providers in order, each with an optional configuration: {@code sim,profile=rxe}
     * @return the launcher
     */
    public static StressLauncher of(StressSettings settings, String environment, String device, String... providers) {
        return new StressLauncher(
                settings,
                environment,
                device,
                List.of(providers),
                TestProcess.java("--enable-native-access=ALL-UNNAMED"),
                Map.of());
    }

    /**
     * Returns a copy that starts the JVM with another command, for example in a guest.
     *
     * @param words the words that start a JVM, up to its options
     * @return a changed copy
     */
    public StressLauncher withJava(List<String> words) {
        return new StressLauncher(settings, environment, device, providers, words, variables);
    }

    /**
     * Returns a copy with additional options of the JVM.
     *
     * @param options the options
     * @return a changed copy
     */
    public StressLauncher withOptions(String... options) {
        List<String> all = new ArrayList<>(java);
        all.addAll(List.of(options));
        return withJava(List.copyOf(all));
    }

    /**
     * Returns a copy with additional environment variables.
     *
     * @param more the variables
     * @return a changed copy
     */
    public StressLauncher withVariables(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(more);
        return new StressLauncher(settings, environment, device, providers, java, Map.copyOf(all));
    }

    /**
     * {@return a copy whose C library overwrites freed memory, so that a use after free does not find the old content}
     */
    public StressLauncher withPoison() {
        return withVariables(Map.of("MALLOC_PERTURB_", "165"));
    }

    /**
     * Returns launchers of parts of the test. The first part has the environment of the test; the environments of the
     * others have a number.
     *
     * @param most the maximum amount of work of a part
     * @return the launchers, at least one
     */
    public List<StressLauncher> parts(long most) {
        int number = (int) ((settings.count() + most - 1) / most);
        return IntStream.range(0, number)
                .mapToObj(i -> new StressLauncher(
                        settings.part(i, number),
                        i == 0 ? environment : environment + "-" + (i + 1),
                        device,
                        providers,
                        java,
                        variables))
                .toList();
    }

    /**
     * Returns the time limit of the process.
     *
     * @return a multiple of the time that a slow machine needs
     */
    public Duration timeout() {
        return settings.timeout(providers.size());
    }

    /**
     * Returns the directory for the files of the test.
     *
     * @return the absolute path of an existing directory
     * @throws IOException if the directory cannot be created
     */
    public Path directory() throws IOException {
        return Files.createDirectories(settings.kind().directory()).toRealPath();
    }

    /**
     * Returns a file of the test in its directory.
     *
     * @param suffix the end of the name
     * @return the absolute path of the file
     * @throws IOException if the directory cannot be created
     */
    public Path file(String suffix) throws IOException {
        String name = "%s-%s-%s".formatted(environment, device, String.join("-", providers));
        return directory().resolve(name.replaceAll("[^A-Za-z0-9.-]", "_") + suffix);
    }

    /**
     * Runs a program and writes the result line that it has printed for each provider.
     *
     * @param program the class with the main method; its arguments are the environment, the device, the given
     *     arguments, and the providers
     * @param arguments further arguments
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if the program fails, crashes or freezes; the message contains the options that repeat the
     *     test
     */
    public void run(Class<?> program, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(environment, device));
        all.addAll(List.of(arguments));
        all.addAll(providers);
        start(program.getName(), all);
        List<String> printed = Files.readAllLines(output());
        for (String provider : providers) {
            line(provider).writePrinted(printed);
        }
    }

    /** Runs a program whose last line is the result for the provider, and writes the result line. */
    void runForLastLine(String mainClass, List<String> arguments, String expectedEnd)
            throws IOException, InterruptedException {
        String last = start(mainClass, arguments);
        if (!last.endsWith(expectedEnd)) {
            throw new AssertionError("%s: %s".formatted(description(), last));
        }
        line(providers.get(0)).write(last);
    }

    private String start(String mainClass, List<String> arguments) throws IOException, InterruptedException {
        System.out.printf("environment %s %s: %s%n", environment, device, settings);
        List<String> command = new ArrayList<>(java);
        command.add("-XX:ErrorFile=" + file(".hs_err.log"));
        command.addAll(settings.options());
        command.add(mainClass);
        command.addAll(arguments);
        return new TestProcess(description(), command, variables, output()).run(timeout());
    }

    private String description() throws IOException {
        return "%s on %s, with files in %s (%s)".formatted(environment, device, directory(), settings.repetition());
    }

    private Path output() throws IOException {
        return file(".log");
    }

    private ResultLine line(String provider) {
        return new ResultLine(environment, ProviderArgument.name(provider), device);
    }
}
