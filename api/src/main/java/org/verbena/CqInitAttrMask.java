package org.verbena;

/** The extended fields of {@link CqInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_cq_init_attr_mask}. */
public enum CqInitAttrMask implements VerbsFlag {
    /** The field {@code flags}. */
    FLAGS("IBV_CQ_INIT_ATTR_MASK_FLAGS", 0),

    /** The field {@code parent_domain}. */
    PD("IBV_CQ_INIT_ATTR_MASK_PD", 1);

    private final String cName;
    private final int bit;

    CqInitAttrMask(String cName, int bit) {
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
