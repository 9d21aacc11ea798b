// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;

/** A figure: its curves, its table, and the readout under the pointer. */
final class Chart {
    private final ChromeDriver driver;
    private final WebElement figure;

    Chart(ChromeDriver driver, WebElement figure) {
        this.driver = driver;
        this.figure = figure;
    }

    String attribute() {
        return figure.getDomAttribute("data-attribute");
    }

    WebElement figure() {
        return figure;
    }

    List<WebElement> plots() {
        return elements("svg");
    }

    private WebElement plot() {
        return figure.findElement(By.cssSelector("svg"));
    }

    /** Returns the driver of each drawn curve, from back to front. */
    List<String> curveDrivers() {
        return elements("g.series[data-driver]:has(> path.curve)").stream()
                .map(series -> series.getDomAttribute("data-driver"))
                .toList();
    }

    List<WebElement> curves() {
        return elements("g.series[data-driver] > path.curve");
    }

    /** Returns all rows of the table, which may be collapsed. */
    List<Reading> table() {
        List<String> drivers = texts("thead th:not(:first-child)");
        List<String> values = texts("tr[data-requested] th");
        List<String> answers = texts("tr[data-requested] td");
        int columns = drivers.size();
        return IntStream.range(0, values.size())
                .mapToObj(row -> reading(values.get(row), drivers, answers.subList(row * columns, (row + 1) * columns)))
                .toList();
    }

    /** Returns the readout of the value under the pointer; empty if the pointer is elsewhere. */
    Optional<Reading> readout() {
        if (!figure.findElement(By.cssSelector(".readout")).isDisplayed()) {
            return Optional.empty();
        }
        String requested = texts(".readout strong").get(0).replace("requested ", "");
        return Optional.of(reading(requested, texts(".readout dt"), texts(".readout dd[data-driver]")));
    }

    /** Returns the number of answers that are marked on the curves for the value under the pointer. */
    int markedAnswers() {
        return elements("g[aria-hidden] circle").size();
    }

    /** Returns the nanoseconds that elements represent. */
    List<Long> numbers(String css) {
        return elements(css).stream()
                .map(element -> Long.parseLong(element.getDomAttribute("data-ns")))
                .toList();
    }

    /** Moves the pointer over the chart: 0 is its left edge, 1 its right edge. */
    void pointAt(double share) {
        WebElement plot = plot();
        driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", plot);
        int inside = plot.getSize().getWidth() - 2;
        int fromTheMiddle = (int) Math.round((share - 0.5) * inside);
        new Actions(driver, Duration.ZERO).moveToElement(plot, fromTheMiddle, 0).perform();
    }

    void pointElsewhere() {
        new Actions(driver, Duration.ZERO)
                .moveToElement(figure.findElement(By.cssSelector("h2")))
                .perform();
    }

    void press(Keys key) {
        plot().sendKeys(key);
    }

    void unfold() {
        elements("details > summary").forEach(WebElement::click);
    }

    private List<WebElement> elements(String css) {
        return figure.findElements(By.cssSelector(css));
    }

    private List<String> texts(String css) {
        // One call for all cells: a table has hundreds of them.
        String script = "return [...arguments[0].querySelectorAll(arguments[1])].map(found => found.textContent)";
        List<?> texts = (List<?>) driver.executeScript(script, figure, css);
        return texts.stream()
                .map(text -> Reading.ungrouped(String.valueOf(text)))
                .toList();
    }

    private static Reading reading(String requested, List<String> drivers, List<String> answers) {
        return new Reading(
                Long.parseLong(requested),
                IntStream.range(0, drivers.size()).boxed().collect(toMap(drivers::get, answers::get)));
    }
}
