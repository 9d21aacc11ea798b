// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/**
 * Checks the site in a browser, from the file system and from a static server. The browser shows every page from the
 * file system, but only one page of each kind from the server.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class SiteIT {
    /** The two ways to open the site. */
    enum Origin {
        FILES,
        SERVER
    }

    /**
     * The observations of the browser while it showed pages in a window of the size of a phone.
     *
     * @param consoleMessages the messages of the console, which include each response "not found" of a server
     * @param foreignRequests the requested addresses outside the site
     * @param tooWide the pages that scroll sideways
     */
    private record Shown(List<String> consoleMessages, List<String> foreignRequests, List<String> tooWide) {}

    private static final int PHONE_WIDTH = 375;
    private static final int PHONE_HEIGHT = 812;

    private static final Path SITE =
            Path.of("..", "..", "site", "target", "site").toAbsolutePath().normalize();

    private static final Map<Origin, URI> ADDRESSES = new EnumMap<>(Origin.class);
    private static final Map<Origin, SiteCrawl> CRAWLS = new EnumMap<>(Origin.class);
    private static final Map<Origin, Shown> SHOWN = new EnumMap<>(Origin.class);
    private static Browser browser;
    private static HttpServer server;

    @BeforeAll
    static void readAndShowPages() {
        browser = Browser.start();
        server = SimpleFileServer.createFileServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), SITE, SimpleFileServer.OutputLevel.NONE);
        server.start();
        ADDRESSES.put(Origin.FILES, SITE.toUri());
        ADDRESSES.put(
                Origin.SERVER,
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"));
        ADDRESSES.forEach((origin, address) -> CRAWLS.put(origin, SiteCrawl.of(address)));
        List<String> pages = CRAWLS.get(Origin.FILES).pages();
        SHOWN.put(Origin.FILES, show(Origin.FILES, pages));
        SHOWN.put(Origin.SERVER, show(Origin.SERVER, oneOfEachKind(pages)));
    }

    /** Returns the first page of each directory. Charts are a separate kind. */
    private static Collection<String> oneOfEachKind(List<String> pages) {
        Map<String, String> kinds = new LinkedHashMap<>();
        pages.forEach(page -> kinds.putIfAbsent(page.replaceFirst("[^/]*?(-charts)?\\.html$", "$1"), page));
        return kinds.values();
    }

    private static Shown show(Origin origin, Collection<String> pages) {
        String site = ADDRESSES.get(origin).toString();
        List<String> tooWide = new ArrayList<>();
        browser.resize(PHONE_WIDTH, PHONE_HEIGHT);
        for (String page : pages) {
            browser.show(URI.create(site + page));
            long overflow = browser.overflow();
            if (overflow > 0 && !page.startsWith("javadoc/")) {
                tooWide.add(page + " by " + overflow);
            }
        }
        List<String> foreignRequests = browser.requests().stream()
                .filter(request -> !request.startsWith(site) && !request.startsWith("data:"))
                .distinct()
                .toList();
        return new Shown(browser.consoleMessages(), foreignRequests, tooWide);
    }

    @AfterAll
    static void close() {
        if (server != null) {
            server.stop(0);
        }
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyPageIsReached(Origin origin) {
        assertThat(CRAWLS.get(origin).pages())
                .contains(
                        "index.html",
                        "docs/guide/rc-ping-pong.html",
                        "docs/migrating/from-c.html",
                        "docs/migrating/from-disni.html",
                        "docs/migrating/from-jucx.html",
                        "docs/migrating/from-pyverbs.html",
                        "docs/performance.html",
                        "drivers/mlx5.html",
                        "drivers/mlx5-charts.html",
                        "commands/ping.html");
    }

    @ParameterizedTest
    @EnumSource
    void noLinkIsDead(Origin origin) {
        assertThat(CRAWLS.get(origin).deadLinks()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theConsoleIsEmpty(Origin origin) {
        assertThat(SHOWN.get(origin).consoleMessages()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void pagesLoadNothingFromOtherSites(Origin origin) {
        assertThat(SHOWN.get(origin).foreignRequests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyPageFitsAPhone(Origin origin) {
        assertThat(SHOWN.get(origin).tooWide()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void searchFindsAGuideByAWord(Origin origin) {
        open(origin, "commands/ping.html");
        WebElement query = browser.element("#query");

        query.sendKeys("multicast");

        assertThat(browser.awaitElement("#results a").getText()).contains("ulticast");
        assertThat(browser.properties("#results a", "href"))
                .first()
                .isEqualTo(ADDRESSES.get(origin) + "docs/guide/multicast.html");
        query.sendKeys(Keys.ENTER);
        assertThat(browser.awaitElement("nav a[aria-current=page][href$='multicast.html']")
                        .isDisplayed())
                .isTrue();
        assertThat(browser.consoleMessages()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void searchTellsThatNothingWasFound(Origin origin) {
        open(origin, "index.html");

        browser.element("#query").sendKeys("xyzzy-xyzzy");

        assertThat(browser.awaitElement("#results li").getText()).contains("No page");
    }

    @ParameterizedTest
    @EnumSource
    void aPhoneShowsTheNavigationOnRequest(Origin origin) {
        open(origin, "docs/guide/rss.html");
        assertThat(browser.element("nav").isDisplayed()).isTrue();

        browser.resize(PHONE_WIDTH, PHONE_HEIGHT);
        assertThat(browser.element("nav").isDisplayed()).isFalse();
        browser.element("label[for=menu]").click();

        assertThat(browser.element("nav").isDisplayed()).isTrue();
        assertThat(browser.element("nav a[aria-current=page]").isDisplayed()).isTrue();
        assertThat(browser.overflow()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void isDarkInDarkMode(Origin origin) {
        open(origin, "index.html");
        assertThat(Brightness.of(browser.element("body"), "background-color")).isGreaterThan(0.9);

        browser.emulate("screen", "dark");

        assertThat(Brightness.of(browser.element("body"), "background-color")).isLessThan(0.2);
        assertThat(Brightness.of(browser.element("body"), "color")).isGreaterThan(0.8);
    }

    private static void open(Origin origin, String page) {
        browser.open(URI.create(ADDRESSES.get(origin) + page));
    }
}
