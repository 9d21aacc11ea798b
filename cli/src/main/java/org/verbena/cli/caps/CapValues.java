// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.caps;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * Selects the values to request, so that a table or chart shows the behaviour of the drivers between them. The values
 * are small numbers, powers of two with their neighbours, and the values directly before and after a change.
 */
final class CapValues {
    /** The maximum value of a {@code uint32_t}. */
    static final long LAST = 0xFFFF_FFFFL;

    private static final long SMALL = 4;
    private static final int MANY = 64;
    // More steps between two values are a slope, which a list of all steps would not show more clearly.
    private static final int MAX_STEPS = 4;

    private final long from;
    private final long to;
    private final List<CapCurve> curves;

    private CapValues(long from, long to, List<CapCurve> curves) {
        this.from = from;
        this.to = to;
        this.curves = curves;
    }

    /** Returns the values from 0 to the first one above the largest granted value. No driver grants that one. */
    static List<Long> of(List<CapCurve> curves) {
        NavigableSet<Long> values = new CapValues(0, LAST, curves).choose();
        Long largest = values.descendingSet().stream()
                .filter(value ->
                        curves.stream().anyMatch(curve -> curve.at(value).isGranted()))
                .findFirst()
                .orElse(0L);
        Long refused = values.higher(largest);
        return List.copyOf(refused == null ? values : values.headSet(refused, true));
    }

    /** Returns the values of a range. A short range yields all its values. */
    static List<Long> between(long from, long to, List<CapCurve> curves) {
        return to - from < MANY
                ? LongStream.rangeClosed(from, to).boxed().toList()
                : List.copyOf(new CapValues(from, to, curves).choose());
    }

    private NavigableSet<Long> choose() {
        NavigableSet<Long> landmarks = landmarks();
        NavigableSet<Long> values = new TreeSet<>(landmarks);
        for (CapCurve curve : curves) {
            Long before = null;
            for (Long landmark : landmarks) {
                if (before != null) {
                    values.addAll(changes(curve, before, landmark));
                }
                before = landmark;
            }
        }
        return values;
    }

    private NavigableSet<Long> landmarks() {
        NavigableSet<Long> values = new TreeSet<>(List.of(from, to));
        LongStream.rangeClosed(0, SMALL).forEach(values::add);
        for (long power = SMALL; power <= LAST + 1; power *= 2) {
            values.addAll(List.of(power - 1, power, power + 1));
        }
        return new TreeSet<>(values.subSet(from, true, to, true));
    }

    private static Collection<Long> changes(CapCurve curve, long low, long high) {
        if (curve.at(low).isGranted() == curve.at(high).isGranted()) {
            return steps(curve, low, high);
        }
        long end = lastLike(
                low, high, value -> curve.at(value).isGranted() == curve.at(low).isGranted());
        List<Long> changes = new ArrayList<>(List.of(end, end + 1));
        changes.addAll(steps(curve, low, end));
        changes.addAll(steps(curve, end + 1, high));
        return changes;
    }

    private static Collection<Long> steps(CapCurve curve, long low, long high) {
        List<Long> steps = new ArrayList<>();
        long start = low;
        while (!curve.at(start).agrees(curve.at(high))) {
            if (steps.size() == 2 * MAX_STEPS) {
                return List.of();
            }
            CapAnswer answer = curve.at(start);
            long end = lastLike(start, high, value -> curve.at(value).agrees(answer));
            steps.addAll(List.of(end, end + 1));
            start = end + 1;
        }
        return steps;
    }

    /**
     * Returns the largest value that satisfies a predicate, by binary search. The predicate must hold for {@code low}
     * and all values up to the result, and for no value from there to {@code high}.
     */
    private static long lastLike(long low, long high, LongPredicate like) {
        long last = low;
        long other = high;
        while (other - last > 1) {
            long middle = last + (other - last) / 2;
            if (like.test(middle)) {
                last = middle;
            } else {
                other = middle;
            }
        }
        return last;
    }
}
