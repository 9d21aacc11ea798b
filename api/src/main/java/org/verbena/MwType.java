package org.verbena;

/** Kind of memory window: {@code enum ibv_mw_type}. */
public enum MwType implements VerbsEnum {
    /** Bound by a verb, {@code ibv_bind_mw(3)}, and belongs to its protection domain. */
    TYPE_1("IBV_MW_TYPE_1", 1),

    /** Bound by a work request, with a key of the user's choice, and belongs to its queue pair. */
    TYPE_2("IBV_MW_TYPE_2", 2);

    private final String cName;
    private final int value;

    MwType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public int value() {
        return value;
    }
}
