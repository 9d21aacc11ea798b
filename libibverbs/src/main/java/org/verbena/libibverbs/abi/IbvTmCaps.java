package org.verbena.libibverbs.abi;

/**
 * The tag matching capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
 *
 * <pre>{@code
 * struct ibv_tm_caps {
 *     uint32_t max_rndv_hdr_size;
 *     uint32_t max_num_tags;
 *     uint32_t flags;
 *     uint32_t max_ops;
 *     uint32_t max_sge;
 * };
 * }</pre>
 */
public final class IbvTmCaps {
    public static final CField MAX_RNDV_HDR_SIZE = CField.u32(0);
    public static final CField MAX_NUM_TAGS = CField.u32(4);
    public static final CField FLAGS = CField.u32(8);
    public static final CField MAX_OPS = CField.u32(12);
    public static final CField MAX_SGE = CField.u32(16);

    private IbvTmCaps() {}
}
