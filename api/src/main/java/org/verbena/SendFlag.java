package org.verbena;

/** How a send work request is carried out: {@code enum ibv_send_flags}. */
public enum SendFlag implements VerbsFlag {
    /** Waits for the reads and atomics before it. */
    FENCE("IBV_SEND_FENCE", 0),

    /** Completes with a completion; without it only errors do. */
    SIGNALED("IBV_SEND_SIGNALED", 1),

    /** Wakes a peer that asked for solicited events. */
    SOLICITED("IBV_SEND_SOLICITED", 2),

    /** The data is copied when the request is posted; set by what gives the data inline. */
    INLINE("IBV_SEND_INLINE", 3),

    /** The device computes the checksums of IP, TCP and UDP. */
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
