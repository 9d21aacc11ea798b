package org.verbena;

/** The extended fields of {@link WqInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_wq_init_attr_mask}. */
public enum WqInitAttrMask implements VerbsFlag {
    /** {@code create_flags}. */
    FLAGS("IBV_WQ_INIT_ATTR_FLAGS", 0);

    private final String cName;
    private final int bit;

    WqInitAttrMask(String cName, int bit) {
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
