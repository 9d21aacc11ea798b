// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.Locale;

/** Formats numbers for display: three significant digits and a unit. */
final class Numbers {
    static final String NONE = "–";

    private static final double MEGA = 1e6;

    private Numbers() {}

    /** Formats a time. */
    static String time(double ns) {
        double size = Math.abs(ns);
        if (Double.isNaN(ns)) {
            return NONE;
        }
        if (size >= 1e9) {
            return digits(ns / 1e9) + " s";
        }
        if (size >= 1e6) {
            return digits(ns / 1e6) + " ms";
        }
        return size >= 1e3 ? digits(ns / 1e3) + " µs" : digits(ns) + " ns";
    }

    /** Formats a time without insignificant digits, for an axis. */
    static String round(double ns) {
        String time = time(ns);
        int unit = time.indexOf(' ');
        String number = time.substring(0, unit);
        return (number.contains(".") ? number.replaceAll("\\.?0+$", "") : number) + time.substring(unit);
    }

    static String ratio(double ratio) {
        return Double.isNaN(ratio) ? NONE : String.format(Locale.ROOT, "%.2f", ratio);
    }

    /** Formats a share with a minimum of a tenth of a percent, because a missed goal must not show as 0 %. */
    static String percent(double share) {
        double percent = Math.max(0.1, share * 100);
        return String.format(Locale.ROOT, percent < 10 ? "%.1f %%" : "%.0f %%", percent);
    }

    static String rate(double perSecond) {
        return perSecond >= MEGA ? digits(perSecond / MEGA) + " M/s" : digits(perSecond / 1e3) + " k/s";
    }

    /** Formats bytes or operations in the unit of a goal. */
    static String amount(double value, String unit) {
        return Double.isNaN(value)
                ? NONE
                : unit.equals("MB") ? digits(value / MEGA) + " MB" : String.format(Locale.ROOT, "%.2f %s", value, unit);
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f", value);
    }
}
