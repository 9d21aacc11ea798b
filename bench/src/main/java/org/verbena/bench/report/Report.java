package org.verbena.bench.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.verbena.bench.plan.Lane;

/**
 * All that was measured.
 *
 * @param machine what on
 * @param rows the results
 * @param plots how cost grows
 */
public record Report(Machine machine, List<RowResult> rows, List<PlotResult> plots) {
    public Report {
        rows = List.copyOf(rows);
        plots = List.copyOf(plots);
    }

    /** The rows of each lane that has some. */
    Map<Lane, List<RowResult>> byLane() {
        return rows.stream()
                .collect(Collectors.groupingBy(each -> each.row().lane(), TreeMap::new, Collectors.toList()));
    }

    /** The command that measures a row again. */
    static String command(RowResult result) {
        return "./verbena-bench --row " + result.row().id();
    }

    /** A table for a terminal. */
    public String toText() {
        return byLane().entrySet().stream()
                .map(lane -> lane.getKey().title() + "\n" + TextTable.of(lane.getValue()))
                .collect(Collectors.joining("\n\n"));
    }
}
