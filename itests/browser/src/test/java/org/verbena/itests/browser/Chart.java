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

/** A figure with curves, a table, and a legend that shows the values at the pointer. */
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
        return elements("canvas");
    }

    /** Returns the driver of each curve, in the order of the legend. */
    List<String> curveDrivers() {
        return texts(".u-series:not(:first-child) .u-label");
    }

    /** Returns the CSS colour of each curve, in the order of the legend. */
    List<String> colours() {
        return elements(".u-series:not(:first-child) .u-marker").stream()
                .map(marker -> marker.getCssValue("border-top-color"))
                .toList();
    }

    /** Returns the number of pixels of the plot whose colour is close to this CSS colour. */
    long pixels(String colour) {
        String script = """
                const [plot, colour] = arguments;
                const wanted = colour.match(/\\d+/g).slice(0, 3).map(Number);
                const { data } = plot.getContext('2d').getImageData(0, 0, plot.width, plot.height);
                let found = 0;
                for (let at = 0; at < data.length; at += 4) {
                  found += data[at + 3] > 230 && wanted.every((part, i) => Math.abs(data[at + i] - part) < 24);
                }
                return found;
                """;
        return (Long) driver.executeScript(script, plots().get(0), colour);
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

    /** Returns the values in the legend at the pointer: the horizontal value, then the value of each curve. */
    List<String> legend() {
        return texts(".u-series .u-value");
    }

    /** Returns the reading in the legend, or empty if the pointer is outside the chart. */
    Optional<Reading> readout() {
        List<String> values = legend();
        if (values.get(0).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(reading(values.get(0), curveDrivers(), values.subList(1, values.size())));
    }

    /** Returns the number of curves that are marked at the value under the pointer. */
    long markedAnswers() {
        String script = """
                const area = arguments[0].querySelector('.u-over').getBoundingClientRect();
                return [...arguments[0].querySelectorAll('.u-cursor-pt')].filter(point => {
                  const { left, right, top, bottom } = point.getBoundingClientRect();
                  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
                  return area.left - 1 <= x && x <= area.right + 1 && area.top - 1 <= y && y <= area.bottom + 1;
                }).length;
                """;
        return (Long) driver.executeScript(script, figure);
    }

    /** Returns the numbers of nanoseconds that elements represent. */
    List<Long> numbers(String css) {
        return elements(css).stream()
                .map(element -> Long.parseLong(element.getDomAttribute("data-ns")))
                .toList();
    }

    /** Moves the pointer to a position in the chart, from 0 for its left edge to 1 for its right edge. */
    void pointAt(double share) {
        WebElement plot = figure.findElement(By.cssSelector(".u-over"));
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
        figure.findElement(By.cssSelector(".plot")).sendKeys(key);
    }

    void unfold() {
        elements("details > summary").forEach(WebElement::click);
    }

    private List<WebElement> elements(String css) {
        return figure.findElements(By.cssSelector(css));
    }

    /** Returns the texts of elements, without the thin spaces between digits. */
    List<String> texts(String css) {
        // One call returns all cells, because a table has hundreds of them.
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
