// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Types of flow rules: {@code enum ibv_flow_attr_type}. */
public enum FlowAttrType implements VerbsEnum {
    /** The rule takes the packets that its specifications match. */
    NORMAL("IBV_FLOW_ATTR_NORMAL", 0),

    /** The rule takes the packets that no other rule takes. */
    ALL_DEFAULT("IBV_FLOW_ATTR_ALL_DEFAULT", 1),

    /** The rule takes the multicast packets that no other rule takes. */
    MC_DEFAULT("IBV_FLOW_ATTR_MC_DEFAULT", 2),

    /** The rule takes a copy of every packet of the port. */
    SNIFFER("IBV_FLOW_ATTR_SNIFFER", 3);

    private final String cName;
    private final int value;

    FlowAttrType(String cName, int value) {
        this.cName = cName;
        this.value = value;
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
