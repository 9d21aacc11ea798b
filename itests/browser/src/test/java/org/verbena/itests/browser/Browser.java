package org.verbena.itests.browser;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.nio.file.Path;
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

/** A headless Chromium with one page open; emulation is by the DevTools protocol's domain Emulation. */
final class Browser implements AutoCloseable {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 900;

    // It warns that it does not know the DevTools of every Chromium; what is used of them here goes through as it is.
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
        // Root, as in a container, gets no sandbox; the page is the project's own.
        options.addArguments("--no-sandbox", "--disable-dev-shm-usage");
        // Chromium on its own account calls nobody either.
        options.addArguments("--disable-background-networking", "--disable-component-update", "--disable-sync");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Prerequisites.program("chromedriver").toFile())
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** Loads a file into a wide light window and forgets what was logged before. */
    void open(Path file) {
        resize(WIDTH, HEIGHT);
        emulate("screen", "light");
        driver.get("about:blank");
        consoleMessages();
        requests();
        driver.get(file.toUri().toString());
    }

    /** Makes the window as wide and high as that, in CSS pixels. */
    void resize(int width, int height) {
        emulation(
                "setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Presents the page on a medium, {@code screen} or {@code print}, to one who prefers a colour scheme. */
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

    /** The charts of the page, from its top. */
    List<Chart> charts() {
        return driver.findElements(By.cssSelector("figure")).stream()
                .map(figure -> new Chart(driver, figure))
                .toList();
    }

    /** By how many CSS pixels the page is wider than its window, and so can be scrolled sideways. */
    long overflow() {
        String script = "const page = document.documentElement; return page.scrollWidth - page.clientWidth";
        return ((Number) driver.executeScript(script)).longValue();
    }

    /** What the page and the browser have written to the console since this was asked last: errors, warnings, all. */
    List<String> consoleMessages() {
        return log(LogType.BROWSER);
    }

    /** The addresses that have been asked for since this was asked last, the page's own included. */
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
