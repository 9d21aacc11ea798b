package org.verbena.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the tables for a document. */
public final class MarkdownReport {
    private MarkdownReport() {}

    /** Returns the tables of all environments, below a line that describes the machine. */
    public static String of(Report report) {
        String tables = report.byLane().entrySet().stream()
                .map(lane -> "### " + lane.getKey().title() + "\n" + table(lane.getValue()))
                .collect(Collectors.joining("\n\n"));
        return "Measured on " + report.machine() + ".\n\n" + tables
                + "\n\nEach row is repeated by `./verbena-bench --row ROW`.\n";
    }

    private static String table(List<RowResult> results) {
        Stream<String> head = Stream.of(line(RowText.HEADINGS), "|" + "---|".repeat(RowText.HEADINGS.size()));
        return Stream.concat(head, results.stream().map(MarkdownReport::line)).collect(Collectors.joining("\n"));
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
