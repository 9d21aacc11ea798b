package org.verbena.examples.toy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide for authors of providers shows what is here. */
class GuideTest {
    // Surefire starts tests in their module's directory.
    private static final Path GUIDE = Path.of("../../docs/guide/writing-a-provider.md");
    private static final Pattern BLOCK =
            Pattern.compile("^```(?:java|text)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    @Test
    void everyBlockIsAPartOfTheExample() throws IOException {
        List<String> files = sources();
        List<String> blocks = BLOCK.matcher(Files.readString(GUIDE))
                .results()
                .map(block -> block.group(1))
                .toList();

        assertThat(blocks)
                .isNotEmpty()
                .allSatisfy(block ->
                        assertThat(files).anySatisfy(file -> assertThat(file).contains(block)));
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            return files.filter(Files::isRegularFile).map(GuideTest::read).toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
