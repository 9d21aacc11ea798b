package org.verbena;

/** Kind of specification in a flow rule: {@code enum ibv_flow_spec_type}. */
public enum FlowSpecType implements VerbsEnum {
    /** Ethernet header. */
    ETH("IBV_FLOW_SPEC_ETH", 32),

    /** Addresses of IPv4. */
    IPV4("IBV_FLOW_SPEC_IPV4", 48),

    /** Header of IPv6. */
    IPV6("IBV_FLOW_SPEC_IPV6", 49),

    /** Header of IPv4. */
    IPV4_EXT("IBV_FLOW_SPEC_IPV4_EXT", 50),

    /** IPsec. */
    ESP("IBV_FLOW_SPEC_ESP", 52),

    /** Ports of TCP. */
    TCP("IBV_FLOW_SPEC_TCP", 64),

    /** Ports of UDP. */
    UDP("IBV_FLOW_SPEC_UDP", 65),

    /** VXLAN network identifier. */
    VXLAN_TUNNEL("IBV_FLOW_SPEC_VXLAN_TUNNEL", 80),

    /** Header of GRE. */
    GRE("IBV_FLOW_SPEC_GRE", 81),

    /** MPLS label. */
    MPLS("IBV_FLOW_SPEC_MPLS", 96),

    /** Gives the packet a tag, which its completion tells. */
    ACTION_TAG("IBV_FLOW_SPEC_ACTION_TAG", 4096),

    /** Drops the packet. */
    ACTION_DROP("IBV_FLOW_SPEC_ACTION_DROP", 4097);

    private final String cName;
    private final int value;

    FlowSpecType(String cName, int value) {
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
