// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.verbena.tck.engine.TestProcess;

/**
 * Runs Jazzer with one target in a separate process, so that no input can end or block this JVM. Another reason is that
 * jazzer-junit fuzzes only one test in each JVM.
 *
 * @param target the target
 * @param time the duration of the run
 * @param seed the seed of the random numbers, except 0, which means a random seed
 */
record Jazzer(FuzzTarget target, Duration time, int seed) {
    private static final Path DIRECTORY = Path.of("target", "fuzz");
    private static final Path LOGGING = Path.of("src", "test", "resources", "logging.properties");
    private static final Pattern RUNS = Pattern.compile("stat::number_of_executed_units: (\\d+)");
    private static final Pattern ARTIFACT = Pattern.compile("Test unit written to (\\S+)");
    private static final int LINES_TO_SHOW = 60;

    /**
     * The bug detectors of Jazzer that do not apply here. Verbena has no such code, or a command accesses files and
     * addresses on purpose. Setting up these detectors takes a second.
     */
    private static final String NOT_LOOKED_FOR = Stream.of(
                    "BigDecimal",
                    "ClojureLangHooks",
                    "Deserialization",
                    "ExpressionLanguageInjection",
                    "FilePathTraversal",
                    "LdapInjection",
                    "NamingContextLookup",
                    "OsCommandInjection",
                    "ReflectiveCall",
                    "RegexInjection",
                    "ScriptEngineInjection",
                    "ServerSideRequestForgery",
                    "SqlInjection",
                    "TemplateInjection",
                    "UnsafeSanitizer",
                    "XPathInjection",
                    "XmlParserSsrfGuidance")
            .map("com.code_intelligence.jazzer.sanitizers."::concat)
            .collect(Collectors.joining(":"));

    /** The time limit for one input. The slowest inputs take a thousandth of it. */
    private static final Duration INPUT_TIMEOUT = Duration.ofMinutes(2);

    /** The time limit for the start and the end of a run, on a busy machine. */
    private static final Duration MARGIN = Duration.ofHours(1);

    /**
     * Runs the fuzzer. Keeps the input of a finding in a file.
     *
     * @return the number of inputs
     * @throws AssertionError if an input causes a finding; the message names the file and explains how to reproduce it
     */
    long run() throws IOException, InterruptedException {
        Path directory = Files.createDirectories(DIRECTORY.resolve(target.directory()));
        Path corpus = Files.createDirectories(directory.resolve("corpus-" + seed));
        Path log = directory.resolve("log.txt");
        Process process = new ProcessBuilder(command(directory, corpus))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Duration timeout = MARGIN.plus(time);
        if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(
                    "%s with seed %d has not ended in %s; see %s".formatted(target, seed, timeout, log));
        }
        List<String> lines = Files.readAllLines(log);
        if (process.exitValue() != 0) {
            throw finding(lines, log);
        }
        return last(RUNS, lines)
                .map(Long::parseLong)
                .orElseThrow(() -> new AssertionError("Jazzer did not say how many inputs it ran; see " + log));
    }

    private AssertionError finding(List<String> lines, Path log) {
        String input = last(ARTIFACT, lines)
                .map(file -> "%s is the input; keep it in %s with a name that tells what was wrong"
                        .formatted(file, target.seeds()))
                .orElse("the input is not known");
        List<String> end = lines.subList(Math.max(0, lines.size() - LINES_TO_SHOW), lines.size());
        return new AssertionError("%s with seed %d has a finding: %s. The end of %s:%n%s"
                .formatted(target, seed, input, log, String.join(System.lineSeparator(), end)));
    }

    private static Optional<String> last(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .reduce((earlier, later) -> later);
    }

    private List<String> command(Path directory, Path corpus) {
        List<String> command = TestProcess.java(
                // A small heap reveals a decoder that allocates as much memory as an input requests.
                "-Xmx256m",
                "-XX:+UseSerialGC",
                // Jazzer triples the size of the code, so that compilation by C2 takes longer than it saves.
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+EnableDynamicAgentLoading",
                // Otherwise the log mixes reports of leaked handles, which inputs do not close, with the stack trace of
                // a finding.
                "-Djava.util.logging.config.file=" + LOGGING,
                "-XX:ErrorFile=" + directory.resolve("hs_err.log").toAbsolutePath());
        command.addAll(List.of(
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.type().getName(),
                "--instrumentation_includes=org.verbena.**",
                "--custom_hook_includes=org.verbena.**",
                "--disabled_hooks=" + NOT_LOOKED_FOR,
                "--reproducer_path=" + directory,
                "-seed=" + seed,
                // By default, @FuzzTest ends after five minutes.
                "-max_total_time=" + time.toSeconds(),
                "-max_len=" + target.maxLength(),
                "-timeout=" + INPUT_TIMEOUT.toSeconds(),
                "-print_final_stats=1",
                "-artifact_prefix=" + directory + "/",
                corpus.toString(),
                target.seeds().toString()));
        return command;
    }
}
