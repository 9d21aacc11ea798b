// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Text in HTML. */
final class Html {
    /**
     * A part of a page: the text from one heading to the next.
     *
     * @param level the level of the heading, 1..3
     * @param id the identifier of the heading, empty if it has none
     * @param heading the text of the heading
     * @param text the text below the heading
     */
    record Part(int level, String id, String heading, String text) {}

    private static final Pattern HEADING =
            Pattern.compile("<h([1-3])(?: id=\"([^\"]*)\")?>(.*?)</h\\1>", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("<[^>]*>");
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private Html() {}

    /** Escapes text for an element or a quoted attribute. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns a block of code that scrolls if it is wider than the page. */
    static String preformatted(String text) {
        return "<pre tabindex=\"0\"><code>" + escape(text) + "</code></pre>\n";
    }

    /** Returns the text of an HTML fragment on one line. */
    static String text(String html) {
        String text = TAG.matcher(html.replace("><", "> <")).replaceAll("");
        return SPACE.matcher(text)
                .replaceAll(" ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&")
                .strip();
    }

    /** Returns the parts of a page, split at the headings of the levels 1 to 3. */
    static List<Part> parts(String html) {
        List<MatchResult> headings = HEADING.matcher(html).results().toList();
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < headings.size(); i++) {
            MatchResult heading = headings.get(i);
            int end = i + 1 < headings.size() ? headings.get(i + 1).start() : html.length();
            parts.add(new Part(
                    Integer.parseInt(heading.group(1)),
                    heading.group(2) == null ? "" : heading.group(2),
                    text(heading.group(3)),
                    text(html.substring(heading.end(), end))));
        }
        return parts;
    }
}
