// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads all files of the site that can be reached by links, without a browser. Does not follow the links of Javadoc.
 */
final class SiteCrawl {
    private static final Pattern LINK = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile("\\sid=\"([^\"]*)\"");
    private static final Pattern EXTERNAL = Pattern.compile("(?:https?|mailto|data):.*");

    // The contents of scripts and styles are not HTML.
    private static final Pattern CONTENT = Pattern.compile("(?s)(<(script|style)\\b[^>]*>).*?</\\2>");

    private final URI site;
    private final Map<URI, Set<URI>> links = new LinkedHashMap<>();
    private final Map<URI, Set<String>> ids = new LinkedHashMap<>();

    private SiteCrawl(URI site) {
        this.site = site;
    }

    static SiteCrawl of(URI site) {
        SiteCrawl crawl = new SiteCrawl(site);
        Deque<URI> unseen = new ArrayDeque<>(List.of(site.resolve("index.html")));
        Set<URI> seen = new HashSet<>(unseen);
        while (!unseen.isEmpty()) {
            URI file = unseen.remove();
            crawl.read(file);
            crawl.links.getOrDefault(file, Set.of()).stream()
                    .map(SiteCrawl::withoutFragment)
                    .filter(crawl::isInside)
                    .filter(seen::add)
                    .forEach(unseen::add);
        }
        return crawl;
    }

    private void read(URI file) {
        String text;
        try (InputStream in = file.toURL().openStream()) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            // The file is missing, which deadLinks reports.
            return;
        }
        if (!file.getPath().endsWith(".html")) {
            ids.put(file, Set.of());
            return;
        }
        String html = CONTENT.matcher(text).replaceAll("$1");
        ids.put(file, ID.matcher(html).results().map(id -> id.group(1)).collect(Collectors.toSet()));
        Set<URI> targets = new LinkedHashSet<>();
        if (!path(file).startsWith("javadoc/")) {
            LINK.matcher(html)
                    .results()
                    .map(link -> link.group(1).replace("&amp;", "&"))
                    .filter(link -> !EXTERNAL.matcher(link).matches())
                    .forEach(link -> targets.add(file.resolve(link)));
        }
        links.put(file, targets);
    }

    /** Returns the paths of the pages. */
    List<String> pages() {
        return links.keySet().stream().map(this::path).toList();
    }

    /** Returns the links to missing files, to files outside the site, and to missing anchors. */
    List<String> deadLinks() {
        List<String> dead = new ArrayList<>();
        links.forEach((page, targets) -> targets.stream()
                .filter(target -> !exists(target))
                .forEach(target -> dead.add(path(page) + ": " + path(target))));
        return dead;
    }

    private boolean exists(URI target) {
        Set<String> anchors = ids.get(withoutFragment(target));
        return anchors != null && (target.getFragment() == null || anchors.contains(target.getFragment()));
    }

    /** Returns whether an address is a file of the site. A directory is a page only on a server. */
    private boolean isInside(URI target) {
        return !site.relativize(target).isAbsolute() && !target.getPath().endsWith("/");
    }

    private String path(URI page) {
        return site.relativize(page).toString();
    }

    private static URI withoutFragment(URI address) {
        return URI.create(address.toString().replaceFirst("#.*", ""));
    }
}
