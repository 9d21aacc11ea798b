package org.verbena;

/** Kind of a work queue: {@code enum ibv_wq_type}. */
public enum WqType implements VerbsEnum {
    /** Receive queue. */
    RQ("IBV_WQT_RQ", 0),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    WqType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
     */
    public static WqType of(int value) {
        return VerbsEnum.find(values(), value, UNKNOWN);
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
