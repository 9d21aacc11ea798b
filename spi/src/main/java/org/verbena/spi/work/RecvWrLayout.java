package org.verbena.spi.work;

/** A receive work request: offsets in {@code struct ibv_recv_wr} of 64-bit Linux, the same on every architecture. */
public final class RecvWrLayout {
    /** {@code uint64_t wr_id}. */
    public static final int WR_ID = 0;

    /** {@code struct ibv_recv_wr *next}. */
    public static final int NEXT = 8;

    /** {@code struct ibv_sge *sg_list}. */
    public static final int SG_LIST = 16;

    /** {@code int num_sge}. */
    public static final int NUM_SGE = 24;

    /** The size in bytes. */
    public static final int SIZE = 32;

    private RecvWrLayout() {}
}
