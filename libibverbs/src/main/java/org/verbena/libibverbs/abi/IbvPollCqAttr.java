package org.verbena.libibverbs.abi;

/**
 * The options of {@code ibv_start_poll}; no options are defined yet.
 *
 * <pre>{@code
 * struct ibv_poll_cq_attr {
 *     uint32_t comp_mask;
 * };
 * }</pre>
 */
public final class IbvPollCqAttr {
    public static final CField COMP_MASK = CField.u32(0);

    public static final int SIZE = 4;

    private IbvPollCqAttr() {}
}
