package org.verbena;

/** How far atomic operations are atomic: {@code enum ibv_atomic_cap}. */
public enum AtomicCap implements VerbsEnum {
    /** No atomic operations. */
    NONE("IBV_ATOMIC_NONE", 0),

    /** Atomic among the queue pairs of this device. */
    HCA("IBV_ATOMIC_HCA", 1),

    /** Atomic among all queue pairs and the processor. */
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
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
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
