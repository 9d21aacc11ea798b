// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.work;

/**
 * Field offsets of a receive work request, {@code struct ibv_recv_wr}, on 64-bit Linux; the same on all architectures.
 */
public final class RecvWrLayout {
    /** Offset of {@code uint64_t wr_id}. */
    public static final int WR_ID = 0;

    /** Offset of {@code struct ibv_recv_wr *next}. */
    public static final int NEXT = 8;

    /** Offset of {@code struct ibv_sge *sg_list}. */
    public static final int SG_LIST = 16;

    /** Offset of {@code int num_sge}. */
    public static final int NUM_SGE = 24;

    /** Size of the struct in bytes. */
    public static final int SIZE = 32;

    private RecvWrLayout() {}
}
