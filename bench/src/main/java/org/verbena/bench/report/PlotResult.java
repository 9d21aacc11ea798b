// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.verbena.bench.plan.Plot;
import org.verbena.bench.report.Chart.Curve;
import org.verbena.bench.report.Chart.Point;

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

    /** Draws the growth of the time of an operation. */
    private static final class PlotChart {
        private static final double MARGIN = 1.6;
        private static final int JAVA = 0;
        private static final int C = 1;
        private static final int ALONE = 2;

        private PlotChart() {}

        /** Returns the chart of a plot with at least one measured point. */
        static Chart of(PlotResult result) {
            List<Curve> curves = curves(result);
            List<Double> times = curves.stream()
                    .flatMap(curve -> curve.points().stream())
                    .map(Point::y)
                    .sorted()
                    .toList();
            List<Double> places = curves.stream()
                    .flatMap(curve -> curve.points().stream())
                    .map(Point::x)
                    .sorted()
                    .distinct()
                    .toList();
            Plot plot = result.plot();
            return new Chart(
                    plot.title(),
                    Axis.measured(plot.across(), places, plot.label()),
                    Axis.decades(
                            plot.up(), times.get(0) / MARGIN, times.get(times.size() - 1) * MARGIN, Numbers::round),
                    curves);
        }

        /**
         * Returns both sides of each line. The first colour is always provider ffm and the second is C, dashed if they
         * recur. A line without a counterpart has the third colour.
         */
        private static List<Curve> curves(PlotResult result) {
            List<Curve> curves = new ArrayList<>();
            boolean again = false;
            for (PlotResult.Line line : result.lines()) {
                List<Point> subject = new ArrayList<>();
                List<Point> yardstick = new ArrayList<>();
                for (PlotResult.At at : line.points()) {
                    if (at.result().isComplete()) {
                        subject.add(new Point(at.x(), at.result().subject().mean()));
                        if (at.result().row().yardstick() != null) {
                            yardstick.add(
                                    new Point(at.x(), at.result().yardstick().mean()));
                        }
                    }
                }
                boolean alone = yardstick.isEmpty();
                add(curves, line.name(), alone ? ALONE : JAVA, again && !alone, subject);
                add(curves, line.name().replace("ffm", "C"), C, again, yardstick);
                again |= !alone;
            }
            return curves;
        }

        private static void add(List<Curve> curves, String name, int look, boolean dashed, List<Point> points) {
            if (!points.isEmpty()) {
                curves.add(new Curve(name, look, dashed, List.copyOf(points)));
            }
        }
    }
}
