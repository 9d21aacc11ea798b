package org.verbena.libibverbs.abi;

/**
 * The completion moderation limits of a device; embedded in {@link IbvDeviceAttrEx}.
 *
 * <pre>{@code
 * struct ibv_cq_moderation_caps {
 *     uint16_t max_cq_count;
 *     uint16_t max_cq_period;
 * };
 * }</pre>
 */
public final class IbvCqModerationCaps {
    public static final CField MAX_CQ_COUNT = CField.u16(0);
    public static final CField MAX_CQ_PERIOD = CField.u16(2);

    private IbvCqModerationCaps() {}
}
