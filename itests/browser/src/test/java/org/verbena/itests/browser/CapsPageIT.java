// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Checks the page that {@code verbena caps --html} generates in a browser. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class CapsPageIT {
    private static final List<String> DRIVERS = List.of("mlx5", "rxe", "irdma");
    private static final List<String> ATTRIBUTES = List.of("max_send_wr", "max_inline_data");

    @TempDir
    private static Path directory;

    private static Browser browser;
    private static Path page;
    private static JsonObject sweep;

    private List<Chart> charts;

    @BeforeAll
    static void makePage() throws Exception {
        browser = Browser.start();
        page = directory.resolve("caps.html");
        sweep = Verbena.json(
                "caps",
                "--profile=" + String.join(",", DRIVERS),
                "--attr=" + String.join(",", ATTRIBUTES),
                "--html=" + page);
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void openPage() {
        browser.open(page);
        charts = browser.charts();
    }

    @Test
    void requestsNoOtherResource() {
        useEverything();

        assertThat(browser.requests()).containsExactly(page.toUri().toString());
    }

    @Test
    void leavesTheConsoleEmpty() {
        useEverything();

        assertThat(browser.consoleMessages()).isEmpty();
    }

    private void useEverything() {
        for (Chart chart : charts) {
            chart.pointAt(0.5);
            chart.press(Keys.ARROW_RIGHT);
            chart.unfold();
        }
    }

    @Test
    void drawsAChartPerAttributeWithACurvePerDriver() {
        assertThat(charts).extracting(Chart::attribute).containsExactlyElementsOf(ATTRIBUTES);
        assertThat(charts).allSatisfy(chart -> {
            assertThat(chart.plots()).hasSize(1);
            assertThat(chart.curveDrivers()).containsExactlyElementsOf(DRIVERS);
            assertThat(chart.colours())
                    .hasSameSizeAs(DRIVERS)
                    .doesNotHaveDuplicates()
                    .allSatisfy(colour -> assertThat(chart.pixels(colour)).isPositive());
        });
    }

    @Test
    void tellsTheNumbersThatTheCommandPrints() {
        for (int i = 0; i < ATTRIBUTES.size(); i++) {
            assertThat(charts.get(i).table()).isEqualTo(printed(i));
        }
    }

    @Test
    void pointerReadsEveryDriversNumber() {
        for (Chart chart : charts) {
            List<Reading> table = chart.table();
            List<Reading> read = new ArrayList<>();

            for (int step = 0; step <= 20; step++) {
                chart.pointAt(step / 20.0);
                Reading reading = chart.readout().orElseThrow();
                read.add(reading);
                assertThat(chart.markedAnswers()).isEqualTo(grants(reading));
            }

            assertThat(table).containsAll(read);
            assertThat(read).extracting(Reading::requested).isSorted();
            assertThat(read).startsWith(table.get(0)).endsWith(table.get(table.size() - 1));
            chart.pointElsewhere();
            assertThat(chart.readout()).isEmpty();
        }
    }

    private static long grants(Reading reading) {
        return reading.answers().values().stream()
                .filter(answer -> Character.isDigit(answer.charAt(0)))
                .count();
    }

    @Test
    void arrowKeysReadEveryDriversNumber() {
        for (Chart chart : charts) {
            List<Reading> table = chart.table();
            int last = table.size() - 1;

            chart.press(Keys.HOME);
            for (int row = 0; row <= last; row++) {
                assertThat(chart.readout()).contains(table.get(row));
                chart.press(Keys.ARROW_RIGHT);
            }

            assertThat(chart.readout()).as("beyond the end").contains(table.get(last));
            chart.press(Keys.ARROW_LEFT);
            assertThat(chart.readout()).contains(table.get(last - 1));
            chart.press(Keys.ESCAPE);
            assertThat(chart.readout()).isEmpty();
        }
    }

    @Test
    void isDarkInDarkMode() {
        List<String> light = colours();
        assertThat(grounds()).allSatisfy(ground -> assertThat(ground).isGreaterThan(0.9));

        browser.emulate("screen", "dark");

        assertThat(grounds()).allSatisfy(ground -> assertThat(ground).isLessThan(0.2));
        assertThat(colours()).hasSameSizeAs(light).doesNotContainAnyElementsOf(light);
        assertDrawn(colours());
    }

    @Test
    void isPrintedInLightColoursInDarkMode() {
        browser.emulate("print", "dark");

        assertThat(grounds()).allSatisfy(ground -> assertThat(ground).isGreaterThan(0.9));
        assertThat(Brightness.of(browser.element("body"), "color")).isLessThan(0.2);
        assertDrawn(colours());
    }

    @Test
    void fitsANarrowWindow() {
        browser.resize(390, 844);
        charts.forEach(Chart::unfold);

        assertThat(browser.overflow()).isZero();
        for (Chart chart : charts) {
            chart.pointAt(1);
            assertThat(chart.readout()).isPresent();
        }
        assertThat(browser.overflow()).as("with numbers shown").isZero();
    }

    private List<String> colours() {
        return charts.stream().flatMap(chart -> chart.colours().stream()).toList();
    }

    private void assertDrawn(List<String> colours) {
        for (int i = 0; i < colours.size(); i++) {
            assertThat(charts.get(i / DRIVERS.size()).pixels(colours.get(i))).isPositive();
        }
    }

    private List<Double> grounds() {
        List<WebElement> areas = new ArrayList<>(List.of(browser.element("body")));
        charts.forEach(chart -> areas.add(chart.figure()));
        return areas.stream()
                .map(area -> Brightness.of(area, "background-color"))
                .toList();
    }

    /** Returns the answers for an attribute that the command printed when it generated the page. */
    private static List<Reading> printed(int index) {
        JsonObject attribute = sweep.getArray("attributes").getObject(index);
        JsonArray requested = attribute.getArray("requested");
        return IntStream.range(0, requested.size())
                .mapToObj(at -> new Reading(requested.getLong(at), printedAnswers(attribute.getArray("answers"), at)))
                .toList();
    }

    private static Map<String, String> printedAnswers(JsonArray answers, int at) {
        Map<String, String> byDriver = new HashMap<>();
        for (int i = 0; i < DRIVERS.size(); i++) {
            byDriver.put(
                    DRIVERS.get(i),
                    String.valueOf(answers.getObject(i).getArray("granted").get(at)));
        }
        return byDriver;
    }
}
