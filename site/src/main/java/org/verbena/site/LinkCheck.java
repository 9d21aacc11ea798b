// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds dead links in the finished pages: links to files and anchors of the site that do not exist. */
final class LinkCheck {
    private static final Pattern LINK = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile("\\sid=\"([^\"]*)\"");
    private static final Pattern EXTERNAL = Pattern.compile("(?:https?|mailto|data):.*");

    private final Path site;
    private final Map<Path, Set<String>> ids = new HashMap<>();

    /**
     * Creates a check.
     *
     * @param site the directory of the site
     */
    LinkCheck(Path site) {
        this.site = site;
    }

    /**
     * Checks the links of pages.
     *
     * @param pages the paths of the pages below the directory of the site
     * @return for each dead link a line with the page, the link and the reason
     */
    List<String> deadLinks(List<String> pages) throws IOException {
        List<String> dead = new ArrayList<>();
        for (String page : pages) {
            for (String link : links(Files.readString(site.resolve(page)))) {
                String reason = reason(page, link);
                if (!reason.isEmpty()) {
                    dead.add(page + ": the link " + link + " is dead: " + reason);
                }
            }
        }
        return dead;
    }

    private String reason(String page, String link) throws IOException {
        if (EXTERNAL.matcher(link).matches()) {
            return "";
        }
        String[] fileAndId = link.split("#", 2);
        Path file = fileAndId[0].isEmpty()
                ? site.resolve(page)
                : site.resolve(page).resolveSibling(fileAndId[0]).normalize();
        if (!file.startsWith(site) || !Files.isRegularFile(file)) {
            return "no file " + site.relativize(file);
        }
        if (fileAndId.length == 2 && !fileAndId[1].isEmpty() && !ids(file).contains(fileAndId[1])) {
            return site.relativize(file) + " has no anchor " + fileAndId[1];
        }
        return "";
    }

    private Set<String> ids(Path file) throws IOException {
        Set<String> known = ids.get(file);
        if (known == null) {
            known = ID.matcher(Files.readString(file))
                    .results()
                    .map(id -> id.group(1))
                    .collect(Collectors.toSet());
            ids.put(file, known);
        }
        return known;
    }

    private static List<String> links(String html) {
        return LINK.matcher(html)
                .results()
                .map(link -> link.group(1).replace("&amp;", "&"))
                .distinct()
                .toList();
    }
}
