package org.verbena;

/** The attributes that {@link CompletionQueue#moderate} changes: {@code enum ibv_cq_attr_mask}. */
public enum CqAttrMask implements VerbsFlag {
    /** Event moderation: {@code moderate}. */
    MODERATE("IBV_CQ_ATTR_MODERATE", 0);

    private final String cName;
    private final int bit;

    CqAttrMask(String cName, int bit) {
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
