// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.List;
import org.verbena.bench.plan.Goal;
import org.verbena.bench.report.RowResult.Spread;

/** Formats a row of the table. */
public final class RowText {
    static final List<String> HEADINGS =
            List.of("row", "operation", "Java", "reference", "Java / reference", "p50", "p99", "goal", "result");

    private static final double NS_PER_SECOND = 1e9;

    private final RowResult result;
    private final Goal goal;

    /** Creates the text of a result. */
    public RowText(RowResult result) {
        this.result = result;
        this.goal = result.row().goal();
    }

    List<String> cells() {
        return List.of(
                result.row().id(),
                result.row().title(),
                subject(),
                yardstick(),
                compared(),
                percentiles(50),
                percentiles(99),
                goal(),
                Judge.judge(result).text());
    }

    /** Returns one line for a log. */
    public String line() {
        return "bench " + result.row().id() + ": "
                + (result.isComplete() ? summary() : "nothing was measured: " + lastLine(result.failure()));
    }

    private String summary() {
        return result.row().yardstick() == null
                ? subject()
                : compared()
                        + (goal instanceof Goal.Above ? " compared with " : " x ")
                        + result.row().yardstickName();
    }

    private static String lastLine(String text) {
        return text.lines().reduce((first, second) -> second).orElse("");
    }

    String subject() {
        if (!result.isComplete()) {
            return Numbers.NONE;
        }
        double mean = result.subject().mean();
        return switch (goal) {
            case Goal.Metric metric -> Numbers.amount(result.subject().metric(metric.name()), metric.unit());
            case Goal.PerSecond ignored -> Numbers.rate(NS_PER_SECOND / mean);
            case Goal.RateShare ignored -> Numbers.rate(NS_PER_SECOND / mean);
            case Goal.Shortest ignored -> Numbers.time(result.subject().percentile(0));
            case Goal.Median ignored -> Numbers.time(result.subject().percentile(RowResult.MEDIAN));
            default -> Numbers.time(mean);
        };
    }

    String yardstick() {
        if (result.row().yardstick() == null || !result.isComplete()) {
            return Numbers.NONE;
        }
        double mean = result.yardstick().mean();
        String number = switch (goal) {
            case Goal.RateShare ignored -> Numbers.rate(NS_PER_SECOND / mean);
            case Goal.Shortest ignored -> Numbers.time(result.yardstick().percentile(0));
            case Goal.Median ignored -> Numbers.time(result.yardstick().percentile(RowResult.MEDIAN));
            default -> Numbers.time(mean);
        };
        return result.row().yardstickName() + " " + number;
    }

    String compared() {
        if (result.row().yardstick() == null || !result.isComplete()) {
            return Numbers.NONE;
        }
        Spread ratio = goal instanceof Goal.Median ? result.medianRatio() : result.ratio();
        Spread difference = result.difference();
        return switch (goal) {
            case Goal.Above ignored ->
                signed(difference.median()) + spread(signed(difference.low()), signed(difference.high()));
            case Goal.RateShare ignored ->
                Numbers.ratio(1 / ratio.median())
                        + spread(Numbers.ratio(1 / ratio.high()), Numbers.ratio(1 / ratio.low()));
            case Goal.Shortest ignored ->
                Numbers.ratio(
                        result.subject().percentile(0) / result.yardstick().percentile(0));
            default -> Numbers.ratio(ratio.median()) + spread(Numbers.ratio(ratio.low()), Numbers.ratio(ratio.high()));
        };
    }

    private static String signed(double ns) {
        return (ns < 0 ? "" : "+") + Numbers.time(ns);
    }

    private String spread(String low, String high) {
        return result.rounds() > 1 ? " (" + low + " to " + high + ")" : "";
    }

    private String percentiles(double percent) {
        if (!result.isComplete()
                || goal instanceof Goal.Metric
                || result.subject().sampled().isEmpty()) {
            return Numbers.NONE;
        }
        String own = Numbers.time(result.subject().percentile(percent));
        if (result.yardstick().sampled().isEmpty()) {
            return own;
        }
        if (goal instanceof Goal.Shortest && percent == 50) {
            Spread others = result.yardstick().percentiles(percent);
            return own + " / " + Numbers.time(others.low()) + " to " + Numbers.time(others.high());
        }
        return own + " / " + Numbers.time(result.yardstick().percentile(percent));
    }

    String goal() {
        String other = " × " + result.row().yardstickName();
        return switch (goal) {
            case Goal.Measure ignored -> Numbers.NONE;
            case Goal.Times asked -> "≤ " + Numbers.ratio(asked.limit()) + other;
            case Goal.Median asked -> "median ≤ " + Numbers.ratio(asked.limit()) + other;
            case Goal.Above asked -> "≤ " + result.row().yardstickName() + " + " + Numbers.time(asked.ns());
            case Goal.RateShare asked -> "≥ " + Numbers.ratio(asked.share()) + other;
            case Goal.Within asked -> Numbers.ratio(asked.low()) + " to " + Numbers.ratio(asked.high()) + other;
            case Goal.Shortest asked -> "minimum ≤ " + Numbers.ratio(asked.limit()) + other + ", p50 in its spread";
            case Goal.PerSecond asked -> "≥ " + Numbers.rate(asked.floor());
            case Goal.Metric metric -> "≤ " + metric.shown();
        };
    }
}
