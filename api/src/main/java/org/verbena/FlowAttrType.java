package org.verbena;

/** Kind of flow rule: {@code enum ibv_flow_attr_type}. */
public enum FlowAttrType implements VerbsEnum {
    /** Takes the packets that its specifications describe. */
    NORMAL("IBV_FLOW_ATTR_NORMAL", 0),

    /** Takes the packets that no rule takes. */
    ALL_DEFAULT("IBV_FLOW_ATTR_ALL_DEFAULT", 1),

    /** Takes the multicast packets that no rule takes. */
    MC_DEFAULT("IBV_FLOW_ATTR_MC_DEFAULT", 2),

    /** Takes a copy of every packet of the port. */
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
