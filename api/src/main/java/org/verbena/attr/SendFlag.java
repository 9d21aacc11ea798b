// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The flags of a send work request: {@code enum ibv_send_flags}. */
public enum SendFlag implements VerbsFlag {
    /** Waits for earlier reads and atomics. */
    FENCE("IBV_SEND_FENCE", 0),

    /** Generates a completion. Without this flag, only errors generate one. */
    SIGNALED("IBV_SEND_SIGNALED", 1),

    /** Wakes a peer that requested solicited events. */
    SOLICITED("IBV_SEND_SOLICITED", 2),

    /** Copies the data when the request is posted. The methods that set inline data set this flag. */
    INLINE("IBV_SEND_INLINE", 3),

    /** Lets the device compute the checksums of IP, TCP and UDP. */
    IP_CSUM("IBV_SEND_IP_CSUM", 4);

    private final String cName;
    private final int bit;

    SendFlag(String cName, int bit) {
        this.cName = cName;
        this.bit = bit;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public long mask() {
        return 1L << bit;
    }
}
