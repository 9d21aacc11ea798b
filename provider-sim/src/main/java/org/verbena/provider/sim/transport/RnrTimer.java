// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/** The RNR timer codes of IBA table 45: the time that a receiver that is not ready requests, in units of 10 µs. */
final class RnrTimer {
    private static final long UNIT = 10_000;
    private static final int[] HUNDREDTHS = {
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096,
        6144, 8192, 12288, 16384, 24576, 32768, 49152
    };

    private RnrTimer() {}

    /** Returns the time in nanoseconds for a code of 0..31. */
    static long nanos(int code) {
        return HUNDREDTHS[code] * UNIT;
    }
}
