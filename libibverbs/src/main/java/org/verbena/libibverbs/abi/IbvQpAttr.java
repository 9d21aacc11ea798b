package org.verbena.libibverbs.abi;

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
public final class IbvQpAttr {
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
