package org.verbena;

/** Transport of a device: {@code enum ibv_transport_type}. */
public enum TransportType implements VerbsEnum {
    /** Not known; also stands for every number that is not listed here. */
    UNKNOWN("IBV_TRANSPORT_UNKNOWN", -1),

    /** InfiniBand transport: InfiniBand and RoCE. */
    IB("IBV_TRANSPORT_IB", 0),

    /** iWARP. */
    IWARP("IBV_TRANSPORT_IWARP", 1),

    /** usNIC. */
    USNIC("IBV_TRANSPORT_USNIC", 2),

    /** usNIC over UDP. */
    USNIC_UDP("IBV_TRANSPORT_USNIC_UDP", 3),

    /** The driver does not say. */
    UNSPECIFIED("IBV_TRANSPORT_UNSPECIFIED", 4);

    private final String cName;
    private final int value;

    TransportType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
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
