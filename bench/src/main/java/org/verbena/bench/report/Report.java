package org.verbena.bench.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.verbena.bench.plan.Lane;

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
    Map<Lane, List<RowResult>> byLane() {
        return rows.stream()
                .collect(Collectors.groupingBy(each -> each.row().lane(), TreeMap::new, Collectors.toList()));
    }

    /** Returns the command that measures a row again. */
    static String command(RowResult result) {
        return "./verbena-bench --row " + result.row().id();
    }

    /** Returns a table for a terminal. */
    public String toText() {
        return byLane().entrySet().stream()
                .map(lane -> lane.getKey().title() + "\n" + TextTable.of(lane.getValue()))
                .collect(Collectors.joining("\n\n"));
    }
}
