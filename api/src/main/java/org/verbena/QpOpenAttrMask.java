package org.verbena;

/** The fields of {@link QpOpenAttr} that are valid ({@code comp_mask}): {@code enum ibv_qp_open_attr_mask}. */
public enum QpOpenAttrMask implements VerbsFlag {
    /** {@code qp_num}. */
    NUM("IBV_QP_OPEN_ATTR_NUM", 0),

    /** {@code xrcd}. */
    XRCD("IBV_QP_OPEN_ATTR_XRCD", 1),

    /** {@code qp_context}. */
    CONTEXT("IBV_QP_OPEN_ATTR_CONTEXT", 2),

    /** {@code qp_type}. */
    TYPE("IBV_QP_OPEN_ATTR_TYPE", 3);

    private final String cName;
    private final int bit;

    QpOpenAttrMask(String cName, int bit) {
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
