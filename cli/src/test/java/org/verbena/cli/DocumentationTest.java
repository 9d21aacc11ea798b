package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProviderLookup;

/** What the documents show is what happens. */
class DocumentationTest {
    private static final String PROMPT = "$ ./verbena ";
    private static final Pattern PROGRAM = Pattern.compile("^public class (\\w+)", Pattern.MULTILINE);

    private final Markdown readme = Markdown.read("README.md");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/command-line.md"})
    void commandsPrintWhatTheDocumentSays(String document) {
        List<String> sessions = Markdown.read(document).blocks("console").stream()
                .filter(block -> block.startsWith(PROMPT))
                .toList();

        assertThat(sessions).isNotEmpty().allSatisfy(session -> {
            String[] promptAndOutput = session.substring(PROMPT.length()).split("\n", 2);
            CliRun run = CliRun.of(
                    ProviderLookup.create(),
                    Stream.of(promptAndOutput[0].split(" "))
                            .map(DocumentationTest::path)
                            .toArray(String[]::new));
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).isEqualToNormalizingNewlines(promptAndOutput[1]);
        });
    }

    /** Readers start at the top level, this test in its module's directory. */
    private static String path(String word) {
        Path file = Path.of("..").resolve(word);
        return Files.isRegularFile(file) ? file.toString() : word;
    }

    @Test
    void theProgramOfTheReadmePrintsWhatItSays(@TempDir Path directory) throws Exception {
        String source = readme.blocks("java").get(0);
        String expected = readme.blocks("text").get(0);

        assertThat(source.lines().filter(line -> !line.startsWith("import"))).hasSizeLessThanOrEqualTo(22);
        assertThat(run(source, directory)).isEqualToNormalizingNewlines(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "explain",
                "guide/application",
                "guide/rc-ping-pong",
                "guide/write-with-immediate",
                "guide/shared-receive-queue",
                "guide/multicast",
                "guide/rss",
                "guide/async",
                "guide/faults",
                "guide/observing",
                "guide/simulator-configuration"
            })
    void programsPrintWhatTheirPagesSay(String name, @TempDir Path directory) throws Exception {
        Markdown page = Markdown.read("docs/" + name + ".md");
        List<String> outputs = new ArrayList<>();
        for (String source : page.blocks("java")) {
            // What declares no class is an excerpt.
            if (PROGRAM.matcher(source).find()) {
                outputs.add(run(source, directory));
            }
        }

        assertThat(outputs).isNotEmpty().isEqualTo(page.blocks("text"));
    }

    private static String run(String source, Path directory) throws Exception {
        Matcher declaration = PROGRAM.matcher(source);
        assertThat(declaration.find()).as("a public class").isTrue();
        String program = declaration.group(1);
        Path file = Files.writeString(directory.resolve(program + ".java"), source);
        int failed =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", directory.toString(), file.toString());
        assertThat(failed).as("javac").isZero();

        PrintStream console = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        URL[] classes = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes)) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            loader.loadClass(program).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(console);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Stream<String> answers() {
        return Markdown.read("docs/command-line.md").blocks("json").stream();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void answersOfTheReferenceAreThoseOfTheSimulator(String answer) throws Exception {
        JsonObject documented = JsonParser.object().from(answer);

        Stream<String> command = Stream.of("create-qp", "--provider=sim", "--profile=mlx5", "--json");
        Stream<String> options = documented.getObject("requested").entrySet().stream()
                .map(cap -> "--" + cap.getKey().replace('_', '-') + "=" + cap.getValue());
        CliRun run = CliRun.of(
                ProviderLookup.create(), Stream.concat(command, options).toArray(String[]::new));

        assertThat(run.json()).isEqualTo(documented);
    }

    @Test
    void theVectorOfTheReferenceIsOne(@TempDir Path directory) throws Exception {
        List<String> blocks = Markdown.read("docs/vectors.md").blocks("json");
        Path vectors = Files.writeString(directory.resolve("vectors.jsonl"), blocks.get(0));
        Path configs = Files.writeString(directory.resolve("limits.json"), blocks.get(1));

        CliRun replay = CliRun.of(ProviderLookup.create(), "replay", vectors.toString());
        CliRun withLimits =
                CliRun.of(ProviderLookup.create(), "replay", vectors.toString(), "--configs", configs.toString());

        assertThat(replay.out()).isEqualToNormalizingNewlines("1 agree, 0 differ\n");
        assertThat(withLimits.err()).contains("config is \"mlx5-a\", which the configurations do not have");
    }

    private static Stream<String> documents() throws IOException {
        Path top = Path.of("..");
        try (Stream<Path> pages = Files.walk(top.resolve("docs"))) {
            return Stream.concat(
                    Stream.of(top.resolve("README.md"), top.resolve("CONTRIBUTING.md"), top.resolve("SECURITY.md")),
                    pages.filter(page -> page.toString().endsWith(".md")))
                    .map(page -> top.relativize(page).toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksOfADocumentLeadSomewhere(String document) {
        Path directory = Path.of("..").resolve(document).getParent();

        assertThat(Markdown.read(document).links())
                .allSatisfy(link -> assertThat(directory.resolve(link)).exists());
    }
}
