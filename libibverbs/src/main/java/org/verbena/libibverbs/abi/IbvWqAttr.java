package org.verbena.libibverbs.abi;

/**
 * The attributes for modifying a work queue.
 *
 * <pre>{@code
 * struct ibv_wq_attr {
 *     uint32_t attr_mask;
 *     enum ibv_wq_state wq_state;
 *     enum ibv_wq_state curr_wq_state;
 *     uint32_t flags;
 *     uint32_t flags_mask;
 * };
 * }</pre>
 */
public final class IbvWqAttr {
    public static final CField ATTR_MASK = CField.u32(0);
    public static final CField WQ_STATE = CField.s32(4);
    public static final CField CURR_WQ_STATE = CField.s32(8);
    public static final CField FLAGS = CField.u32(12);
    public static final CField FLAGS_MASK = CField.u32(16);

    public static final int SIZE = 20;

    private IbvWqAttr() {}
}
