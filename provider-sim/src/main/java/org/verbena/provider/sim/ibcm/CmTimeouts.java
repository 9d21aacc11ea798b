// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

/** The rules of times in messages of the connection manager. */
final class CmTimeouts {
    /** {@code CMA_CM_RESPONSE_TIMEOUT}. */
    static final int CM_RESPONSE = 20;

    /** {@code CMA_MAX_CM_RETRIES}. */
    static final int MAX_CM_RETRIES = 15;

    /** The service timeout of {@code CMA_CM_MRA_SETTING}. */
    static final int SERVICE = 24;

    private static final int MICROSECONDS_IN_MILLI = 8;
    private static final int LONGEST = 31;

    private CmTimeouts() {}

    /** Returns 4.096 us times a power of two in milliseconds, rounded to a power of two: {@code cm_convert_to_ms}. */
    static long millis(int exponent) {
        return 1L << Math.max(exponent - MICROSECONDS_IN_MILLI, 0);
    }

    /** Returns the exponent of a local ACK timeout: {@code cm_ack_timeout}. */
    static int ack(int deviceDelay, int packetLifeTime) {
        int timeout = packetLifeTime + 1;
        if (timeout >= deviceDelay) {
            timeout += deviceDelay >= timeout - 1 ? 1 : 0;
        } else {
            timeout = deviceDelay + (timeout >= deviceDelay - 1 ? 1 : 0);
        }
        return Math.min(LONGEST, timeout);
    }
}
