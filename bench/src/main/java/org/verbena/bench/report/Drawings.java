package org.verbena.bench.report;

import java.util.Map;
import java.util.TreeMap;

/** Writes the charts as separate files for documents. */
public final class Drawings {
    private Drawings() {}

    /** Returns the charts by file name: {@code plot-*.svg} and {@code latency-*.svg}. */
    public static Map<String, String> of(Report report) {
        Map<String, String> drawings = new TreeMap<>();
        report.plots().stream()
                .filter(PlotResult::isPossible)
                .forEach(plot -> drawings.put(
                        "plot-" + plot.plot().id() + ".svg", plot.chart().standalone()));
        report.rows().stream()
                .filter(LatencyChart::isPossible)
                .forEach(row -> drawings.put(
                        "latency-" + row.row().id() + ".svg",
                        LatencyChart.of(row).standalone()));
        return drawings;
    }
}
