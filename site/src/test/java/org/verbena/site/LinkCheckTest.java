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

class LinkCheckTest {
    @TempDir
    private Path site;

    @BeforeEach
    void makePages() throws IOException {
        Files.createDirectories(site.resolve("docs"));
        Files.writeString(site.resolve("index.html"), "<h1 id=\"top\">Start</h1>");
        Files.writeString(site.resolve("docs/b.html"), "<h2 id=\"part\">Part</h2>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"b.html", "b.html#part", "../index.html#top", "#here", "#", "https://example.org/", "data:,"})
    void findsNoFaultInALink(String link) throws IOException {
        assertThat(check(link)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "c.html, no file docs/c.html",
        "b.html#other, docs/b.html has no anchor other",
        "#other, docs/a.html has no anchor other",
        "../../secret.html, no file ../secret.html",
        "b.md, no file docs/b.md"
    })
    void namesThePageTheLinkAndTheReason(String link, String reason) throws IOException {
        assertThat(check(link)).containsExactly("docs/a.html: the link " + link + " is dead: " + reason);
    }

    @Test
    void checksImagesToo() throws IOException {
        Files.writeString(site.resolve("docs/a.html"), "<img src=\"plot.svg\" alt=\"\">");

        assertThat(new LinkCheck(site).deadLinks(List.of("docs/a.html"))).hasSize(1);
    }

    private List<String> check(String link) throws IOException {
        Files.writeString(site.resolve("docs/a.html"), "<h2 id=\"here\">A</h2><a href=\"" + link + "\">link</a>");
        return new LinkCheck(site).deadLinks(List.of("docs/a.html"));
    }
}
