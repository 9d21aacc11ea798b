// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import com.grack.nanojson.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The index of the search: one entry for each part of each page. */
final class SearchIndex {
    private final List<Map<String, String>> entries = new ArrayList<>();

    void add(Page page) {
        for (Html.Part part : Html.parts(page.body())) {
            String fragment = part.level() == 1 || part.id().isEmpty() ? "" : "#" + part.id();
            // In this order, so that two builds write the same bytes.
            Map<String, String> entry = new LinkedHashMap<>();
            entry.put("url", page.path() + fragment);
            entry.put("title", page.title());
            entry.put("heading", part.level() == 1 ? "" : part.heading());
            entry.put("text", part.text());
            entries.add(entry);
        }
    }

    /** Returns a script that defines the index. Unlike JSON, a page that was opened as a file can load it. */
    String script() {
        return "// SPDX-License-Identifier: Apache-2.0\nwindow.searchIndex = " + JsonWriter.string(entries) + ";\n";
    }
}
