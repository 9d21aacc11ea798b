// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A run of rstream or riostream, and its row in the table.
 *
 * @param name the first column
 * @param size the size of a transfer in bytes
 * @param count the number of transfers in each direction of an iteration
 * @param iterations the number of iterations
 */
record StreamRun(String name, int size, int count, int iterations) {
    /** The headings of C. */
    static final String HEADINGS = String.format(
            "%-10s%-8s%-8s%-8s%-8s%8s %10s%13s",
            "name", "bytes", "xfers", "iters", "total", "time", "Gb/sec", "usec/xfer");

    private static final List<Integer> USUAL_SIZES = List.of(1 << 6, 1 << 12, 1 << 16, 1 << 20);
    private static final int FIRST_POWER = 7;
    private static final int LAST_POWER = 22;

    /** The name of a run with sizes and numbers from the command line. */
    static StreamRun custom(long size, long count, long iterations) {
        return new StreamRun("custom", (int) size, (int) count, (int) iterations);
    }

    /** Returns the sizes of a series: 64 bytes and powers of two, and with {@code all} also one and a half of each. */
    static List<Integer> sizes(boolean all) {
        if (!all) {
            return USUAL_SIZES;
        }
        IntStream others = IntStream.rangeClosed(FIRST_POWER, LAST_POWER)
                .flatMap(power -> IntStream.of(1 << power, 3 << (power - 1)));
        return IntStream.concat(IntStream.of(USUAL_SIZES.get(0)), others)
                .boxed()
                .toList();
    }

    /** Returns a run of many iterations of one transfer. */
    static StreamRun latency(int size) {
        return new StreamRun(bytes(size) + "_lat", size, 1, repetitions(size));
    }

    /** Returns a run of one iteration of many transfers. */
    static StreamRun bandwidth(int size) {
        return new StreamRun(bytes(size) + "_bw", size, repetitions(size), 1);
    }

    private static int repetitions(int size) {
        if (size >= 1 << 20) {
            return 100;
        }
        if (size >= 1 << 16) {
            return 1000;
        }
        return size >= 1 << 10 ? 10_000 : 100_000;
    }

    /** Returns the number of bytes in both directions. */
    long total() {
        return 2L * iterations * count * size;
    }

    /** Returns the row of the table. C counts microseconds. */
    String row(long nanos) {
        double micros = Math.max(1, nanos / 1000);
        return String.format(
                Locale.ROOT,
                "%-10s%-8s%-8s%-8s%-8s%8.2fs%10.2f%11.2f",
                name,
                bytes(size),
                number(count),
                number(iterations),
                bytes(total()),
                micros / 1_000_000,
                total() * 8 / (1000 * micros),
                micros / iterations / (2.0 * count));
    }

    /** Returns a number of bytes with a binary prefix, and with one more digit below ten. */
    static String bytes(long number) {
        long unit = 1;
        String prefix = "";
        for (String next : List.of("k", "m", "g")) {
            if (number >= unit << 10) {
                unit <<= 10;
                prefix = next;
            }
        }
        long whole = number / unit;
        long tenths = whole < 10 ? number % unit * 10 / unit : 0;
        return (tenths > 0 ? whole + "." + tenths : whole) + prefix;
    }

    /** Returns a number with a decimal prefix. */
    static String number(long number) {
        if (number >= 1_000_000_000) {
            return number / 1_000_000_000 + "b";
        }
        if (number >= 1_000_000) {
            return number / 1_000_000 + "m";
        }
        return number >= 1000 ? number / 1000 + "k" : Long.toString(number);
    }
}
