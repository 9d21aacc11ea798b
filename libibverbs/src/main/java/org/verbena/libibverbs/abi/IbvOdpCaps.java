package org.verbena.libibverbs.abi;

/**
 * The on-demand paging capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
 *
 * <pre>{@code
 * struct ibv_odp_caps {
 *     uint64_t general_caps;
 *     struct {
 *         uint32_t rc_odp_caps;
 *         uint32_t uc_odp_caps;
 *         uint32_t ud_odp_caps;
 *     } per_transport_caps;
 * };
 * }</pre>
 */
public final class IbvOdpCaps {
    public static final CField GENERAL_CAPS = CField.u64(0);
    public static final CField PER_TRANSPORT_CAPS_RC_ODP_CAPS = CField.u32(8);
    public static final CField PER_TRANSPORT_CAPS_UC_ODP_CAPS = CField.u32(12);
    public static final CField PER_TRANSPORT_CAPS_UD_ODP_CAPS = CField.u32(16);

    private IbvOdpCaps() {}
}
