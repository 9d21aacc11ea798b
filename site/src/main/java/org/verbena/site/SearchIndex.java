// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import com.grack.nanojson.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The index of the search: one entry for each part of each page. */
final class SearchIndex {
    private final List<Map<String, String>> entries = new ArrayList<>();

    void add(Page page) {
        for (Html.Part part : Html.parts(page.body())) {
            String fragment = part.level() == 1 || part.id().isEmpty() ? "" : "#" + part.id();
            entries.add(Map.of(
                    "url",
                    page.path() + fragment,
                    "title",
                    page.title(),
                    "heading",
                    part.level() == 1 ? "" : part.heading(),
                    "text",
                    part.text()));
        }
    }

    /** Returns a script that defines the index. Unlike JSON, a page that was opened as a file can load it. */
    String script() {
        return "// SPDX-License-Identifier: Apache-2.0\nwindow.searchIndex = " + JsonWriter.string(entries) + ";\n";
    }
}
