package org.verbena;

/** Creation flags of a work queue: {@code enum ibv_wq_flags}. */
public enum WqFlag implements VerbsFlag {
    /** The 802.1Q tag of a received frame goes into {@link CompletionQueueEx#cvlan} instead of memory. */
    CVLAN_STRIPPING("IBV_WQ_FLAGS_CVLAN_STRIPPING", 0),

    /** The 4 bytes of a received frame's check sequence follow the frame in memory and count in {@code byte_len}. */
    SCATTER_FCS("IBV_WQ_FLAGS_SCATTER_FCS", 1),

    /**
     * A frame that finds no receive waits for one before it is lost. Time and memory for that are limited by the device;
     * Linux sets 100 ms on mlx5.
     */
    DELAY_DROP("IBV_WQ_FLAGS_DELAY_DROP", 2),

    /** The device may pad what it writes to the size of a cache line. The contents of messages do not change. */
    PCI_WRITE_END_PADDING("IBV_WQ_FLAGS_PCI_WRITE_END_PADDING", 3),

    /** First bit without a meaning; drivers refuse it. */
    RESERVED("IBV_WQ_FLAGS_RESERVED", 4);

    private final String cName;
    private final int bit;

    WqFlag(String cName, int bit) {
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
