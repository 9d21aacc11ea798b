// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A histogram of times in nanoseconds. */
public final class Distribution {
    /** The histogram without times. */
    public static final Distribution EMPTY = new Distribution(new TreeMap<>());

    private final NavigableMap<Long, Long> counts;
    private final long total;

    private Distribution(NavigableMap<Long, Long> counts) {
        this.counts = counts;
        this.total = counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Creates a histogram.
     *
     * @param counts the number of calls by time
     */
    public static Distribution of(Map<Long, Long> counts) {
        return new Distribution(new TreeMap<>(counts));
    }

    static Distribution merged(Collection<Distribution> parts) {
        NavigableMap<Long, Long> counts = new TreeMap<>();
        parts.forEach(part -> part.counts.forEach((ns, count) -> counts.merge(ns, count, Long::sum)));
        return new Distribution(counts);
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    long count() {
        return total;
    }

    /** Returns the number of calls by time, the shortest first. */
    NavigableMap<Long, Long> counts() {
        return counts;
    }

    /** Returns the shortest time that a share of all calls did not exceed, or NaN if the histogram is empty. */
    double percentile(double percent) {
        double wanted = percent / 100 * total;
        long seen = 0;
        for (Map.Entry<Long, Long> each : counts.entrySet()) {
            seen += each.getValue();
            if (seen >= wanted) {
                return each.getKey();
            }
        }
        return Double.NaN;
    }
}
