package org.verbena.bench.report;

import java.util.Collection;

/** The median of a few numbers. */
public final class Medians {
    private Medians() {}

    /**
     * The one in the middle, or the mean of the two there; NaN of none.
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
