package org.verbena.libibverbs.abi;

/**
 * The common header of all flow specifications.
 *
 * <pre>{@code
 * struct ibv_flow_spec {
 *     union {
 *         struct {
 *             enum ibv_flow_spec_type type;
 *             uint16_t size;
 *         } hdr;
 *         ...
 *     };
 * };
 * }</pre>
 */
public final class IbvFlowSpec {
    public static final CField HDR_TYPE = CField.s32(0);
    public static final CField HDR_SIZE = CField.u16(4);

    /** The offset of a filter without numbers wider than 16 bits. */
    public static final int HEAD = 6;

    /** The offset of a filter with numbers wider than 16 bits: padding follows the header. */
    public static final int PADDED_HEAD = 8;

    private IbvFlowSpec() {}
}
