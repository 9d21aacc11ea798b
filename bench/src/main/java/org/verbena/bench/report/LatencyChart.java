// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.verbena.bench.report.Chart.Curve;
import org.verbena.bench.report.Chart.Point;
import org.verbena.bench.report.RowResult.Side;

/** Draws the time of an operation over the share of calls that took no longer, for both sides of a row. */
final class LatencyChart {
    private static final double STEP = 0.02;
    private static final double MARGIN = 1.15;
    private static final int ENOUGH = 100;

    private LatencyChart() {}

    /** Returns whether both sides have enough calls for a chart. */
    static boolean isPossible(RowResult result) {
        return result.isComplete()
                && result.subject().sampled().count() >= ENOUGH
                && result.yardstick().sampled().count() >= ENOUGH;
    }

    static Chart of(RowResult result) {
        Side subject = result.subject();
        Side yardstick = result.yardstick();
        // The chart ends where the side with fewer calls ends.
        long calls = Math.min(subject.sampled().count(), yardstick.sampled().count());
        double highest = 100 * (1 - 1.0 / calls);
        List<Curve> curves = List.of(
                new Curve("Java", 0, false, points(subject, highest)),
                new Curve(result.row().yardstickName(), 1, false, points(yardstick, highest)));
        List<Double> times = curves.stream()
                .flatMap(curve -> curve.points().stream())
                .map(Point::y)
                .sorted()
                .toList();
        Axis time = Axis.decades("time", times.get(0) / MARGIN, times.get(times.size() - 1) * MARGIN, Numbers::round);
        return new Chart(
                result.row().id() + ": time of an operation by share of calls", Axis.shares(highest), time, curves);
    }

    private static List<Point> points(Side side, double highest) {
        Distribution sampled = side.sampled();
        double last = -Math.log10(1 - highest / 100);
        List<Double> shares = new ArrayList<>();
        for (double nines = 0; nines < last; nines += STEP) {
            shares.add(100 * (1 - Math.pow(10, -nines)));
        }
        return Stream.concat(shares.stream(), Stream.of(highest))
                .map(share -> new Point(share, Math.max(1, sampled.percentile(share)) / side.operations()))
                .toList();
    }
}
