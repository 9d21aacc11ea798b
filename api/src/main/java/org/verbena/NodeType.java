package org.verbena;

/** Kind of RDMA node: {@code enum ibv_node_type}. */
public enum NodeType implements VerbsEnum {
    /** Not known; also stands for every number that is not listed here. */
    UNKNOWN("IBV_NODE_UNKNOWN", -1),

    /** Channel adapter. */
    CA("IBV_NODE_CA", 1),

    /** Switch. */
    SWITCH("IBV_NODE_SWITCH", 2),

    /** Router. */
    ROUTER("IBV_NODE_ROUTER", 3),

    /** iWARP adapter. */
    RNIC("IBV_NODE_RNIC", 4),

    /** usNIC adapter. */
    USNIC("IBV_NODE_USNIC", 5),

    /** usNIC adapter over UDP. */
    USNIC_UDP("IBV_NODE_USNIC_UDP", 6),

    /** The driver does not say. */
    UNSPECIFIED("IBV_NODE_UNSPECIFIED", 7);

    private final String cName;
    private final int value;

    NodeType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
     */
    public static NodeType of(int value) {
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
