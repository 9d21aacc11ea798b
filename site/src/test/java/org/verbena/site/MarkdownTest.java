// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownTest {
    @TempDir
    private Path root;

    @Test
    void readsTheReadmeThenItsLinksThenTheRestOfTheDocuments() throws IOException {
        write("docs/a.md", "# A");
        write("docs/b.md", "# B\n\n[kit](../tck/README.md)");
        write("tck/README.md", "# Kit");
        write("other/README.md", "# Other");
        write(
                "README.md",
                "# Project\n\n[b](docs/b.md#part), [missing](docs/missing.md), [web](https://example.org/x.md)");

        assertThat(Markdown.read(root).sources())
                .containsExactly("README.md", "docs/b.md", "tck/README.md", "docs/a.md");
    }

    @Test
    void givesHeadingsTheAnchorsThatTheRepositoryShows() throws IOException {
        assertThat(html("# The `verbena` command\n\n## Exit status\n\n## Exit status\n\n## max_send_wr: 0..9"))
                .contains("<h1 id=\"the-verbena-command\">")
                .contains("<h2 id=\"exit-status\">")
                .contains("<h2 id=\"exit-status-1\">")
                .contains("<h2 id=\"max_send_wr-09\">");
    }

    @Test
    void keepsCodeAsItIs() throws IOException {
        assertThat(html("```java\nList<String> a; // [x](y.md)\n```\n"))
                .contains("<code class=\"language-java\">List&lt;String&gt; a; // [x](y.md)\n</code></pre>");
    }

    @Test
    void putsTablesIntoBoxesThatScroll() throws IOException {
        assertThat(html("| C | Java |\n|---|---|\n| `a \\| b` | <c> |\n"))
                .containsSubsequence(
                        "<div class=\"scroll\" tabindex=\"0\"><table>",
                        "<th>C</th>",
                        "<td><code>a | b</code></td>",
                        "</table></div>");
    }

    @Test
    void rewritesLinksAndImages() throws IOException {
        write("README.md", "[a](b.md) ![c](d.svg)");

        assertThat(Markdown.read(root).html("README.md", destination -> "new-" + destination))
                .contains("href=\"new-b.md\"", "src=\"new-d.svg\"");
    }

    private String html(String text) throws IOException {
        write("README.md", text);
        return Markdown.read(root).html("README.md", UnaryOperator.identity());
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
