// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {
    private static final Page START = new Page("index.html", "Project", Page.Section.START, "<h1>Project</h1>");
    private static final Page GUIDE = new Page(
            "docs/guide/a.html",
            "A & B",
            Page.Section.GUIDES,
            "<h1 id=\"a\">A &amp; B</h1><p>first <b>words</b></p><h2 id=\"c\">C</h2><p>last &lt;words&gt;</p>");

    @Test
    void linksFromAnyDirectoryToAllPages() {
        String html = new Layout(List.of(START, GUIDE), false).html(GUIDE);

        assertThat(html)
                .contains("<title>A &amp; B – Verbena</title>")
                .contains("href=\"../../site.css\"")
                .contains("<a href=\"../../index.html\">Project</a>")
                .contains("<a href=\"../../docs/guide/a.html\" aria-current=\"page\">A &amp; B</a>")
                .contains(GUIDE.body())
                .doesNotContain("javadoc", "{");
    }

    @Test
    void linksToJavadocWhereItExists() {
        assertThat(new Layout(List.of(START, GUIDE), true).html(GUIDE)).contains("href=\"../../javadoc/index.html\"");
    }

    @Test
    void listsTheHeadingsOfLongPages() {
        String body = "<h1>Long</h1><h2 id=\"a\">A</h2><h2 id=\"b\">B</h2><h2 id=\"c\">C</h2><h2 id=\"d\">D</h2>";
        Page page = new Page("long.html", "Long", Page.Section.REFERENCE, body);

        assertThat(new Layout(List.of(page), false).html(page)).contains("<li><a href=\"#d\">D</a></li>");
        assertThat(new Layout(List.of(GUIDE), false).html(GUIDE)).doesNotContain("On this page");
    }

    @Test
    void indexHasAnEntryForEachHeading() {
        SearchIndex index = new SearchIndex();
        index.add(GUIDE);

        assertThat(index.script())
                .contains("window.searchIndex = [")
                .contains("\"url\":\"docs/guide/a.html\"", "\"text\":\"first words\"")
                .contains("\"url\":\"docs/guide/a.html#c\"", "\"heading\":\"C\"", "\"text\":\"last <words>\"");
    }
}
