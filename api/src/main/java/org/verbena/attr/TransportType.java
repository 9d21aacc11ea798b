// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The transports of devices: {@code enum ibv_transport_type}. */
public enum TransportType implements VerbsEnum {
    /** Unknown; also represents every number without a constant. */
    UNKNOWN("IBV_TRANSPORT_UNKNOWN", -1),

    /** InfiniBand transport: InfiniBand and RoCE. */
    IB("IBV_TRANSPORT_IB", 0),

    /** iWARP. */
    IWARP("IBV_TRANSPORT_IWARP", 1),

    /** usNIC. */
    USNIC("IBV_TRANSPORT_USNIC", 2),

    /** usNIC over UDP. */
    USNIC_UDP("IBV_TRANSPORT_USNIC_UDP", 3),

    /** Not specified by the driver. */
    UNSPECIFIED("IBV_TRANSPORT_UNSPECIFIED", 4);

    private final String cName;
    private final int value;

    TransportType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static TransportType of(int value) {
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
