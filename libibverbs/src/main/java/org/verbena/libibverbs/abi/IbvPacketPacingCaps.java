package org.verbena.libibverbs.abi;

/**
 * The packet pacing capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
 *
 * <pre>{@code
 * struct ibv_packet_pacing_caps {
 *     uint32_t qp_rate_limit_min;
 *     uint32_t qp_rate_limit_max;
 *     uint32_t supported_qpts;
 * };
 * }</pre>
 */
public final class IbvPacketPacingCaps {
    public static final CField QP_RATE_LIMIT_MIN = CField.u32(0);
    public static final CField QP_RATE_LIMIT_MAX = CField.u32(4);
    public static final CField SUPPORTED_QPTS = CField.u32(8);

    private IbvPacketPacingCaps() {}
}
