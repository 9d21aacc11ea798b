package org.verbena;

/** The attributes of {@link WqAttr} that a modify call covers: {@code enum ibv_wq_attr_mask}. */
public enum WqAttrMask implements VerbsFlag {
    /** {@code wq_state}. */
    STATE("IBV_WQ_ATTR_STATE", 0),

    /** {@code curr_wq_state}. */
    CURR_STATE("IBV_WQ_ATTR_CURR_STATE", 1),

    /** {@code flags} and {@code flags_mask}. */
    FLAGS("IBV_WQ_ATTR_FLAGS", 2);

    private final String cName;
    private final int bit;

    WqAttrMask(String cName, int bit) {
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
