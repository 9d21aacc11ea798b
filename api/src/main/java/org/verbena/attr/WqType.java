// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The types of work queues: {@code enum ibv_wq_type}. */
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
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
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
