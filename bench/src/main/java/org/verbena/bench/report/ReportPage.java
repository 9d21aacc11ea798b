// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the tables and the charts to one self-contained file. */
public final class ReportPage {
    private ReportPage() {}

    /** Returns the page of a report. */
    public static String of(Report report) {
        String page = Markup.resource("results.html");
        for (String style : List.of("page.css", "results.css")) {
            page = page.replace("/* " + style + " */", Markup.resource(style));
        }
        return page.replace("<!-- machine -->", Markup.text("Measured on " + report.machine() + "."))
                .replace("<!-- content -->", tables(report) + plots(report) + distributions(report));
    }

    private static String tables(Report report) {
        return report.byEnvironment().entrySet().stream()
                .map(environment -> section(environment.getKey().title(), table(environment.getValue())))
                .collect(Collectors.joining());
    }

    private static String table(List<RowResult> results) {
        String head = RowText.HEADINGS.stream()
                .map(heading -> "<th scope=\"col\">" + Markup.text(heading) + "</th>")
                .collect(Collectors.joining());
        return "<div class=\"scroll\"><table class=\"rows\"><thead><tr>" + head + "</tr></thead><tbody>\n"
                + results.stream().map(ReportPage::row).collect(Collectors.joining()) + "</tbody></table></div>\n";
    }

    private static String row(RowResult result) {
        List<String> cells = new RowText(result).cells();
        int last = cells.size() - 1;
        String state = Judge.judge(result).state().name().toLowerCase(Locale.ROOT);
        String middle = cells.subList(1, last).stream()
                .map(cell -> "<td>" + Markup.text(whole(cell)) + "</td>")
                .collect(Collectors.joining());
        return "<tr><th scope=\"row\">" + Markup.text(cells.get(0)) + "</th>" + middle + "<td class=\"" + state + "\">"
                + Markup.text(whole(cells.get(last))) + "</td></tr>\n";
    }

    /** Keeps a number and its unit on one line. */
    private static String whole(String cell) {
        return cell.replaceAll("(?<=[0-9]) (?=(ns|µs|ms|s|B|MB|M/s|k/s|%)(?![a-z]))", "\u00a0");
    }

    private static String plots(Report report) {
        List<PlotResult> plots =
                report.plots().stream().filter(PlotResult::isPossible).toList();
        return charts(
                "Cost as work grows",
                plots.stream()
                        .map(each -> figure(each.plot().title(), each.plot().text(), each.chart())));
    }

    private static String distributions(Report report) {
        return charts(
                "Distributions",
                report.rows().stream()
                        .filter(LatencyChart::isPossible)
                        .map(each -> figure(each.row().id(), each.row().title(), LatencyChart.of(each))));
    }

    private static String charts(String title, Stream<String> figures) {
        String all = figures.collect(Collectors.joining());
        return all.isEmpty() ? "" : section(title, "<div class=\"charts\">\n" + all + "</div>\n");
    }

    private static String figure(String title, String text, Chart chart) {
        return "<figure><figcaption><h2>" + Markup.text(title) + "</h2><p>" + Markup.text(text)
                + "</p></figcaption><div class=\"plot\">\n" + chart.inline() + "</div></figure>\n";
    }

    private static String section(String title, String content) {
        return "<section><h2>" + Markup.text(title) + "</h2>\n" + content + "</section>\n";
    }
}
