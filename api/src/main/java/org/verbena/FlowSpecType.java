package org.verbena;

/** Kind of specification in a flow rule: {@code enum ibv_flow_spec_type}. */
public enum FlowSpecType implements VerbsEnum {
    /** Ethernet header. */
    ETH("IBV_FLOW_SPEC_ETH", 32, 16, true),

    /** Addresses of IPv4. */
    IPV4("IBV_FLOW_SPEC_IPV4", 48, 8, true),

    /** Header of IPv6. */
    IPV6("IBV_FLOW_SPEC_IPV6", 49, 40, true),

    /** Header of IPv4. */
    IPV4_EXT("IBV_FLOW_SPEC_IPV4_EXT", 50, 12, true),

    /** IPsec. */
    ESP("IBV_FLOW_SPEC_ESP", 52, 8, true),

    /** Ports of TCP. */
    TCP("IBV_FLOW_SPEC_TCP", 64, 4, true),

    /** Ports of UDP. */
    UDP("IBV_FLOW_SPEC_UDP", 65, 4, true),

    /** VXLAN network identifier. */
    VXLAN_TUNNEL("IBV_FLOW_SPEC_VXLAN_TUNNEL", 80, 4, true),

    /** Header of GRE. */
    GRE("IBV_FLOW_SPEC_GRE", 81, 8, true),

    /** MPLS label. */
    MPLS("IBV_FLOW_SPEC_MPLS", 96, 4, true),

    /** Gives the packet a tag, which its completion tells. */
    ACTION_TAG("IBV_FLOW_SPEC_ACTION_TAG", 4096, 4, false),

    /** Drops the packet. */
    ACTION_DROP("IBV_FLOW_SPEC_ACTION_DROP", 4097, 0, false);

    private final String cName;
    private final int value;
    private final int valueLength;
    private final boolean masked;

    FlowSpecType(String cName, int value, int valueLength, boolean masked) {
        this.cName = cName;
        this.value = value;
        this.valueLength = valueLength;
        this.masked = masked;
    }

    /** Returns the size of {@code val} in the type's struct in bytes: C reads so many, whatever the struct's header says. */
    int valueLength() {
        return valueLength;
    }

    /** Returns the size of {@code mask} in bytes: that of {@code val}, or 0 for an action. */
    int maskLength() {
        return masked ? valueLength : 0;
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
