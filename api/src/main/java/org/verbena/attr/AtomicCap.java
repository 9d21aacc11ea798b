// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Levels of support for atomic operations: {@code enum ibv_atomic_cap}. */
public enum AtomicCap implements VerbsEnum {
    /** No atomic operations. */
    NONE("IBV_ATOMIC_NONE", 0),

    /** Operations are atomic among the queue pairs of this device. */
    HCA("IBV_ATOMIC_HCA", 1),

    /** Operations are atomic among all queue pairs and the processor. */
    GLOB("IBV_ATOMIC_GLOB", 2),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    AtomicCap(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static AtomicCap of(int value) {
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
