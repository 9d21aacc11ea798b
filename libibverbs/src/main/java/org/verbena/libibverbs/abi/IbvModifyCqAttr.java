package org.verbena.libibverbs.abi;

/**
 * The attributes for modifying a completion queue.
 *
 * <pre>{@code
 * struct ibv_modify_cq_attr {
 *     uint32_t attr_mask;
 *     struct ibv_moderate_cq moderate;
 * };
 * }</pre>
 */
public final class IbvModifyCqAttr {
    public static final CField ATTR_MASK = CField.u32(0);
    public static final CField MODERATE = CField.block(4, 4);

    public static final int SIZE = 8;

    private IbvModifyCqAttr() {}
}
