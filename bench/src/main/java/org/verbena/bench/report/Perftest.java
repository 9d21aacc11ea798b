package org.verbena.bench.report;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses the output of {@code ib_write_lat} and {@code ib_send_lat}.
 *
 * <p>The result is the line after the heading that begins with {@code #bytes}. It holds the size, the iterations, and
 * half round trips in microseconds: minimum, maximum, typical, mean, deviation, and two percentiles.
 */
final class Perftest {
    private static final double NS = 1000;
    private static final int MIN = 2;
    private static final int TYPICAL = 4;
    private static final int P99 = 7;

    private Perftest() {}

    /**
     * Parses the output. The distribution has three points: the minimum, the median and the 99th percentile.
     *
     * @throws IllegalArgumentException if the text is not such an output
     */
    static Measured parse(String text) {
        String[] words = text.lines()
                .dropWhile(line -> !line.strip().startsWith("#bytes"))
                .skip(1)
                .map(line -> line.strip().split("\\s+"))
                .findFirst()
                .filter(each -> each.length > P99)
                .orElseThrow(() -> new IllegalArgumentException("not what perftest prints: " + text));
        double[] ns = Arrays.stream(words)
                .mapToDouble(word -> NS * Double.parseDouble(word))
                .toArray();
        Map<Long, Long> counts = new HashMap<>();
        counts.merge(Math.round(ns[MIN]), 1L, Long::sum);
        counts.merge(Math.round(ns[TYPICAL]), 97L, Long::sum);
        counts.merge(Math.round(ns[P99]), 2L, Long::sum);
        return new Measured(List.of(ns[TYPICAL]), 1, Distribution.of(counts), Map.of());
    }
}
