// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The logical states of a port: {@code enum ibv_port_state}. */
public enum PortState implements VerbsEnum {
    /** No state change; a value of the management protocol. */
    NOP("IBV_PORT_NOP", 0),

    /** Down. */
    DOWN("IBV_PORT_DOWN", 1),

    /** Initialising. */
    INIT("IBV_PORT_INIT", 2),

    /** Armed. */
    ARMED("IBV_PORT_ARMED", 3),

    /** Active; the port carries traffic. */
    ACTIVE("IBV_PORT_ACTIVE", 4),

    /** Active, while the port recovers from a link error. */
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
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
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
