// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class CommandPagesTest {
    @Command(
            name = "tool",
            description = {"Do @|bold work|@.", "", "More%nabout <it>."},
            subcommands = Copy.class,
            exitCodeList = {"0:done", "1:failed"})
    private static final class Tool {}

    @Command(
            name = "copy",
            header = "Copy a file.",
            description = "Overwrite nothing.",
            footer = "  tool copy --times 2 a")
    private static final class Copy {
        @Option(names = "--times", paramLabel = "N", required = true, description = "Number of copies.")
        private int times;

        @Option(
                names = {"-q", "--quiet"},
                description = "Print nothing.")
        private boolean quiet;

        @Option(names = "--internal", hidden = true)
        private boolean internal;

        @Parameters(paramLabel = "FILE", description = "The file.")
        private String file = "";
    }

    private final List<Page> pages = new CommandPages(new CommandLine(new Tool()), Set.of("copy")).pages();

    @Test
    void eachCommandHasAPage() {
        assertThat(pages).extracting(Page::path).containsExactly("commands/index.html", "commands/copy.html");
        assertThat(pages).extracting(Page::title).containsExactly("tool", "tool copy");
    }

    @Test
    void pagesDescribeCommandsAndStatus() {
        assertThat(pages.get(0).body())
                .contains("<p>Do work.</p>", "about &lt;it&gt;.")
                .contains("<a href=\"copy.html\"><code>copy</code></a></td><td>Copy a file.</td>")
                .contains("<td>1</td><td>failed</td>");
    }

    @Test
    void pagesDescribeOptionsAndParameters() {
        assertThat(pages.get(1).body())
                .contains("<p>Copy a file.</p>\n<p>Overwrite nothing.</p>")
                .contains("<td><code>FILE</code></td><td>The file.</td>")
                .contains("<td><code>--times=N</code></td><td>Number of copies. Required.</td>")
                .contains("<td><code>-q, --quiet</code></td><td>Print nothing.</td>")
                .contains("tool copy --times 2 a</code></pre>")
                .contains("href=\"../docs/command-line.html#copy\"")
                .doesNotContain("--internal");
    }
}
