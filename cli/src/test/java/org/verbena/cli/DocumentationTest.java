// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProviderLookup;
import org.verbena.tck.guide.GuidePage;
import org.verbena.tck.guide.GuideProgram;

/** Checks that commands behave as the documents show. */
class DocumentationTest {
    private static final String PROMPT = "$ ./verbena ";

    private final GuidePage readme = GuidePage.read(Path.of("../README.md"));

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/command-line.md"})
    void commandsPrintTheDocumentedOutput(String document) {
        List<String> sessions = GuidePage.read(Path.of("..").resolve(document)).blocks("console").stream()
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

    /** Resolves a path for this test, which runs in its module's directory; the documents assume the top level. */
    private static String path(String word) {
        Path file = Path.of("..").resolve(word);
        return Files.isRegularFile(file) ? file.toString() : word;
    }

    @Test
    void theProgramOfTheReadmePrintsTheDocumentedOutput(@TempDir Path directory) throws Exception {
        String source = readme.blocks("java").get(0);

        assertThat(source.lines().filter(line -> !line.isBlank() && !line.startsWith("import")))
                .hasSizeLessThanOrEqualTo(25);
        assertThat(GuideProgram.ofPage(Path.of("..", "README.md")))
                .singleElement()
                .satisfies(program -> {
                    assertThat(program.output()).isEqualTo(readme.blocks("text").get(0));
                    assertThat(program.run(directory)).isEqualToNormalizingNewlines(program.output());
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "explain",
                "guide/application",
                "guide/first-message",
                "guide/rc-ping-pong",
                "guide/write-with-immediate",
                "guide/shared-receive-queue",
                "guide/multicast",
                "guide/rss",
                "guide/async",
                "guide/memory",
                "guide/faults",
                "guide/mismatched-ends",
                "guide/observing",
                "guide/simulator-configuration"
            })
    void programsPrintTheDocumentedOutput(String name, @TempDir Path directory) throws Exception {
        List<GuideProgram> programs = GuideProgram.ofPage(Path.of("..", "docs", name + ".md"));

        assertThat(programs)
                .hasSameSizeAs(
                        GuidePage.read(Path.of("../docs/" + name + ".md")).blocks("text"))
                .isNotEmpty()
                .allSatisfy(program -> assertThat(program.run(directory)).isEqualTo(program.output()));
    }

    /** The programs are only compiled. Each attaches a device to an address that other programs on this host use. */
    @Test
    void theProgramsOfChannelsCompile(@TempDir Path directory) throws Exception {
        List<GuideProgram> programs = GuideProgram.ofPage(Path.of("..", "docs", "guide", "channels.md"));

        GuideProgram.compile(programs, directory);

        assertThat(directory).isDirectoryContaining("glob:**WriteIntoMemory.class");
    }

    private static Stream<String> answers() {
        return GuidePage.read(Path.of("../docs/command-line.md")).blocks("json").stream();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void documentedAnswersAreThoseOfTheSimulator(String answer) throws Exception {
        JsonObject documented = JsonParser.object().from(answer);

        Stream<String> command = Stream.of("create-qp", "--provider=sim", "--profile=mlx5", "--json");
        Stream<String> options = documented.getObject("requested").entrySet().stream()
                .map(cap -> "--" + cap.getKey().replace('_', '-') + "=" + cap.getValue());
        CliRun run = CliRun.of(
                ProviderLookup.create(), Stream.concat(command, options).toArray(String[]::new));

        assertThat(run.json()).isEqualTo(documented);
    }

    @Test
    void theDocumentedVectorCanBeReplayed(@TempDir Path directory) throws Exception {
        List<String> blocks = GuidePage.read(Path.of("../docs/vectors.md")).blocks("json");
        Path vectors = Files.writeString(directory.resolve("vectors.jsonl"), blocks.get(0));
        Path configs = Files.writeString(directory.resolve("limits.json"), blocks.get(1));

        CliRun replay = CliRun.of(ProviderLookup.create(), "replay", vectors.toString());
        CliRun withLimits =
                CliRun.of(ProviderLookup.create(), "replay", vectors.toString(), "--configs", configs.toString());

        assertThat(replay.out()).isEqualToNormalizingNewlines("1 agree, 0 differ\n");
        assertThat(withLimits.out()).contains("config is \"mlx5-a\", which the configurations do not have");
    }

    /** A file that a recipe creates has the name X, and only its directory exists. */
    @Test
    void theFilesOfTheRecipesExist() {
        String recipes = GuidePage.read(Path.of("../docs/changing.md")).text();

        assertThat(Pattern.compile("`((?:[\\w.-]+/)+[\\w.-]*)`")
                        .matcher(recipes)
                        .results())
                .hasSizeGreaterThan(50)
                .map(path -> Path.of("..", path.group(1)))
                .allSatisfy(file -> {
                    boolean isNew = file.getFileName().toString().matches("X[A-Z].*|x\\..*|.*-x");
                    assertThat(isNew ? file.getParent() : file).exists();
                });
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
    void linksOfADocumentLeadToExistingFiles(String document) {
        Path directory = Path.of("..").resolve(document).getParent();

        assertThat(GuidePage.read(Path.of("..").resolve(document)).links())
                .allSatisfy(link -> assertThat(directory.resolve(link)).exists());
    }
}
