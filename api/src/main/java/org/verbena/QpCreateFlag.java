package org.verbena;

/** Creation flags of a queue pair: {@code enum ibv_qp_create_flags}. */
public enum QpCreateFlag implements VerbsFlag {
    /** The queue pair receives no copy of the multicast packets that it sends. */
    BLOCK_SELF_MCAST_LB("IBV_QP_CREATE_BLOCK_SELF_MCAST_LB", 1),

    /**
     * The 4 bytes of a received frame's check sequence follow the frame in memory and count in {@code byte_len}. Raw
     * packet queue pairs only.
     */
    SCATTER_FCS("IBV_QP_CREATE_SCATTER_FCS", 8),

    /**
     * The 802.1Q tag of a received frame goes into {@link CompletionQueueEx#cvlan} instead of memory. Raw packet queue
     * pairs only.
     */
    CVLAN_STRIPPING("IBV_QP_CREATE_CVLAN_STRIPPING", 9),

    /**
     * The queue pair sends datagrams under the number {@code source_qpn}, and receives datagrams to it. UD only; mlx5
     * has it on InfiniBand only.
     */
    SOURCE_QPN("IBV_QP_CREATE_SOURCE_QPN", 10),

    /** The device may pad what it writes to the size of a cache line. The contents of messages do not change. */
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
