package org.verbena.libibverbs.abi;

/**
 * The attributes for creating an extended completion queue.
 *
 * <pre>{@code
 * struct ibv_cq_init_attr_ex {
 *     uint32_t cqe;
 *     void *cq_context;
 *     struct ibv_comp_channel *channel;
 *     uint32_t comp_vector;
 *     uint64_t wc_flags;
 *     uint32_t comp_mask;
 *     uint32_t flags;
 *     struct ibv_pd *parent_domain;
 * };
 * }</pre>
 */
public final class IbvCqInitAttrEx {
    public static final CField CQE = CField.u32(0);
    public static final CField CQ_CONTEXT = CField.pointer(8);
    public static final CField CHANNEL = CField.pointer(16);
    public static final CField COMP_VECTOR = CField.u32(24);
    public static final CField WC_FLAGS = CField.u64(32);
    public static final CField COMP_MASK = CField.u32(40);
    public static final CField FLAGS = CField.u32(44);
    public static final CField PARENT_DOMAIN = CField.pointer(48);

    public static final int SIZE = 56;

    private IbvCqInitAttrEx() {}
}
