// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The frame of each page: header with search, navigation, and list of headings. */
final class Layout {
    private static final int HEADINGS_FOR_A_LIST = 4;

    private final String template = resource("page.html");
    private final Map<Page.Section, List<Page>> sections;
    private final boolean javadoc;

    /**
     * Creates a layout.
     *
     * @param pages all pages, in the order of the navigation
     * @param javadoc whether the site contains Javadoc
     */
    Layout(List<Page> pages, boolean javadoc) {
        this.sections = pages.stream().collect(Collectors.groupingBy(Page::section));
        this.javadoc = javadoc;
    }

    /** Returns the whole HTML of a page. */
    String html(Page page) {
        String title = page.section() == Page.Section.START ? page.title() : page.title() + " – Verbena";
        return template.replace("{title}", Html.escape(title))
                .replace("{root}", page.root())
                .replace("{navigation}", navigation(page))
                .replace("{headings}", headings(page))
                .replace("{content}", page.body());
    }

    private String navigation(Page current) {
        StringBuilder html = new StringBuilder();
        for (Page.Section section : Page.Section.values()) {
            List<Page> pages = sections.getOrDefault(section, List.of());
            if (section == Page.Section.START) {
                pages.forEach(page -> html.append(link(current, page)));
                if (javadoc) {
                    html.append("<a href=\"" + current.root() + "javadoc/index.html\">Javadoc</a>\n");
                }
            } else if (!pages.isEmpty()) {
                html.append(section == current.section() ? "<details open>" : "<details>");
                html.append("<summary>").append(section.label()).append("</summary>\n");
                pages.forEach(page -> html.append(link(current, page)));
                html.append("</details>\n");
            }
        }
        return html.toString();
    }

    private static String link(Page current, Page page) {
        String mark = page.path().equals(current.path()) ? " aria-current=\"page\"" : "";
        return "<a href=\"" + current.root() + page.path() + "\"" + mark + ">" + Html.escape(page.title()) + "</a>\n";
    }

    private static String headings(Page page) {
        List<Html.Part> headings = Html.parts(page.body()).stream()
                .filter(part -> part.level() == 2 && !part.id().isEmpty())
                .toList();
        if (headings.size() < HEADINGS_FOR_A_LIST) {
            return "";
        }
        return headings.stream()
                .map(part -> "<li><a href=\"#" + part.id() + "\">" + Html.escape(part.heading()) + "</a></li>")
                .collect(Collectors.joining(
                        "\n",
                        "<details class=\"headings\"><summary>On this page</summary>\n<ul>\n",
                        "\n</ul></details>"));
    }

    /** Reads a file of the site's own design. */
    static String resource(String name) {
        try (InputStream in = Layout.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("resource " + name + " is unreadable", e);
        }
    }
}
