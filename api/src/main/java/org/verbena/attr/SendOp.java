// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/**
 * The send operations that a queue pair offers through {@code ibv_wr_*} ({@code send_ops_flags}):
 * {@code enum ibv_qp_create_send_ops_flags}.
 */
public enum SendOp implements VerbsFlag {
    /** RDMA write. */
    RDMA_WRITE("IBV_QP_EX_WITH_RDMA_WRITE", 0),

    /** RDMA write with immediate data. */
    RDMA_WRITE_WITH_IMM("IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM", 1),

    /** Send. */
    SEND("IBV_QP_EX_WITH_SEND", 2),

    /** Send with immediate data. */
    SEND_WITH_IMM("IBV_QP_EX_WITH_SEND_WITH_IMM", 3),

    /** RDMA read. */
    RDMA_READ("IBV_QP_EX_WITH_RDMA_READ", 4),

    /** Atomic compare and swap. */
    ATOMIC_CMP_AND_SWP("IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP", 5),

    /** Atomic fetch and add. */
    ATOMIC_FETCH_AND_ADD("IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD", 6),

    /** Local invalidate. */
    LOCAL_INV("IBV_QP_EX_WITH_LOCAL_INV", 7),

    /** Bind of a memory window. */
    BIND_MW("IBV_QP_EX_WITH_BIND_MW", 8),

    /** Send with invalidate. */
    SEND_WITH_INV("IBV_QP_EX_WITH_SEND_WITH_INV", 9),

    /** TCP segmentation offload. */
    TSO("IBV_QP_EX_WITH_TSO", 10),

    /** RDMA flush; requires rdma-core 45 or newer. */
    FLUSH("IBV_QP_EX_WITH_FLUSH", 11),

    /** RDMA atomic write; requires rdma-core 44 or newer. */
    ATOMIC_WRITE("IBV_QP_EX_WITH_ATOMIC_WRITE", 12);

    private final String cName;
    private final int bit;

    SendOp(String cName, int bit) {
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
