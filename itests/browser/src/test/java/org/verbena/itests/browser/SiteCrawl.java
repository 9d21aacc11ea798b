// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.openqa.selenium.WebDriverException;

/** A visit of each page that the links of the site lead to. Of Javadoc, only the first page is visited. */
final class SiteCrawl {
    private static final int NARROW = 375;

    private final Browser browser;
    private final URI site;
    private final Map<URI, List<URI>> links = new LinkedHashMap<>();
    private final Map<URI, Set<String>> ids = new LinkedHashMap<>();
    private final List<String> consoleMessages = new ArrayList<>();
    private final Set<String> foreignRequests = new TreeSet<>();
    private final List<String> wide = new ArrayList<>();

    private SiteCrawl(Browser browser, URI site) {
        this.browser = browser;
        this.site = site;
    }

    static SiteCrawl of(Browser browser, URI site) {
        SiteCrawl crawl = new SiteCrawl(browser, site);
        Deque<URI> unseen = new ArrayDeque<>(List.of(URI.create(site + "index.html")));
        Set<URI> seen = new HashSet<>(unseen);
        while (!unseen.isEmpty()) {
            URI page = unseen.remove();
            crawl.visit(page);
            crawl.links.getOrDefault(page, List.of()).stream()
                    .map(SiteCrawl::withoutFragment)
                    .filter(seen::add)
                    .forEach(unseen::add);
        }
        return crawl;
    }

    private void visit(URI page) {
        try {
            browser.open(page);
        } catch (WebDriverException e) {
            // A missing file; deadLinks reports it.
            return;
        }
        boolean javadoc = path(page).startsWith("javadoc/");
        ids.put(page, new HashSet<>(browser.properties("[id]", "id")));
        links.put(
                page,
                javadoc
                        ? List.of()
                        : browser.properties("a[href]", "href").stream()
                                .filter(link -> link.startsWith(site.toString()))
                                .map(URI::create)
                                .toList());
        browser.requests().stream()
                .filter(request -> !request.startsWith(site.toString()) && !request.startsWith("data:"))
                .forEach(foreignRequests::add);
        browser.resize(NARROW, 812);
        if (browser.overflow() > 0 && !javadoc) {
            wide.add(path(page) + " by " + browser.overflow());
        }
        browser.consoleMessages().forEach(message -> consoleMessages.add(path(page) + ": " + message));
    }

    /** Returns the paths of the visited pages. */
    List<String> pages() {
        return links.keySet().stream().map(this::path).toList();
    }

    /** Returns the links to pages that cannot be loaded, and to anchors that do not exist. */
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

    /** Returns the console messages of all pages. A server's answer "not found" is one of them. */
    List<String> consoleMessages() {
        return consoleMessages;
    }

    /** Returns the requested addresses outside the site. */
    Set<String> foreignRequests() {
        return foreignRequests;
    }

    /** Returns the pages that are wider than the window of a phone. */
    List<String> pagesTooWideForAPhone() {
        return wide;
    }

    private String path(URI page) {
        return site.relativize(page).toString();
    }

    private static URI withoutFragment(URI address) {
        return URI.create(address.toString().replaceFirst("#.*", ""));
    }
}
