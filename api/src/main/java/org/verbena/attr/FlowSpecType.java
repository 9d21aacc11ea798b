// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Types of specifications in a flow rule: {@code enum ibv_flow_spec_type}. */
public enum FlowSpecType implements VerbsEnum {
    /** Ethernet header. */
    ETH("IBV_FLOW_SPEC_ETH", 32, 16, true),

    /** IPv4 addresses. */
    IPV4("IBV_FLOW_SPEC_IPV4", 48, 8, true),

    /** IPv6 header. */
    IPV6("IBV_FLOW_SPEC_IPV6", 49, 40, true),

    /** IPv4 header. */
    IPV4_EXT("IBV_FLOW_SPEC_IPV4_EXT", 50, 12, true),

    /** IPsec header (ESP). */
    ESP("IBV_FLOW_SPEC_ESP", 52, 8, true),

    /** TCP ports. */
    TCP("IBV_FLOW_SPEC_TCP", 64, 4, true),

    /** UDP ports. */
    UDP("IBV_FLOW_SPEC_UDP", 65, 4, true),

    /** VXLAN network identifier. */
    VXLAN_TUNNEL("IBV_FLOW_SPEC_VXLAN_TUNNEL", 80, 4, true),

    /** GRE header. */
    GRE("IBV_FLOW_SPEC_GRE", 81, 8, true),

    /** MPLS label. */
    MPLS("IBV_FLOW_SPEC_MPLS", 96, 4, true),

    /** Action that gives the packet a tag, which its completion reports. */
    ACTION_TAG("IBV_FLOW_SPEC_ACTION_TAG", 4096, 4, false),

    /** Action that drops the packet. */
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

    /**
     * Returns the size in bytes of {@code val} in the struct of this type. C reads this many bytes, regardless of the
     * size in the header of the struct.
     */
    int valueLength() {
        return valueLength;
    }

    /** Returns the size in bytes of {@code mask}: the size of {@code val}, or 0 for an action. */
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
