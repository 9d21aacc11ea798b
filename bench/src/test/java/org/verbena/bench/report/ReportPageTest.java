// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.verbena.bench.plan.Goal;
import org.verbena.bench.plan.Plot;
import org.verbena.bench.plan.Plots;
import org.verbena.bench.report.RowResult.Round;
import org.xml.sax.InputSource;

class ReportPageTest {
    private static final Machine MACHINE = new Machine("<CPU>", "Linux 6", "JVM 25", "1.14", "2026-01-02");

    private final RowResult row = SampleRows.result(new Goal.Times(1.10), new Round(many(100), many(90)));
    private final Report report = new Report(
            MACHINE,
            List.of(row),
            Plots.all().stream().map(ReportPageTest::measured).toList());

    private static Measured many(long least) {
        return SampleRows.sampled(LongStream.range(least, least + 1000).toArray());
    }

    /** Returns a plot with made-up times that grow. */
    private static PlotResult measured(Plot plot) {
        List<PlotResult.Line> lines = new ArrayList<>();
        for (Plot.Line line : plot.lines()) {
            List<PlotResult.At> points = new ArrayList<>();
            for (Plot.Point point : line.points()) {
                double ns = 100 + point.x();
                Round round = SampleRows.round(ns, point.row().yardstick() == null ? 0 : ns / 2);
                points.add(new PlotResult.At(point.x(), new RowResult(point.row(), List.of(round), "")));
            }
            lines.add(new PlotResult.Line(line.name(), points));
        }
        return new PlotResult(plot, lines);
    }

    @Test
    void needsNoOtherFile() {
        assertThat(ReportPage.of(report))
                .contains("default-src 'none'")
                .doesNotContainPattern("src=|href=|url\\(|@import")
                .doesNotContain("page.css", "results.css", "<!-- content -->", "<!-- machine -->");
    }

    @Test
    void escapesText() {
        assertThat(ReportPage.of(report))
                .contains("&lt;CPU&gt;", "some &lt;work&gt;")
                .doesNotContain("<CPU>", "<work>");
    }

    @Test
    void marksMissedGoals() {
        assertThat(ReportPage.of(report)).contains("<td class=\"missed\">missed by 1.0\u00a0%</td>");
    }

    @Test
    void drawsAllPlotsAndDistributions() {
        assertThat(ReportPage.of(report).split("<svg ", -1))
                .hasSize(1 + Plots.all().size() + 1);
    }

    @Test
    void omitsPlotsWithoutMeasurements() {
        PlotResult empty = new PlotResult(Plots.all().get(0), List.of(new PlotResult.Line("ffm", List.of())));

        assertThat(ReportPage.of(new Report(MACHINE, List.of(), List.of(empty))))
                .doesNotContain("<svg", "<section");
    }

    @Test
    void drawingsAreXmlWithColoursForDarkMode() throws Exception {
        var drawings = report.drawings();

        assertThat(drawings).containsKeys("plot-alive.svg", "plot-threads.svg", "latency-some-row.svg");
        for (String drawing : drawings.values()) {
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(drawing)));
            assertThat(drawing).contains("prefers-color-scheme: dark").doesNotContain("NaN", "Infinity");
        }
    }

    @Test
    void labelsOfCurvesDoNotOverlap() {
        Chart.Point point = new Chart.Point(10, 100);
        List<Chart.Curve> curves = List.of(
                new Chart.Curve("one", 0, false, List.of(new Chart.Point(1, 90), point)),
                new Chart.Curve("other", 1, false, List.of(new Chart.Point(1, 80), point)));
        Axis x = Axis.measured("x", List.of(1.0, 10.0), Double::toString);
        Axis y = Axis.decades("y", 50, 200, Double::toString);

        List<Double> places = new Chart("same end", x, y, curves)
                .inline()
                .lines()
                .filter(line -> line.contains("class=\"name\""))
                .map(line -> Double.valueOf(line.replaceAll(".* y=\"([0-9.]+)\".*", "$1")))
                .toList();

        assertThat(places).hasSize(2);
        assertThat(places.get(1) - places.get(0)).isGreaterThanOrEqualTo(15);
    }
}
