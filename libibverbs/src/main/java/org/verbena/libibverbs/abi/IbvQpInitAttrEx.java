package org.verbena.libibverbs.abi;

/**
 * The extended attributes for creating a queue pair.
 *
 * <pre>{@code
 * struct ibv_qp_init_attr_ex {
 *     void *qp_context;
 *     struct ibv_cq *send_cq;
 *     struct ibv_cq *recv_cq;
 *     struct ibv_srq *srq;
 *     struct ibv_qp_cap cap;
 *     enum ibv_qp_type qp_type;
 *     int sq_sig_all;
 *     uint32_t comp_mask;
 *     struct ibv_pd *pd;
 *     struct ibv_xrcd *xrcd;
 *     uint32_t create_flags;
 *     uint16_t max_tso_header;
 *     struct ibv_rwq_ind_table *rwq_ind_tbl;
 *     struct ibv_rx_hash_conf rx_hash_conf;
 *     uint32_t source_qpn;
 *     uint64_t send_ops_flags;
 * };
 * }</pre>
 */
public final class IbvQpInitAttrEx {
    public static final CField QP_CONTEXT = CField.pointer(0);
    public static final CField SEND_CQ = CField.pointer(8);
    public static final CField RECV_CQ = CField.pointer(16);
    public static final CField SRQ = CField.pointer(24);
    public static final CField CAP = CField.block(32, 20);
    public static final CField QP_TYPE = CField.s32(52);
    public static final CField SQ_SIG_ALL = CField.s32(56);
    public static final CField COMP_MASK = CField.u32(60);
    public static final CField PD = CField.pointer(64);
    public static final CField XRCD = CField.pointer(72);
    public static final CField CREATE_FLAGS = CField.u32(80);
    public static final CField MAX_TSO_HEADER = CField.u16(84);
    public static final CField RWQ_IND_TBL = CField.pointer(88);
    public static final CField RX_HASH_CONF = CField.block(96, 24);
    public static final CField SOURCE_QPN = CField.u32(120);
    public static final CField SEND_OPS_FLAGS = CField.u64(128);

    public static final int SIZE = 136;

    private IbvQpInitAttrEx() {}
}
