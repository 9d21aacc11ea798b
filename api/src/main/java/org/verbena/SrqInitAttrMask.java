package org.verbena;

/**
 * The extended fields of {@link SrqInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_srq_init_attr_mask}.
 */
public enum SrqInitAttrMask implements VerbsFlag {
    /** {@code srq_type}. */
    TYPE("IBV_SRQ_INIT_ATTR_TYPE", 0),

    /** {@code pd}. */
    PD("IBV_SRQ_INIT_ATTR_PD", 1),

    /** {@code xrcd}. */
    XRCD("IBV_SRQ_INIT_ATTR_XRCD", 2),

    /** {@code cq}. */
    CQ("IBV_SRQ_INIT_ATTR_CQ", 3),

    /** {@code tm_cap}. */
    TM("IBV_SRQ_INIT_ATTR_TM", 4);

    private final String cName;
    private final int bit;

    SrqInitAttrMask(String cName, int bit) {
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
