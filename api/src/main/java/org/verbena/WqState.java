package org.verbena;

/** State of a work queue: {@code enum ibv_wq_state}. */
public enum WqState implements VerbsEnum {
    /** Newly created. */
    RESET("IBV_WQS_RESET", 0),

    /** Ready: takes packets. */
    RDY("IBV_WQS_RDY", 1),

    /** Error; outstanding work requests are flushed. */
    ERR("IBV_WQS_ERR", 2),

    /** Not known; also stands for every number that is not listed here. */
    UNKNOWN("IBV_WQS_UNKNOWN", 3);

    private final String cName;
    private final int value;

    WqState(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
     */
    public static WqState of(int value) {
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
