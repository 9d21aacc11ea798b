package org.verbena.libibverbs.abi;

/**
 * The attributes for creating a queue pair; {@code struct ibv_qp_init_attr_ex} begins with the same fields.
 *
 * <pre>{@code
 * struct ibv_qp_init_attr {
 *     void *qp_context;
 *     struct ibv_cq *send_cq;
 *     struct ibv_cq *recv_cq;
 *     struct ibv_srq *srq;
 *     struct ibv_qp_cap cap;
 *     enum ibv_qp_type qp_type;
 *     int sq_sig_all;
 * };
 * }</pre>
 */
public final class IbvQpInitAttr {
    public static final CField QP_CONTEXT = CField.pointer(0);
    public static final CField SEND_CQ = CField.pointer(8);
    public static final CField RECV_CQ = CField.pointer(16);
    public static final CField SRQ = CField.pointer(24);
    public static final CField CAP = CField.block(32, 20);
    public static final CField QP_TYPE = CField.s32(52);
    public static final CField SQ_SIG_ALL = CField.s32(56);

    public static final int SIZE = 64;

    private IbvQpInitAttr() {}
}
