package org.verbena.bench.report;

import java.util.List;
import org.verbena.bench.plan.Plot;

/**
 * What was measured of a plot.
 *
 * @param plot which
 * @param lines its lines
 */
public record PlotResult(Plot plot, List<Line> lines) {
    /**
     * A line of it, and the line of its counterpart.
     *
     * @param name what does it
     * @param points from left to right
     */
    public record Line(String name, List<At> points) {}

    /**
     * A point of both.
     *
     * @param x where
     * @param result what was measured there
     */
    public record At(double x, RowResult result) {}

    /** Whether there is anything to draw. */
    boolean isPossible() {
        return lines.stream()
                        .flatMap(line -> line.points().stream())
                        .filter(at -> at.result().isComplete())
                        .mapToDouble(At::x)
                        .distinct()
                        .count()
                > 1;
    }

    Chart chart() {
        return PlotChart.of(this);
    }
}
