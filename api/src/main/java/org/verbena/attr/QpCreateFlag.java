// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The creation flags of a queue pair: {@code enum ibv_qp_create_flags}. */
public enum QpCreateFlag implements VerbsFlag {
    /** The queue pair does not receive copies of the multicast packets that it sends. */
    BLOCK_SELF_MCAST_LB("IBV_QP_CREATE_BLOCK_SELF_MCAST_LB", 1),

    /**
     * The device writes the 4-byte frame check sequence of a received frame to memory after the frame. {@code byte_len}
     * includes these 4 bytes. Raw packet queue pairs only.
     */
    SCATTER_FCS("IBV_QP_CREATE_SCATTER_FCS", 8),

    /**
     * The device reports the 802.1Q tag of a received frame in {@link org.verbena.CompletionQueueEx#cvlan} instead of
     * writing it to memory. Raw packet queue pairs only.
     */
    CVLAN_STRIPPING("IBV_QP_CREATE_CVLAN_STRIPPING", 9),

    /**
     * The queue pair sends datagrams with the number {@code source_qpn} and receives the datagrams that are sent to
     * this number. UD only; mlx5 supports it on InfiniBand only.
     */
    SOURCE_QPN("IBV_QP_CREATE_SOURCE_QPN", 10),

    /** The device may pad its writes to the size of a cache line. The contents of messages do not change. */
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
