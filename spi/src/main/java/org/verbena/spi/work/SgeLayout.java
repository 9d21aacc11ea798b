package org.verbena.spi.work;

/** A scatter/gather element: offsets in {@code struct ibv_sge} of 64-bit Linux, the same on every architecture. */
public final class SgeLayout {
    /** {@code uint64_t addr}. */
    public static final int ADDR = 0;

    /** {@code uint32_t length}. */
    public static final int LENGTH = 8;

    /** {@code uint32_t lkey}. */
    public static final int LKEY = 12;

    /** The size in bytes. */
    public static final int SIZE = 16;

    private SgeLayout() {}
}
