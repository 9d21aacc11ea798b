package org.verbena;

/** Kind of a shared receive queue: {@code enum ibv_srq_type}. */
public enum SrqType implements VerbsEnum {
    /** Serves ordinary queue pairs. */
    BASIC("IBV_SRQT_BASIC", 0),

    /** Serves XRC targets; belongs to an XRC domain and a completion queue. */
    XRC("IBV_SRQT_XRC", 1),

    /** Matches tags; needs a completion queue and tag-matching limits. */
    TM("IBV_SRQT_TM", 2),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    SrqType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
     */
    public static SrqType of(int value) {
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
