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
import org.verbena.tck.engine.LaneProcess;

/**
 * A run of Jazzer with one target, in a process of its own: an input that ends the JVM, or never ends, ends that one.
 *
 * @param target the target
 * @param time how long to make inputs; where it is empty, as many are made as the target says
 * @param seed where the random numbers begin; not 0, which stands for any
 */
record Jazzer(FuzzTarget target, Optional<Duration> time, int seed) {
    private static final Path DIRECTORY = Path.of("target", "fuzz");
    private static final Path LOGGING = Path.of("src", "test", "resources", "logging.properties");
    private static final Pattern RUNS = Pattern.compile("stat::number_of_executed_units: (\\d+)");
    private static final Pattern ARTIFACT = Pattern.compile("Test unit written to (\\S+)");
    private static final int LINES_TO_SHOW = 60;

    /**
     * What Jazzer looks for in other programs. Here is nothing of that kind, or, of files and addresses, it is what a
     * command is for; and it takes a second to set up.
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

    /** For an input; the slowest ones take a thousandth of it. */
    private static final Duration INPUT_TIMEOUT = Duration.ofMinutes(2);

    /** For all that is not done for a given time, on a busy machine. */
    private static final Duration MARGIN = Duration.ofHours(1);

    /**
     * Runs it. The input of a finding stays in a file.
     *
     * @return how many inputs were run
     * @throws AssertionError if there is a finding; the message names the file and says how to do it again
     */
    long run() throws IOException, InterruptedException {
        Path directory = Files.createDirectories(DIRECTORY.resolve(target.directory()));
        Path corpus = Files.createDirectories(directory.resolve("corpus-" + seed));
        Path log = directory.resolve("log.txt");
        Process process = new ProcessBuilder(command(directory, corpus))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Duration timeout = MARGIN.plus(time.orElse(Duration.ZERO));
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
        List<String> command = LaneProcess.java(
                // A decoder that allocates what an input asks for shows by this.
                "-Xmx256m",
                "-XX:+UseSerialGC",
                // Code that Jazzer has made three times as long takes the better compiler longer than it saves.
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+EnableDynamicAgentLoading",
                // Handles that an input forgets are reported as leaks, with stack traces beside that of a finding.
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
                time.map(given -> "-max_total_time=" + given.toSeconds()).orElse("-runs=" + target.inputs()),
                "-max_len=" + target.maxLength(),
                "-timeout=" + INPUT_TIMEOUT.toSeconds(),
                "-print_final_stats=1",
                "-artifact_prefix=" + directory + "/",
                corpus.toString(),
                target.seeds().toString()));
        return command;
    }
}
