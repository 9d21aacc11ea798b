// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.bench.plan.Row.Environment;
import org.verbena.bench.report.Judge.GoalVerdict;

/**
 * All measurements of a run.
 *
 * @param machine the machine of the measurements
 * @param rows the results of the rows
 * @param plots the results of the plots
 */
public record Report(Machine machine, List<RowResult> rows, List<PlotResult> plots) {
    public Report {
        rows = List.copyOf(rows);
        plots = List.copyOf(plots);
    }

    /** Returns the rows by environment, without empty environments. */
    Map<Environment, List<RowResult>> byEnvironment() {
        return rows.stream()
                .collect(Collectors.groupingBy(each -> each.row().environment(), TreeMap::new, Collectors.toList()));
    }

    /** Returns the command that measures a row again. */
    static String command(RowResult result) {
        return "./verbena-bench --row " + result.row().id();
    }

    /** Returns a table for a terminal. */
    public String toText() {
        return byEnvironment().entrySet().stream()
                .map(environment -> environment.getKey().title() + "\n" + TextTable.of(environment.getValue()))
                .collect(Collectors.joining("\n\n"));
    }

    /** Returns the tables of all environments for a document, below a line that describes the machine. */
    public String toMarkdown() {
        String tables = byEnvironment().entrySet().stream()
                .map(environment ->
                        "### " + environment.getKey().title() + "\n" + MarkdownTable.of(environment.getValue()))
                .collect(Collectors.joining("\n\n"));
        return "Measured on " + machine + ".\n\n" + tables
                + "\n\nEach row is repeated by `./verbena-bench --row ROW`.\n";
    }

    /** Returns the charts as separate files, by file name: {@code plot-*.svg} and {@code latency-*.svg}. */
    public Map<String, String> drawings() {
        Map<String, String> drawings = new TreeMap<>();
        plots.stream()
                .filter(PlotResult::isPossible)
                .forEach(plot -> drawings.put(
                        "plot-" + plot.plot().id() + ".svg", plot.chart().standalone()));
        rows.stream()
                .filter(LatencyChart::isPossible)
                .forEach(row -> drawings.put(
                        "latency-" + row.row().id() + ".svg",
                        LatencyChart.of(row).standalone()));
        return drawings;
    }

    /** Formats columns that are as wide as their widest cell. */
    private static final class TextTable {
        private static final String GAP = "  ";

        private TextTable() {}

        static String of(List<RowResult> results) {
            List<List<String>> lines = new ArrayList<>();
            lines.add(RowText.HEADINGS);
            results.forEach(result -> lines.add(new RowText(result).cells()));
            List<Integer> widths = IntStream.range(0, RowText.HEADINGS.size())
                    .mapToObj(column -> lines.stream()
                            .mapToInt(line -> line.get(column).length())
                            .max()
                            .orElse(0))
                    .toList();
            return lines.stream().map(line -> line(line, widths)).collect(Collectors.joining("\n"));
        }

        private static String line(List<String> cells, List<Integer> widths) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < cells.size(); column++) {
                String cell = cells.get(column);
                line.append(cell)
                        .append(" ".repeat(widths.get(column) - cell.length()))
                        .append(GAP);
            }
            return line.toString().stripTrailing();
        }
    }

    /** Formats columns for a document. A missed goal is bold. */
    private static final class MarkdownTable {
        private MarkdownTable() {}

        static String of(List<RowResult> results) {
            Stream<String> head = Stream.of(line(RowText.HEADINGS), "|" + "---|".repeat(RowText.HEADINGS.size()));
            return Stream.concat(head, results.stream().map(MarkdownTable::line))
                    .collect(Collectors.joining("\n"));
        }

        private static String line(RowResult result) {
            List<String> cells = new RowText(result).cells();
            boolean missed = Judge.judge(result).state() == GoalVerdict.State.MISSED;
            int last = cells.size() - 1;
            return line(Stream.of(
                            Stream.of("`" + cells.get(0) + "`"),
                            cells.subList(1, last).stream(),
                            Stream.of(missed ? "**" + cells.get(last) + "**" : cells.get(last)))
                    .flatMap(each -> each)
                    .toList());
        }

        private static String line(List<String> cells) {
            return "| " + String.join(" | ", cells) + " |";
        }
    }
}
