// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The states of a queue pair: {@code enum ibv_qp_state}. */
public enum QpState implements VerbsEnum {
    /** Newly created; accepts no work requests. */
    RESET("IBV_QPS_RESET", 0),

    /** Initialised; receives may be posted. */
    INIT("IBV_QPS_INIT", 1),

    /** Ready to receive. */
    RTR("IBV_QPS_RTR", 2),

    /** Ready to send. */
    RTS("IBV_QPS_RTS", 3),

    /** Send queue drained, or being drained. */
    SQD("IBV_QPS_SQD", 4),

    /** Send queue error. */
    SQE("IBV_QPS_SQE", 5),

    /** Error; outstanding work requests are flushed. */
    ERR("IBV_QPS_ERR", 6),

    /** Unknown; also represents every number without a constant. */
    UNKNOWN("IBV_QPS_UNKNOWN", 7);

    private final String cName;
    private final int value;

    QpState(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
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
