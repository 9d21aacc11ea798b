// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.verbena.tck.guide.GuidePage;

/** Checks that the guide for authors of providers quotes this example. */
class GuideTest {
    // Surefire starts tests in their module's directory.
    private static final Path GUIDE = Path.of("../../docs/guide/writing-a-provider.md");

    @Test
    void everyBlockIsAPartOfTheExample() throws IOException {
        List<String> files = sources();
        GuidePage guide = GuidePage.read(GUIDE);
        List<String> blocks = Stream.of("java", "text")
                .flatMap(language -> guide.blocks(language).stream())
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
