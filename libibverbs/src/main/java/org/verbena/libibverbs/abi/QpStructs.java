// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of queue pairs. */
public final class QpStructs {
    private QpStructs() {}

    /**
     * A queue pair.
     *
     * <pre>{@code
     * struct ibv_qp {
     *     struct ibv_context *context;
     *     void *qp_context;
     *     struct ibv_pd *pd;
     *     struct ibv_cq *send_cq;
     *     struct ibv_cq *recv_cq;
     *     struct ibv_srq *srq;
     *     uint32_t handle;
     *     uint32_t qp_num;
     *     enum ibv_qp_state state;
     *     enum ibv_qp_type qp_type;
     *     pthread_mutex_t mutex;
     *     pthread_cond_t cond;
     *     uint32_t events_completed;
     * };
     * }</pre>
     */
    public static final class IbvQp {
        public static final CField QP_NUM = CField.u32(52);
        public static final CField STATE = CField.s32(56);

        private IbvQp() {}
    }

    /**
     * The capabilities of a queue pair.
     *
     * <pre>{@code
     * struct ibv_qp_cap {
     *     uint32_t max_send_wr;
     *     uint32_t max_recv_wr;
     *     uint32_t max_send_sge;
     *     uint32_t max_recv_sge;
     *     uint32_t max_inline_data;
     * };
     * }</pre>
     */
    public static final class IbvQpCap {
        public static final CField MAX_SEND_WR = CField.u32(0);
        public static final CField MAX_RECV_WR = CField.u32(4);
        public static final CField MAX_SEND_SGE = CField.u32(8);
        public static final CField MAX_RECV_SGE = CField.u32(12);
        public static final CField MAX_INLINE_DATA = CField.u32(16);

        public static final int SIZE = 20;

        private IbvQpCap() {}
    }

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
    public static final class IbvQpInitAttr {
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
    public static final class IbvQpInitAttrEx {
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

    /**
     * A receive hash configuration; embedded in {@link IbvQpInitAttrEx}.
     *
     * <pre>{@code
     * struct ibv_rx_hash_conf {
     *     uint8_t rx_hash_function;
     *     uint8_t rx_hash_key_len;
     *     uint8_t *rx_hash_key;
     *     uint64_t rx_hash_fields_mask;
     * };
     * }</pre>
     */
    public static final class IbvRxHashConf {
        public static final CField RX_HASH_FUNCTION = CField.u8(0);
        public static final CField RX_HASH_KEY_LEN = CField.u8(1);
        public static final CField RX_HASH_KEY = CField.pointer(8);
        public static final CField RX_HASH_FIELDS_MASK = CField.u64(16);

        private IbvRxHashConf() {}
    }

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
    public static final class IbvQpOpenAttr {
        public static final CField COMP_MASK = CField.u32(0);
        public static final CField QP_NUM = CField.u32(4);
        public static final CField XRCD = CField.pointer(8);
        public static final CField QP_CONTEXT = CField.pointer(16);
        public static final CField QP_TYPE = CField.s32(24);

        public static final int SIZE = 32;

        private IbvQpOpenAttr() {}
    }

    /**
     * The attributes of a queue pair.
     *
     * <pre>{@code
     * struct ibv_qp_attr {
     *     enum ibv_qp_state qp_state;
     *     enum ibv_qp_state cur_qp_state;
     *     enum ibv_mtu path_mtu;
     *     enum ibv_mig_state path_mig_state;
     *     uint32_t qkey;
     *     uint32_t rq_psn;
     *     uint32_t sq_psn;
     *     uint32_t dest_qp_num;
     *     unsigned int qp_access_flags;
     *     struct ibv_qp_cap cap;
     *     struct ibv_ah_attr ah_attr;
     *     struct ibv_ah_attr alt_ah_attr;
     *     uint16_t pkey_index;
     *     uint16_t alt_pkey_index;
     *     uint8_t en_sqd_async_notify;
     *     uint8_t sq_draining;
     *     uint8_t max_rd_atomic;
     *     uint8_t max_dest_rd_atomic;
     *     uint8_t min_rnr_timer;
     *     uint8_t port_num;
     *     uint8_t timeout;
     *     uint8_t retry_cnt;
     *     uint8_t rnr_retry;
     *     uint8_t alt_port_num;
     *     uint8_t alt_timeout;
     *     uint32_t rate_limit;
     * };
     * }</pre>
     */
    public static final class IbvQpAttr {
        public static final CField QP_STATE = CField.s32(0);
        public static final CField CUR_QP_STATE = CField.s32(4);
        public static final CField PATH_MTU = CField.s32(8);
        public static final CField PATH_MIG_STATE = CField.s32(12);
        public static final CField QKEY = CField.u32(16);
        public static final CField RQ_PSN = CField.u32(20);
        public static final CField SQ_PSN = CField.u32(24);
        public static final CField DEST_QP_NUM = CField.u32(28);
        public static final CField QP_ACCESS_FLAGS = CField.u32(32);
        public static final CField CAP = CField.block(36, 20);
        public static final CField AH_ATTR = CField.block(56, 32);
        public static final CField ALT_AH_ATTR = CField.block(88, 32);
        public static final CField PKEY_INDEX = CField.u16(120);
        public static final CField ALT_PKEY_INDEX = CField.u16(122);
        public static final CField EN_SQD_ASYNC_NOTIFY = CField.u8(124);
        public static final CField SQ_DRAINING = CField.u8(125);
        public static final CField MAX_RD_ATOMIC = CField.u8(126);
        public static final CField MAX_DEST_RD_ATOMIC = CField.u8(127);
        public static final CField MIN_RNR_TIMER = CField.u8(128);
        public static final CField PORT_NUM = CField.u8(129);
        public static final CField TIMEOUT = CField.u8(130);
        public static final CField RETRY_CNT = CField.u8(131);
        public static final CField RNR_RETRY = CField.u8(132);
        public static final CField ALT_PORT_NUM = CField.u8(133);
        public static final CField ALT_TIMEOUT = CField.u8(134);
        public static final CField RATE_LIMIT = CField.u32(136);

        public static final int SIZE = 144;

        private IbvQpAttr() {}
    }
}
