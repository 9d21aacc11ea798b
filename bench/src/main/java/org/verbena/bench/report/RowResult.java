// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.bench.plan.Row;

/** The measurements of the processes of a row, by round. */
public final class RowResult {
    /**
     * The measurements of one round, taken one after the other.
     *
     * @param subject the measurements of the judged work, if it has any
     * @param yardstick the measurements of the work it is compared with, if it has any
     */
    public record Round(
            @Nullable Measured subject, @Nullable Measured yardstick) {}

    /** The percentage of calls that take no longer than the median. */
    static final double MEDIAN = 50;

    private final Row row;
    private final List<Measured> subjects = new ArrayList<>();
    private final List<Measured> yardsticks = new ArrayList<>();
    private final List<Double> ratios = new ArrayList<>();
    private final List<Double> medianRatios = new ArrayList<>();
    private final List<Double> differences = new ArrayList<>();
    private final String failure;

    /**
     * Creates the result of a row.
     *
     * @param failure the error output of a failed process, or an empty string
     */
    RowResult(Row row, List<Round> rounds, String failure) {
        this.row = row;
        this.failure = failure;
        for (Round round : rounds) {
            Measured subject = round.subject();
            Measured yardstick = round.yardstick();
            if (subject != null) {
                subjects.add(subject);
            }
            if (yardstick != null) {
                yardsticks.add(yardstick);
            }
            if (subject != null && yardstick != null) {
                ratios.add(subject.mean() / yardstick.mean());
                medianRatios.add(subject.percentile(MEDIAN) / yardstick.percentile(MEDIAN));
                differences.add(subject.mean() - yardstick.mean());
            }
        }
    }

    /** Returns the row. */
    public Row row() {
        return row;
    }

    /** Returns whether both sides have measurements in at least one common round. */
    public boolean isComplete() {
        return !subjects.isEmpty() && (row.yardstick() == null || !ratios.isEmpty());
    }

    /** Returns the error output of a failed process, or an empty string. */
    public String failure() {
        return failure;
    }

    int rounds() {
        return subjects.size();
    }

    Side subject() {
        return new Side(subjects);
    }

    Side yardstick() {
        return new Side(yardsticks);
    }

    /** Returns the ratios of the times of an operation, one for each round. */
    Spread ratio() {
        return Spread.of(ratios);
    }

    /** Returns the ratios of the medians of single calls, one for each round. */
    Spread medianRatio() {
        return Spread.of(medianRatios);
    }

    /** Returns the nanoseconds that an operation takes longer, one difference for each round. */
    Spread difference() {
        return Spread.of(differences);
    }

    /**
     * All processes of the subject or of the yardstick.
     *
     * @param processes the measurements of each process
     */
    record Side(List<Measured> processes) {
        /** Returns the nanoseconds per operation. */
        double mean() {
            return Measured.median(processes.stream().map(Measured::mean).toList());
        }

        /** Returns a value that is not a time, or NaN if no process measured it. */
        double metric(String name) {
            return Measured.median(processes.stream()
                    .map(each -> each.metrics().getOrDefault(name, Double.NaN))
                    .filter(each -> !each.isNaN())
                    .toList());
        }

        /** Returns the calls of all processes. */
        Distribution sampled() {
            return Distribution.merged(processes.stream().map(Measured::sampled).toList());
        }

        /** Returns the nanoseconds per operation that a share of all calls did not exceed. */
        double percentile(double percent) {
            return sampled().percentile(percent) / operations();
        }

        /** Returns the percentile of each process. */
        Spread percentiles(double percent) {
            return Spread.of(processes.stream()
                    .map(each -> each.percentile(percent))
                    .filter(each -> !each.isNaN())
                    .toList());
        }

        int operations() {
            return processes.isEmpty() ? 1 : processes.get(0).operations();
        }
    }

    /**
     * The spread of a value over several rounds.
     *
     * @param low the minimum
     * @param median the median
     * @param high the maximum
     */
    record Spread(double low, double median, double high) {
        static Spread of(Collection<Double> numbers) {
            return new Spread(
                    numbers.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                    Measured.median(numbers),
                    numbers.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
        }
    }
}
