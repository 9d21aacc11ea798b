package org.verbena.bench.report;

import java.util.List;
import org.verbena.bench.plan.Plot;

/**
 * The measurements of a plot.
 *
 * @param plot the plot
 * @param lines the measured lines
 */
public record PlotResult(Plot plot, List<Line> lines) {
    /**
     * A line of the plot with its counterpart.
     *
     * @param name the name of the line
     * @param points from left to right
     */
    public record Line(String name, List<At> points) {}

    /**
     * A point of the line and of its counterpart.
     *
     * @param x the value of the parameter
     * @param result the result at this value
     */
    public record At(double x, RowResult result) {}

    /** Returns whether the plot has a point to draw. */
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
