package org.verbena;

/** Logical state of a port: {@code enum ibv_port_state}. */
public enum PortState implements VerbsEnum {
    /** No state change (a value of the management protocol). */
    NOP("IBV_PORT_NOP", 0),

    /** Down. */
    DOWN("IBV_PORT_DOWN", 1),

    /** Initialising. */
    INIT("IBV_PORT_INIT", 2),

    /** Armed. */
    ARMED("IBV_PORT_ARMED", 3),

    /** Active: carries traffic. */
    ACTIVE("IBV_PORT_ACTIVE", 4),

    /** Active, with a link error being recovered. */
    ACTIVE_DEFER("IBV_PORT_ACTIVE_DEFER", 5),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    PortState(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
     */
    public static PortState of(int value) {
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
