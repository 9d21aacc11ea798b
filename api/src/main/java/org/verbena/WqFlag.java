package org.verbena;

/** Creation flags of a work queue: {@code enum ibv_wq_flags}. */
public enum WqFlag implements VerbsFlag {
    /** The C-VLAN tag is stripped from incoming packets. */
    CVLAN_STRIPPING("IBV_WQ_FLAGS_CVLAN_STRIPPING", 0),

    /** The frame check sequence is scattered to host memory. */
    SCATTER_FCS("IBV_WQ_FLAGS_SCATTER_FCS", 1),

    /** Packets wait a while for a receive before they are dropped. */
    DELAY_DROP("IBV_WQ_FLAGS_DELAY_DROP", 2),

    /** Incoming packets are padded to the size of a cache line. */
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
