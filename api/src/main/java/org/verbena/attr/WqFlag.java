// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The creation flags of a work queue: {@code enum ibv_wq_flags}. */
public enum WqFlag implements VerbsFlag {
    /**
     * The device reports the 802.1Q tag of a received frame in {@link org.verbena.CompletionQueueEx#cvlan} instead of
     * writing it to memory.
     */
    CVLAN_STRIPPING("IBV_WQ_FLAGS_CVLAN_STRIPPING", 0),

    /**
     * The device writes the 4-byte frame check sequence of a received frame to memory after the frame. {@code byte_len}
     * includes these 4 bytes.
     */
    SCATTER_FCS("IBV_WQ_FLAGS_SCATTER_FCS", 1),

    /**
     * A frame that finds no posted receive waits for one before it is dropped. The device limits the time and the
     * memory for this; Linux sets 100 ms on mlx5.
     */
    DELAY_DROP("IBV_WQ_FLAGS_DELAY_DROP", 2),

    /** The device may pad its writes to the size of a cache line. The contents of messages do not change. */
    PCI_WRITE_END_PADDING("IBV_WQ_FLAGS_PCI_WRITE_END_PADDING", 3),

    /** The first bit without a meaning; drivers reject it. */
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
