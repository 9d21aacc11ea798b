// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The types of shared receive queues: {@code enum ibv_srq_type}. */
public enum SrqType implements VerbsEnum {
    /** Serves ordinary queue pairs. */
    BASIC("IBV_SRQT_BASIC", 0),

    /** Serves XRC targets; belongs to an XRC domain and a completion queue. */
    XRC("IBV_SRQT_XRC", 1),

    /** Matches tags; requires a completion queue and tag-matching limits. */
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
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
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
