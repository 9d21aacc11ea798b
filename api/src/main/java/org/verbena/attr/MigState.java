// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Path migration states of a queue pair: {@code enum ibv_mig_state}. */
public enum MigState implements VerbsEnum {
    /** The alternate path has become the primary one, or there is none. */
    MIGRATED("IBV_MIG_MIGRATED", 0),

    /** The queue pair waits for the peer before migration is armed again. */
    REARM("IBV_MIG_REARM", 1),

    /** The queue pair may migrate to the alternate path. */
    ARMED("IBV_MIG_ARMED", 2),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    MigState(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static MigState of(int value) {
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
