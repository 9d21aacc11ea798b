package org.verbena.bench.plan;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/**
 * How cost grows with something.
 *
 * @param id its name for the command line, and of its file
 * @param title what is shown
 * @param text what is to be known of it
 * @param across the title of the axis of what grows
 * @param up the title of the axis of times
 * @param label the text of a value that grows
 * @param lines what is measured
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
     * The same work with more and more.
     *
     * @param name what does it
     * @param points from left to right
     */
    public record Line(String name, List<Point> points) {}

    /**
     * A value of what grows.
     *
     * @param x which
     * @param row what is measured there
     */
    public record Point(double x, Row row) {}

    /** All that is to be measured for it. */
    public Stream<Row> rows() {
        return lines.stream().flatMap(line -> line.points().stream()).map(Point::row);
    }
}
