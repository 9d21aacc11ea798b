// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The states of a work queue: {@code enum ibv_wq_state}. */
public enum WqState implements VerbsEnum {
    /** Newly created. */
    RESET("IBV_WQS_RESET", 0),

    /** Ready; the queue receives packets. */
    RDY("IBV_WQS_RDY", 1),

    /** Error; outstanding work requests are flushed. */
    ERR("IBV_WQS_ERR", 2),

    /** Unknown; also represents every number without a constant. */
    UNKNOWN("IBV_WQS_UNKNOWN", 3);

    private final String cName;
    private final int value;

    WqState(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
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
