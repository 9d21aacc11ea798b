package org.verbena.libibverbs.abi;

/**
 * The attributes of a shared receive queue.
 *
 * <pre>{@code
 * struct ibv_srq_attr {
 *     uint32_t max_wr;
 *     uint32_t max_sge;
 *     uint32_t srq_limit;
 * };
 * }</pre>
 */
public final class IbvSrqAttr {
    public static final CField MAX_WR = CField.u32(0);
    public static final CField MAX_SGE = CField.u32(4);
    public static final CField SRQ_LIMIT = CField.u32(8);

    public static final int SIZE = 12;

    private IbvSrqAttr() {}
}
