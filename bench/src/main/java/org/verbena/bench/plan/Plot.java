// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.plan;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/**
 * A plot of cost against a growing parameter.
 *
 * @param id the name for the command line and the file
 * @param title the title of the plot
 * @param text the explanation of the plot
 * @param across the title of the axis of the parameter
 * @param up the title of the axis of times
 * @param label formats a value of the parameter
 * @param lines the measured lines
 */
public record Plot(
        String id,
        String title,
        String text,
        String across,
        String up,
        DoubleFunction<String> label,
        List<Line> lines) {
    /**
     * The same work for a growing parameter.
     *
     * @param name the name of the line
     * @param points from left to right
     */
    public record Line(String name, List<Point> points) {}

    /**
     * A measurement at one value of the parameter.
     *
     * @param x the value of the parameter
     * @param row the row to measure at this value
     */
    public record Point(double x, Row row) {}

    /** Returns all rows to be measured for the plot. */
    public Stream<Row> rows() {
        return lines.stream().flatMap(line -> line.points().stream()).map(Point::row);
    }
}
