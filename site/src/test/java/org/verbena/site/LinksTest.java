// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinksTest {
    @TempDir
    private Path root;

    private Links links;

    @BeforeEach
    void makeRepository() throws IOException {
        Files.createDirectories(root.resolve("docs/performance"));
        Files.createDirectories(root.resolve("examples"));
        Files.createFile(root.resolve("LICENSE"));
        Files.createFile(root.resolve("docs/performance/plot.svg"));
        links = new Links(
                root,
                "https://example.org/project",
                List.of("README.md", "docs/support.md", "docs/guide/rss.md", "tck/README.md"),
                List.of("docs/adr"));
    }

    @ParameterizedTest
    @CsvSource({
        "README.md, docs/support.md, docs/support.html",
        "README.md, docs/support.md#limits, docs/support.html#limits",
        "docs/support.md, guide/rss.md, guide/rss.html",
        "docs/guide/rss.md, ../support.md, ../support.html",
        "docs/guide/rss.md, ../../README.md, ../../index.html",
        "docs/guide/rss.md, ../../tck/README.md#wire, ../../tck/index.html#wire",
        "README.md, docs/adr, docs/adr/index.html"
    })
    void leadToPages(String source, String destination, String expected) {
        assertThat(links.rewrite(source, destination)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "README.md, LICENSE, https://example.org/project/blob/main/LICENSE",
        "docs/support.md, ../examples, https://example.org/project/tree/main/examples"
    })
    void leadToTheRepositoryWithoutAPage(String source, String destination, String expected) {
        assertThat(links.rewrite(source, destination)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"#limits", "https://example.org/a.md", "mailto:someone@example.org", "missing.md", "../.."})
    void areUnchangedWithoutATargetInTheRepository(String destination) {
        assertThat(links.rewrite("docs/support.md", destination)).isEqualTo(destination);
    }

    @Test
    void collectImages() {
        assertThat(links.rewrite("docs/support.md", "performance/plot.svg")).isEqualTo("performance/plot.svg");

        assertThat(links.images()).containsExactly("docs/performance/plot.svg");
    }
}
