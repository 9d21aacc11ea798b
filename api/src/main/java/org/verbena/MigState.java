package org.verbena;

/** Path migration state of a queue pair: {@code enum ibv_mig_state}. */
public enum MigState implements VerbsEnum {
    /** The alternate path has become the primary one, or there is none. */
    MIGRATED("IBV_MIG_MIGRATED", 0),

    /** Waiting for the peer before migration is armed again. */
    REARM("IBV_MIG_REARM", 1),

    /** Migration may happen. */
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
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
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
