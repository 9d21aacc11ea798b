package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;

/**
 * Where the headers of an Ethernet frame begin: network behind VLAN tags, transport behind IP.
 *
 * @param etherType what is behind the tags
 * @param networkAt where that begins
 * @param protocol the IP protocol, -1 if there is none
 * @param transportAt where its header begins
 */
record FrameHeaders(int etherType, int networkAt, int protocol, int transportAt) {
    static final int IPV4_LENGTH_AT = 2;
    static final int IPV6_LENGTH_AT = 4;
    static final int IPV6_HEADER = 40;
    static final int TCP_SEQUENCE_AT = 4;
    static final int TCP_FLAGS_AT = 13;

    private static final int ETHER_TYPE_AT = 12;
    private static final int TAG_LENGTH = 4;
    private static final int C_VLAN = 0x8100;
    private static final int S_VLAN = 0x88A8;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int IPV4_HEADER = 20;
    private static final int IPV4_PROTOCOL_AT = 9;
    private static final int IPV6_PROTOCOL_AT = 6;
    private static final int IHL_BITS = 0x0F;
    private static final int TCP = 6;
    private static final int UDP = 17;

    /** Finds the headers of a frame whose first bytes are given. */
    static FrameHeaders parse(byte[] bytes, int length) {
        ByteBuffer frame = ByteBuffer.wrap(bytes, 0, length);
        int at = ETHER_TYPE_AT;
        int type = shortAt(frame, at);
        while (type == C_VLAN || type == S_VLAN) {
            at += TAG_LENGTH;
            type = shortAt(frame, at);
        }
        int network = at + Short.BYTES;
        if (type == IPV4 && network + IPV4_HEADER <= length) {
            int words = bytes[network] & IHL_BITS;
            return new FrameHeaders(
                    type, network, bytes[network + IPV4_PROTOCOL_AT] & 0xFF, network + words * Integer.BYTES);
        }
        if (type == IPV6 && network + IPV6_HEADER <= length) {
            return new FrameHeaders(type, network, bytes[network + IPV6_PROTOCOL_AT] & 0xFF, network + IPV6_HEADER);
        }
        return new FrameHeaders(type, network, -1, network);
    }

    private static int shortAt(ByteBuffer frame, int at) {
        return at + Short.BYTES <= frame.limit() ? Short.toUnsignedInt(frame.getShort(at)) : 0;
    }

    boolean isIpv4() {
        return etherType == IPV4 && protocol >= 0;
    }

    boolean isIpv6() {
        return etherType == IPV6 && protocol >= 0;
    }

    boolean isTcp() {
        return protocol == TCP;
    }

    boolean isUdp() {
        return protocol == UDP;
    }
}
