package org.verbena.libibverbs.abi;

/**
 * The tag matching limits of a shared receive queue; embedded in {@link IbvSrqInitAttrEx}.
 *
 * <pre>{@code
 * struct ibv_tm_cap {
 *     uint32_t max_num_tags;
 *     uint32_t max_ops;
 * };
 * }</pre>
 */
public final class IbvTmCap {
    public static final CField MAX_NUM_TAGS = CField.u32(0);
    public static final CField MAX_OPS = CField.u32(4);

    private IbvTmCap() {}
}
