package org.verbena.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.bench.plan.Row;

/** What the processes of a row have measured, round by round. */
public final class RowResult {
    /**
     * What was measured one after the other.
     *
     * @param subject what is judged, if it measured anything
     * @param yardstick what it is measured against, likewise
     */
    public record Round(
            @Nullable Measured subject, @Nullable Measured yardstick) {}

    private final Row row;
    private final List<Measured> subjects = new ArrayList<>();
    private final List<Measured> yardsticks = new ArrayList<>();
    private final List<Double> ratios = new ArrayList<>();
    private final List<Double> differences = new ArrayList<>();
    private final String failure;

    /**
     * Compares.
     *
     * @param failure what was said where something went wrong, or nothing
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
                differences.add(subject.mean() - yardstick.mean());
            }
        }
    }

    /** The row. */
    public Row row() {
        return row;
    }

    /** Whether both sides have measured something, in the same round at least once. */
    public boolean isComplete() {
        return !subjects.isEmpty() && (row.yardstick() == null || !ratios.isEmpty());
    }

    /** What was said where something went wrong, or nothing. */
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

    /** Of the times of an operation, one for each round. */
    Spread ratio() {
        return Spread.of(ratios);
    }

    /** Nanoseconds that an operation takes longer, one for each round. */
    Spread difference() {
        return Spread.of(differences);
    }

    /**
     * One kind of process.
     *
     * @param processes what each of them measured
     */
    record Side(List<Measured> processes) {
        /** Nanoseconds of an operation. */
        double mean() {
            return Medians.of(processes.stream().map(Measured::mean).toList());
        }

        /** Something else than a time; NaN if nobody measured it. */
        double metric(String name) {
            return Medians.of(processes.stream()
                    .map(each -> each.metrics().getOrDefault(name, Double.NaN))
                    .filter(each -> !each.isNaN())
                    .toList());
        }

        /** All calls of all of them. */
        Distribution sampled() {
            return Distribution.merged(processes.stream().map(Measured::sampled).toList());
        }

        /** Nanoseconds of an operation that a share of all calls did not exceed. */
        double percentile(double percent) {
            return sampled().percentile(percent) / operations();
        }

        /** The same for each of them. */
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
     * Numbers of several rounds.
     *
     * @param low the least
     * @param median the one in the middle
     * @param high the greatest
     */
    record Spread(double low, double median, double high) {
        static Spread of(Collection<Double> numbers) {
            return new Spread(
                    numbers.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                    Medians.of(numbers),
                    numbers.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
        }
    }
}
