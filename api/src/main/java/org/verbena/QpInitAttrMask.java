package org.verbena;

/** The extended fields of {@link QpInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_qp_init_attr_mask}. */
public enum QpInitAttrMask implements VerbsFlag {
    /** {@code pd}. */
    PD("IBV_QP_INIT_ATTR_PD", 0),

    /** {@code xrcd}. */
    XRCD("IBV_QP_INIT_ATTR_XRCD", 1),

    /** {@code create_flags} and {@code source_qpn}. */
    CREATE_FLAGS("IBV_QP_INIT_ATTR_CREATE_FLAGS", 2),

    /** {@code max_tso_header}. */
    MAX_TSO_HEADER("IBV_QP_INIT_ATTR_MAX_TSO_HEADER", 3),

    /** {@code rwq_ind_tbl}. */
    IND_TABLE("IBV_QP_INIT_ATTR_IND_TABLE", 4),

    /** {@code rx_hash_conf}. */
    RX_HASH("IBV_QP_INIT_ATTR_RX_HASH", 5),

    /** {@code send_ops_flags}. */
    SEND_OPS_FLAGS("IBV_QP_INIT_ATTR_SEND_OPS_FLAGS", 6);

    private final String cName;
    private final int bit;

    QpInitAttrMask(String cName, int bit) {
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
