package org.verbena.libibverbs.abi;

/**
 * The attributes for creating a shared receive queue of any type.
 *
 * <pre>{@code
 * struct ibv_srq_init_attr_ex {
 *     void *srq_context;
 *     struct ibv_srq_attr attr;
 *     uint32_t comp_mask;
 *     enum ibv_srq_type srq_type;
 *     struct ibv_pd *pd;
 *     struct ibv_xrcd *xrcd;
 *     struct ibv_cq *cq;
 *     struct ibv_tm_cap tm_cap;
 * };
 * }</pre>
 */
public final class IbvSrqInitAttrEx {
    public static final CField SRQ_CONTEXT = CField.pointer(0);
    public static final CField ATTR = CField.block(8, 12);
    public static final CField COMP_MASK = CField.u32(20);
    public static final CField SRQ_TYPE = CField.s32(24);
    public static final CField PD = CField.pointer(32);
    public static final CField XRCD = CField.pointer(40);
    public static final CField CQ = CField.pointer(48);
    public static final CField TM_CAP = CField.block(56, 8);

    public static final int SIZE = 64;

    private IbvSrqInitAttrEx() {}
}
