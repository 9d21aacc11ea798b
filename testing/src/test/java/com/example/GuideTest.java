// SPDX-License-Identifier: Apache-2.0
package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.verbena.tck.guide.GuidePage;

/** Checks that the guide shows the tests of this package. */
class GuideTest {
    // Surefire starts tests in their module's directory.
    private static final Path GUIDE = Path.of("../docs/guide/testing.md");
    private static final Path SOURCES = Path.of("src/test/java/com/example");

    /** A test method, from its first annotation to its closing brace. */
    private static final Pattern METHOD =
            Pattern.compile("^    @Test\\n.*?^    }$", Pattern.DOTALL | Pattern.MULTILINE);

    private final List<String> blocks = GuidePage.read(GUIDE).blocks("java");

    @Test
    void everyBlockIsAPartOfASource() {
        List<String> texts = Stream.of("ApplicationTest", "Replicator")
                .map(name -> read(SOURCES.resolve(name + ".java")))
                .flatMap(source -> Stream.of(source, source.replaceAll("(?m)^    ", "")))
                .toList();

        assertThat(blocks)
                .hasSizeGreaterThan(10)
                .allSatisfy(block ->
                        assertThat(texts).anySatisfy(text -> assertThat(text).contains(block)));
    }

    @Test
    void tenTestsOfAtMostFifteenLinesAreShown() {
        List<String> tests = METHOD.matcher(read(SOURCES.resolve("ApplicationTest.java")))
                .results()
                .map(MatchResult::group)
                .toList();
        String shown = String.join("\n", blocks).replaceAll("(?m)^ *", "");

        assertThat(tests).hasSize(10).allSatisfy(test -> {
            assertThat(test.lines()).hasSizeLessThanOrEqualTo(15);
            assertThat(shown).contains(test.replaceAll("(?m)^ *", ""));
        });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
