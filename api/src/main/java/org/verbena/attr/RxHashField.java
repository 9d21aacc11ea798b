// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The packet fields that the receive hash covers: {@code enum ibv_rx_hash_fields}. */
public enum RxHashField implements VerbsFlag {
    /** IPv4 source address. */
    SRC_IPV4("IBV_RX_HASH_SRC_IPV4", 0),

    /** IPv4 destination address. */
    DST_IPV4("IBV_RX_HASH_DST_IPV4", 1),

    /** IPv6 source address. */
    SRC_IPV6("IBV_RX_HASH_SRC_IPV6", 2),

    /** IPv6 destination address. */
    DST_IPV6("IBV_RX_HASH_DST_IPV6", 3),

    /** TCP source port. */
    SRC_PORT_TCP("IBV_RX_HASH_SRC_PORT_TCP", 4),

    /** TCP destination port. */
    DST_PORT_TCP("IBV_RX_HASH_DST_PORT_TCP", 5),

    /** UDP source port. */
    SRC_PORT_UDP("IBV_RX_HASH_SRC_PORT_UDP", 6),

    /** UDP destination port. */
    DST_PORT_UDP("IBV_RX_HASH_DST_PORT_UDP", 7),

    /** Security parameters index of an ESP header that follows the IP header. */
    IPSEC_SPI("IBV_RX_HASH_IPSEC_SPI", 8),

    /** The other fields apply to the packet inside a tunnel, such as VXLAN or GRE, instead of the outer packet. */
    INNER("IBV_RX_HASH_INNER", 31);

    private final String cName;
    private final int bit;

    RxHashField(String cName, int bit) {
        this.cName = cName;
        this.bit = bit;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public long mask() {
        return 1L << bit;
    }
}
