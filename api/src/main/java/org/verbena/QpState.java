package org.verbena;

/** State of a queue pair: {@code enum ibv_qp_state}. */
public enum QpState implements VerbsEnum {
    /** Newly created; takes no work requests. */
    RESET("IBV_QPS_RESET", 0),

    /** Initialised; receives may be posted. */
    INIT("IBV_QPS_INIT", 1),

    /** Ready to receive. */
    RTR("IBV_QPS_RTR", 2),

    /** Ready to send. */
    RTS("IBV_QPS_RTS", 3),

    /** Send queue drained or draining. */
    SQD("IBV_QPS_SQD", 4),

    /** Send queue error. */
    SQE("IBV_QPS_SQE", 5),

    /** Error; outstanding work requests are flushed. */
    ERR("IBV_QPS_ERR", 6),

    /** Not known; also stands for every number that is not listed here. */
    UNKNOWN("IBV_QPS_UNKNOWN", 7);

    private final String cName;
    private final int value;

    QpState(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
     */
    public static QpState of(int value) {
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
