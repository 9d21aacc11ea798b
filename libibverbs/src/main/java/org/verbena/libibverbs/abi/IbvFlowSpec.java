package org.verbena.libibverbs.abi;

/**
 * What all specifications of a flow rule begin with.
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

    /** Where a filter begins that has no numbers wider than 16 bits. */
    public static final int HEAD = 6;

    /** Where a filter begins that has some. */
    public static final int PADDED_HEAD = 8;

    private IbvFlowSpec() {}
}
