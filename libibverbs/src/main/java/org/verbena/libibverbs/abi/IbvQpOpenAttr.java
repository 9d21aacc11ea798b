package org.verbena.libibverbs.abi;

/**
 * The attributes for opening another handle to an existing XRC target queue pair.
 *
 * <pre>{@code
 * struct ibv_qp_open_attr {
 *     uint32_t comp_mask;
 *     uint32_t qp_num;
 *     struct ibv_xrcd *xrcd;
 *     void *qp_context;
 *     enum ibv_qp_type qp_type;
 * };
 * }</pre>
 */
public final class IbvQpOpenAttr {
    public static final CField COMP_MASK = CField.u32(0);
    public static final CField QP_NUM = CField.u32(4);
    public static final CField XRCD = CField.pointer(8);
    public static final CField QP_CONTEXT = CField.pointer(16);
    public static final CField QP_TYPE = CField.s32(24);

    public static final int SIZE = 32;

    private IbvQpOpenAttr() {}
}
