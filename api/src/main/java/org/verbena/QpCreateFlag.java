package org.verbena;

/** Creation flags of a queue pair: {@code enum ibv_qp_create_flags}. */
public enum QpCreateFlag implements VerbsFlag {
    /** Multicast packets do not loop back to their sender. */
    BLOCK_SELF_MCAST_LB("IBV_QP_CREATE_BLOCK_SELF_MCAST_LB", 1),

    /** The frame check sequence is scattered to host memory. */
    SCATTER_FCS("IBV_QP_CREATE_SCATTER_FCS", 8),

    /** The C-VLAN tag is stripped from incoming packets. */
    CVLAN_STRIPPING("IBV_QP_CREATE_CVLAN_STRIPPING", 9),

    /** The queue pair uses {@code source_qpn} as its number on the wire; UD only. */
    SOURCE_QPN("IBV_QP_CREATE_SOURCE_QPN", 10),

    /** Incoming packets are padded to the size of a cache line. */
    PCI_WRITE_END_PADDING("IBV_QP_CREATE_PCI_WRITE_END_PADDING", 11);

    private final String cName;
    private final int bit;

    QpCreateFlag(String cName, int bit) {
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
