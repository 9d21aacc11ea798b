package org.verbena.bench.report;

import java.util.Collection;

/** Computes the median of a few numbers. */
public final class Medians {
    private Medians() {}

    /**
     * Returns the median, or the mean of the two middle numbers; NaN for an empty collection.
     *
     * @param numbers in any order
     */
    public static double of(Collection<Double> numbers) {
        double[] sorted =
                numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
