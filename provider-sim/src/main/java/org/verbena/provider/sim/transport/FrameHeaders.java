// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The offsets of the headers of an Ethernet frame. The network header follows the VLAN tags, and the transport header
 * follows the IP header.
 *
 * @param etherType the EtherType after the tags
 * @param networkAt the offset of the network header
 * @param protocol the IP protocol, -1 if there is none
 * @param transportAt the offset of the transport header
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
    private static final int ESP = 50;
    private static final int IPV4_IN_IP = 4;
    private static final int IPV6_IN_IP = 41;
    private static final int UDP_HEADER = 8;
    private static final int VXLAN_PORT = 4789;
    private static final int VXLAN_HEADER = 8;
    private static final int GRE = 47;
    private static final int GRE_HEADER = 4;
    private static final int GRE_OPTIONS = 0xB000;
    private static final int TRANSPARENT_ETHERNET = 0x6558;

    /** Finds the headers of a frame in its first bytes. */
    static FrameHeaders parse(byte[] bytes, int length) {
        return ethernet(ByteBuffer.wrap(bytes, 0, length), 0);
    }

    private static FrameHeaders ethernet(ByteBuffer frame, int from) {
        int at = from + ETHER_TYPE_AT;
        int type = shortAt(frame, at);
        while (type == C_VLAN || type == S_VLAN) {
            at += TAG_LENGTH;
            type = shortAt(frame, at);
        }
        return network(frame, type, at + Short.BYTES);
    }

    private static FrameHeaders network(ByteBuffer frame, int type, int at) {
        if (type == IPV4 && at + IPV4_HEADER <= frame.limit()) {
            int words = frame.get(at) & IHL_BITS;
            return new FrameHeaders(type, at, frame.get(at + IPV4_PROTOCOL_AT) & 0xFF, at + words * Integer.BYTES);
        }
        if (type == IPV6 && at + IPV6_HEADER <= frame.limit()) {
            return new FrameHeaders(type, at, frame.get(at + IPV6_PROTOCOL_AT) & 0xFF, at + IPV6_HEADER);
        }
        return new FrameHeaders(type, at, -1, at);
    }

    /** Finds the headers of the packet inside a tunnel: IP in IP, GRE or VXLAN. Returns null if there is no tunnel. */
    @Nullable
    FrameHeaders inner(byte[] bytes, int length) {
        ByteBuffer frame = ByteBuffer.wrap(bytes, 0, length);
        return switch (protocol) {
            case IPV4_IN_IP -> network(frame, IPV4, transportAt);
            case IPV6_IN_IP -> network(frame, IPV6, transportAt);
            case GRE -> insideGre(frame);
            case UDP ->
                shortAt(frame, transportAt + Short.BYTES) == VXLAN_PORT
                        ? ethernet(frame, transportAt + UDP_HEADER + VXLAN_HEADER)
                        : null;
            default -> null;
        };
    }

    /** Finds the headers inside GRE (RFC 2784 and RFC 2890). Each of three flags announces four more bytes. */
    private FrameHeaders insideGre(ByteBuffer frame) {
        int options = Integer.bitCount(shortAt(frame, transportAt) & GRE_OPTIONS);
        int at = transportAt + GRE_HEADER + options * Integer.BYTES;
        int type = shortAt(frame, transportAt + Short.BYTES);
        return type == TRANSPARENT_ETHERNET ? ethernet(frame, at) : network(frame, type, at);
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

    /** Returns whether the frame is an encapsulating security payload of IPsec, directly above IP. */
    boolean isEsp() {
        return protocol == ESP;
    }
}
