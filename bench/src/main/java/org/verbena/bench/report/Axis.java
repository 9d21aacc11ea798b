// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/** An axis of a chart: maps values to positions and defines the ticks. */
interface Axis {
    /** Returns the title of the axis. */
    String title();

    /** Returns the position of a value, from 0 to 1. */
    double place(double value);

    List<Tick> ticks();

    /**
     * A labelled value.
     *
     * @param value the value
     * @param label the text
     */
    record Tick(double value, String label) {}

    /** Creates a logarithmic axis with a tick for each of the factors 1, 2 and 5 if they fit, or for each power. */
    static Axis decades(String title, double low, double high, DoubleFunction<String> label) {
        double powers = Math.log10(high / low);
        double[] factors = powers > 2.5 ? new double[] {1} : new double[] {1, 2, 5};
        int every = Math.max(1, (int) Math.ceil(powers / 6));
        List<Tick> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
            if (Math.floorMod(power, every) == 0) {
                for (double factor : factors) {
                    double value = factor * Math.pow(10, power);
                    if (value >= low && value <= high) {
                        ticks.add(new Tick(value, label.apply(value)));
                    }
                }
            }
        }
        return new Logarithmic(title, low, high, ticks);
    }

    /** Creates a logarithmic axis with a tick for each measured value. */
    static Axis measured(String title, List<Double> values, DoubleFunction<String> label) {
        return new Logarithmic(
                title,
                values.get(0),
                values.get(values.size() - 1),
                values.stream()
                        .map(value -> new Tick(value, label.apply(value)))
                        .toList());
    }

    /** Creates an axis for shares of calls, in percent. Equal distances divide the remaining share by equal factors. */
    static Axis shares(double highest) {
        double last = nines(highest);
        List<Tick> ticks = DoubleStream.of(50, 90, 99, 99.9, 99.99, 99.999, 99.9999)
                .filter(share -> nines(share) <= last)
                .mapToObj(share -> new Tick(
                        share, BigDecimal.valueOf(share).stripTrailingZeros().toPlainString() + " %"))
                .toList();
        return new Axis() {
            @Override
            public String title() {
                return "share of calls";
            }

            @Override
            public double place(double share) {
                return nines(share) / last;
            }

            @Override
            public List<Tick> ticks() {
                return ticks;
            }
        };
    }

    /** Returns how often the remaining share was divided by ten: 0 % is 0, 90 % is 1, 99 % is 2. */
    private static double nines(double share) {
        return -Math.log10(1 - share / 100);
    }

    /** Maps equal factors to equal distances. */
    record Logarithmic(String title, double low, double high, List<Tick> ticks) implements Axis {
        @Override
        public double place(double value) {
            return Math.log(value / low) / Math.log(high / low);
        }
    }
}
