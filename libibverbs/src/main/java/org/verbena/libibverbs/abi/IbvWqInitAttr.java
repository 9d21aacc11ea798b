package org.verbena.libibverbs.abi;

/**
 * The attributes for creating a work queue.
 *
 * <pre>{@code
 * struct ibv_wq_init_attr {
 *     void *wq_context;
 *     enum ibv_wq_type wq_type;
 *     uint32_t max_wr;
 *     uint32_t max_sge;
 *     struct ibv_pd *pd;
 *     struct ibv_cq *cq;
 *     uint32_t comp_mask;
 *     uint32_t create_flags;
 * };
 * }</pre>
 */
public final class IbvWqInitAttr {
    public static final CField WQ_CONTEXT = CField.pointer(0);
    public static final CField WQ_TYPE = CField.s32(8);
    public static final CField MAX_WR = CField.u32(12);
    public static final CField MAX_SGE = CField.u32(16);
    public static final CField PD = CField.pointer(24);
    public static final CField CQ = CField.pointer(32);
    public static final CField COMP_MASK = CField.u32(40);
    public static final CField CREATE_FLAGS = CField.u32(44);

    public static final int SIZE = 48;

    private IbvWqInitAttr() {}
}
