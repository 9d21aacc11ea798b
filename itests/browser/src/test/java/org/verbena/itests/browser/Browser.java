// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Drives a headless Chromium with one open page. Uses the domain Emulation of the DevTools protocol. */
final class Browser implements AutoCloseable {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 900;

    // Selenium warns about each Chromium whose DevTools version it does not know. The few functions used here still
    // work.
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Browser start() {
        SELENIUM.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(Prerequisites.program("chromium").toFile());
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        options.addArguments("--headless=new", "--disable-gpu", "--no-first-run");
        // The sandbox does not work for root, for example in a container. It is not needed for the project's own pages.
        options.addArguments("--no-sandbox", "--disable-dev-shm-usage");
        // Background requests of Chromium would appear in the request log.
        options.addArguments("--disable-background-networking", "--disable-component-update", "--disable-sync");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Prerequisites.program("chromedriver").toFile())
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** Loads a file into a wide light window and clears the logs. */
    void open(Path file) {
        open(file.toUri());
    }

    /** Loads a page into a wide light window and clears the logs. */
    void open(URI page) {
        resize(WIDTH, HEIGHT);
        emulate("screen", "light");
        driver.get("about:blank");
        consoleMessages();
        requests();
        show(page);
    }

    /** Loads a page without changing the window, and keeps the log entries of earlier pages. */
    void show(URI page) {
        driver.get(page.toString());
        // The driver can return before the style sheet is applied.
        driver.executeAsyncScript(
                "const done = arguments[0]; const painted = () => requestAnimationFrame(() => requestAnimationFrame(done));"
                        + "document.readyState === 'complete' ? painted() : addEventListener('load', painted)");
    }

    /** Resizes the window to a width and height in CSS pixels. */
    void resize(int width, int height) {
        emulation(
                "setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Emulates a medium, {@code screen} or {@code print}, and a preferred colour scheme. */
    void emulate(String medium, String colourScheme) {
        Map<String, String> preference = Map.of("name", "prefers-color-scheme", "value", colourScheme);
        emulation("setEmulatedMedia", Map.of("media", medium, "features", List.of(preference)));
    }

    private void emulation(String command, Map<String, Object> parameters) {
        driver.executeCdpCommand("Emulation." + command, parameters);
    }

    WebElement element(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    /** Waits until an element exists, for at most a minute, and returns it. */
    WebElement awaitElement(String css) {
        driver.manage().timeouts().implicitlyWait(Duration.ofMinutes(1));
        try {
            return element(css);
        } finally {
            driver.manage().timeouts().implicitlyWait(Duration.ZERO);
        }
    }

    /** Returns a property of all matching elements of the page, for example their {@code id}. */
    List<String> properties(String css, String property) {
        String script = "return [...document.querySelectorAll(arguments[0])].map(found => found[arguments[1]])";
        return ((List<?>) driver.executeScript(script, css, property))
                .stream().map(String::valueOf).toList();
    }

    /** Returns the charts of the page, from top to bottom. */
    List<Chart> charts() {
        return driver.findElements(By.cssSelector("figure")).stream()
                .map(figure -> new Chart(driver, figure))
                .toList();
    }

    /** Returns the number of CSS pixels by which the page is wider than its window, so that it scrolls sideways. */
    long overflow() {
        String script = "const page = document.documentElement; return page.scrollWidth - page.clientWidth";
        return ((Number) driver.executeScript(script)).longValue();
    }

    /** Returns all console messages of the page and the browser since the last call, with any severity. */
    List<String> consoleMessages() {
        // Chromium also reports that a font took longer than 100 ms, as on a busy machine.
        return log(LogType.BROWSER).stream()
                .filter(message -> !message.contains("Slow network is detected"))
                .toList();
    }

    /** Returns the requested addresses since the last call, including the address of the page. */
    List<String> requests() {
        return log(LogType.PERFORMANCE).stream()
                .map(Browser::event)
                .filter(event -> event.getString("method").equals("Network.requestWillBeSent"))
                .map(event -> event.getObject("params").getObject("request").getString("url"))
                .toList();
    }

    private List<String> log(String type) {
        return driver.manage().logs().get(type).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    private static JsonObject event(String message) {
        try {
            return JsonParser.object().from(message).getObject("message");
        } catch (JsonParserException e) {
            throw new AssertionError("not an event: " + message, e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
