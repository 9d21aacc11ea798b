// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The types of RDMA nodes: {@code enum ibv_node_type}. */
public enum NodeType implements VerbsEnum {
    /** Unknown; also represents every number without a constant. */
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

    /** Not specified by the driver. */
    UNSPECIFIED("IBV_NODE_UNSPECIFIED", 7);

    private final String cName;
    private final int value;

    NodeType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
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
