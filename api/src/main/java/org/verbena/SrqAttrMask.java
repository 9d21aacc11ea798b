package org.verbena;

/** The attributes of {@link SrqAttr} that a modify call changes: {@code enum ibv_srq_attr_mask}. */
public enum SrqAttrMask implements VerbsFlag {
    /** {@code max_wr}: resizes the queue. */
    MAX_WR("IBV_SRQ_MAX_WR", 0),

    /** {@code srq_limit}: arms the limit event. */
    LIMIT("IBV_SRQ_LIMIT", 1);

    private final String cName;
    private final int bit;

    SrqAttrMask(String cName, int bit) {
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
