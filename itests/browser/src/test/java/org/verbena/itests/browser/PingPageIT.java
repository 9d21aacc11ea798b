// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Checks the page that {@code verbena ping --html} generates in a browser. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class PingPageIT {
    @TempDir
    private static Path directory;

    private static Browser browser;
    private static Path page;
    private static JsonObject ping;

    private Chart chart;

    @BeforeAll
    static void makePage() throws Exception {
        browser = Browser.start();
        page = directory.resolve("ping.html");
        ping = Verbena.json("ping", "--profile=mlx5", "--count=2000", "--html=" + page);
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
        chart = browser.charts().get(0);
    }

    @Test
    void requestsNoOtherResourceAndLeavesTheConsoleEmpty() {
        chart.pointAt(0.5);
        chart.press(Keys.ARROW_RIGHT);
        chart.unfold();

        assertThat(browser.requests()).containsExactly(page.toUri().toString());
        assertThat(browser.consoleMessages()).isEmpty();
    }

    @Test
    void drawsOneCurveOfTheNumbersThatTheCommandPrints() {
        assertThat(browser.charts()).hasSize(1);
        assertThat(chart.plots()).hasSize(1);
        assertThat(chart.numbers("tbody tr[data-ns]")).isEqualTo(printed());
    }

    @Test
    void arrowKeysReadEveryStep() {
        List<String> read = new ArrayList<>();

        chart.press(Keys.HOME);
        for (int step = 0; step < printed().size(); step++) {
            read.add(String.join(" ", chart.legend()));
            chart.press(Keys.ARROW_RIGHT);
        }

        assertThat(read).isEqualTo(table());
    }

    @Test
    void pointerReadsTheRowAtItsPosition() {
        List<String> table = table();
        List<Integer> rows = new ArrayList<>();
        for (int step = 0; step <= 10; step++) {
            chart.pointAt(step / 10.0);
            rows.add(table.indexOf(String.join(" ", chart.legend())));
        }

        assertThat(rows).isSorted().startsWith(0).endsWith(table.size() - 1);
    }

    /** Returns the share and the time of each row. */
    private List<String> table() {
        List<String> shares = chart.texts("tr[data-ns] th");
        List<String> times = chart.texts("tr[data-ns] td:nth-child(2)");
        return IntStream.range(0, shares.size())
                .mapToObj(row -> shares.get(row) + " " + times.get(row))
                .toList();
    }

    @Test
    void fitsANarrowWindow() {
        browser.resize(390, 844);
        chart.unfold();

        assertThat(browser.overflow()).isZero();
    }

    /** Returns the nanoseconds of each step that the command printed when it generated the page. */
    private static List<Long> printed() {
        JsonArray steps = ping.getArray("distribution");
        return IntStream.range(0, steps.size())
                .mapToObj(step -> steps.getObject(step).getLong("ns"))
                .toList();
    }
}
