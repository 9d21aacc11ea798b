package org.verbena.libibverbs.abi;

/**
 * The TCP segmentation offload capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
 *
 * <pre>{@code
 * struct ibv_tso_caps {
 *     uint32_t max_tso;
 *     uint32_t supported_qpts;
 * };
 * }</pre>
 */
public final class IbvTsoCaps {
    public static final CField MAX_TSO = CField.u32(0);
    public static final CField SUPPORTED_QPTS = CField.u32(4);

    private IbvTsoCaps() {}
}
