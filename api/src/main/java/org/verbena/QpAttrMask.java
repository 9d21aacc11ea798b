package org.verbena;

/** The attributes of {@link QpAttr} that a modify or query call covers: {@code enum ibv_qp_attr_mask}. */
public enum QpAttrMask implements VerbsFlag {
    /** {@code qp_state}. */
    STATE("IBV_QP_STATE", 0),

    /** {@code cur_qp_state}. */
    CUR_STATE("IBV_QP_CUR_STATE", 1),

    /** {@code en_sqd_async_notify}. */
    EN_SQD_ASYNC_NOTIFY("IBV_QP_EN_SQD_ASYNC_NOTIFY", 2),

    /** {@code qp_access_flags}. */
    ACCESS_FLAGS("IBV_QP_ACCESS_FLAGS", 3),

    /** {@code pkey_index}. */
    PKEY_INDEX("IBV_QP_PKEY_INDEX", 4),

    /** {@code port_num}. */
    PORT("IBV_QP_PORT", 5),

    /** {@code qkey}. */
    QKEY("IBV_QP_QKEY", 6),

    /** {@code ah_attr}: the address vector of the primary path. */
    AV("IBV_QP_AV", 7),

    /** {@code path_mtu}. */
    PATH_MTU("IBV_QP_PATH_MTU", 8),

    /** {@code timeout}. */
    TIMEOUT("IBV_QP_TIMEOUT", 9),

    /** {@code retry_cnt}. */
    RETRY_CNT("IBV_QP_RETRY_CNT", 10),

    /** {@code rnr_retry}. */
    RNR_RETRY("IBV_QP_RNR_RETRY", 11),

    /** {@code rq_psn}. */
    RQ_PSN("IBV_QP_RQ_PSN", 12),

    /** {@code max_rd_atomic}. */
    MAX_QP_RD_ATOMIC("IBV_QP_MAX_QP_RD_ATOMIC", 13),

    /** {@code alt_ah_attr}, {@code alt_pkey_index}, {@code alt_port_num} and {@code alt_timeout}. */
    ALT_PATH("IBV_QP_ALT_PATH", 14),

    /** {@code min_rnr_timer}. */
    MIN_RNR_TIMER("IBV_QP_MIN_RNR_TIMER", 15),

    /** {@code sq_psn}. */
    SQ_PSN("IBV_QP_SQ_PSN", 16),

    /** {@code max_dest_rd_atomic}. */
    MAX_DEST_RD_ATOMIC("IBV_QP_MAX_DEST_RD_ATOMIC", 17),

    /** {@code path_mig_state}. */
    PATH_MIG_STATE("IBV_QP_PATH_MIG_STATE", 18),

    /** {@code cap}. */
    CAP("IBV_QP_CAP", 19),

    /** {@code dest_qp_num}. */
    DEST_QPN("IBV_QP_DEST_QPN", 20),

    /** {@code rate_limit}. */
    RATE_LIMIT("IBV_QP_RATE_LIMIT", 25);

    private final String cName;
    private final int bit;

    QpAttrMask(String cName, int bit) {
        this.cName = cName;
        this.bit = bit;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public long mask() {
        return 1L << bit;
    }
}
