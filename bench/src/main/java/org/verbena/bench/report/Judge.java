// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.verbena.bench.plan.Goal;
import org.verbena.bench.report.RowResult.Side;
import org.verbena.bench.report.RowResult.Spread;

/** Compares results with goals. The ratio of a row is the median of its rounds. */
public final class Judge {
    private static final double NS_PER_SECOND = 1e9;

    private Judge() {}

    /** Returns the verdict on a row. */
    public static GoalVerdict judge(RowResult result) {
        if (!result.isComplete()) {
            return new GoalVerdict(GoalVerdict.State.UNKNOWN, "nothing was measured");
        }
        return switch (result.row().goal()) {
            case Goal.Measure ignored -> new GoalVerdict(GoalVerdict.State.MEASURED, "measured");
            case Goal.Times asked -> times(result.ratio().median(), asked.limit());
            case Goal.Median asked -> times(result.medianRatio().median(), asked.limit());
            case Goal.Above asked -> above(result.difference().median(), asked.ns());
            case Goal.RateShare asked -> rate(1 / result.ratio().median(), asked.share());
            case Goal.Within asked -> within(result.ratio().median(), asked.low(), asked.high());
            case Goal.Shortest asked -> shortest(result, asked.limit());
            case Goal.PerSecond asked -> rate(NS_PER_SECOND / result.subject().mean(), asked.floor());
            case Goal.Metric metric -> metric(result.subject().metric(metric.name()), metric);
        };
    }

    /** Returns whether a row fails for a reason other than a slow machine. */
    public static boolean isBroken(RowResult result) {
        GoalVerdict.State state = judge(result).state();
        return state == GoalVerdict.State.UNKNOWN || (result.row().isGuarded() && state == GoalVerdict.State.MISSED);
    }

    private static GoalVerdict times(double ratio, double limit) {
        return GoalVerdict.atMost(ratio, limit, Numbers.percent(ratio / limit - 1));
    }

    private static GoalVerdict above(double ns, double limit) {
        return GoalVerdict.atMost(ns, limit, Numbers.time(ns - limit));
    }

    private static GoalVerdict rate(double value, double floor) {
        return value >= floor ? GoalVerdict.met() : GoalVerdict.missed(Numbers.percent(1 - value / floor));
    }

    private static GoalVerdict within(double ratio, double low, double high) {
        return ratio < low ? GoalVerdict.missed(Numbers.percent(1 - ratio / low)) : times(ratio, high);
    }

    private static GoalVerdict shortest(RowResult result, double limit) {
        Side subject = result.subject();
        Side yardstick = result.yardstick();
        double ratio = subject.percentile(0) / yardstick.percentile(0);
        double median = subject.percentile(50);
        Spread medians = yardstick.percentiles(50);
        List<String> missed = new ArrayList<>();
        if (!(ratio <= limit)) {
            missed.add(Numbers.percent(ratio / limit - 1) + " (minimum)");
        }
        if (!(median <= medians.high())) {
            missed.add(Numbers.percent(median / medians.high() - 1) + " (p50)");
        }
        return missed.isEmpty() ? GoalVerdict.met() : GoalVerdict.missed(String.join(", ", missed));
    }

    private static GoalVerdict metric(double value, Goal.Metric goal) {
        return Double.isNaN(value)
                ? new GoalVerdict(GoalVerdict.State.UNKNOWN, "nothing was measured")
                : GoalVerdict.atMost(value, goal.limit(), Numbers.amount(value - goal.limit(), goal.unit()));
    }

    /**
     * The verdict on the goal of a row.
     *
     * @param state whether the row meets its goal
     * @param text the verdict in words, with the amount by which the row misses its goal
     */
    public record GoalVerdict(State state, String text) {
        /** The result of comparing a row with its goal. */
        public enum State {
            /** The row meets its goal. */
            MET,
            /** The row misses its goal. */
            MISSED,
            /** The row has no goal. */
            MEASURED,
            /** The row has no result. */
            UNKNOWN
        }

        static GoalVerdict met() {
            return new GoalVerdict(State.MET, "met");
        }

        static GoalVerdict missed(String by) {
            return new GoalVerdict(State.MISSED, "missed by " + by);
        }

        static GoalVerdict atMost(double value, double limit, String shortfall) {
            return value <= limit ? met() : missed(shortfall);
        }
    }
}
