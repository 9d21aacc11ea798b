package org.verbena.libibverbs.abi;

/**
 * The capabilities of a queue pair.
 *
 * <pre>{@code
 * struct ibv_qp_cap {
 *     uint32_t max_send_wr;
 *     uint32_t max_recv_wr;
 *     uint32_t max_send_sge;
 *     uint32_t max_recv_sge;
 *     uint32_t max_inline_data;
 * };
 * }</pre>
 */
public final class IbvQpCap {
    public static final CField MAX_SEND_WR = CField.u32(0);
    public static final CField MAX_RECV_WR = CField.u32(4);
    public static final CField MAX_SEND_SGE = CField.u32(8);
    public static final CField MAX_RECV_SGE = CField.u32(12);
    public static final CField MAX_INLINE_DATA = CField.u32(16);

    public static final int SIZE = 20;

    private IbvQpCap() {}
}
