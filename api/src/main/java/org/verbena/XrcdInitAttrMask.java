package org.verbena;

/** The fields of {@link XrcdInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_xrcd_init_attr_mask}. */
public enum XrcdInitAttrMask implements VerbsFlag {
    /** {@code fd}. */
    FD("IBV_XRCD_INIT_ATTR_FD", 0),

    /** {@code oflags}. */
    OFLAGS("IBV_XRCD_INIT_ATTR_OFLAGS", 1);

    private final String cName;
    private final int bit;

    XrcdInitAttrMask(String cName, int bit) {
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
