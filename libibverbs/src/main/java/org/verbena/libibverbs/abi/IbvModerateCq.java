package org.verbena.libibverbs.abi;

/**
 * The event moderation of a completion queue; embedded in {@link IbvModifyCqAttr}.
 *
 * <pre>{@code
 * struct ibv_moderate_cq {
 *     uint16_t cq_count;
 *     uint16_t cq_period;
 * };
 * }</pre>
 */
public final class IbvModerateCq {
    public static final CField CQ_COUNT = CField.u16(0);
    public static final CField CQ_PERIOD = CField.u16(2);

    private IbvModerateCq() {}
}
