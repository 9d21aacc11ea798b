// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import java.nio.ByteBuffer;
import org.verbena.attr.RxHashField;

/**
 * An Ethernet frame with an IPv4 and a UDP header. No device on the path drops a frame without checksums.
 *
 * @param srcPort the sender's UDP port
 * @param dstPort the receiver's UDP port
 * @param length the length of the data, all zero
 */
public record Packet(int srcPort, int dstPort, int length) {
    private static final int ETHERNET = 14;
    private static final int IPV4 = 20;
    private static final int IPV6 = 40;
    private static final int UDP = 8;
    private static final int TCP = 20;
    private static final short ETHERTYPE_IPV4 = 0x0800;
    private static final short ETHERTYPE_IPV6 = (short) 0x86DD;
    private static final byte VERSION_AND_LENGTH = 0x45;
    private static final byte TTL = 64;
    private static final byte PROTOCOL_TCP = 6;
    private static final byte PROTOCOL_UDP = 17;
    private static final int IPV4_CHECKSUM_AT = 10;
    private static final int IPV4_ADDRESSES_AT = 12;
    private static final int UDP_CHECKSUM_AT = 6;
    private static final int SRC = 0x0A00_0001;
    private static final int DST = 0x0A00_0002;
    private static final byte[] MAC = {2, 0, 0, 0, 0, 1};
    private static final byte PROTOCOL_IPV4 = 4;
    private static final byte PROTOCOL_GRE = 47;
    private static final byte PROTOCOL_ESP = 50;
    private static final short VXLAN_PORT = 4789;
    private static final int TUNNEL_HEADER = 8;

    /** {@return the frame} */
    public byte[] bytes() {
        ByteBuffer frame = ByteBuffer.allocate(ETHERNET + IPV4 + UDP + length);
        frame.put(MAC).put(MAC).putShort(ETHERTYPE_IPV4);
        frame.put(VERSION_AND_LENGTH).put((byte) 0).putShort((short) (IPV4 + UDP + length));
        frame.putInt(0)
                .put(TTL)
                .put(PROTOCOL_UDP)
                .putShort((short) 0)
                .putInt(SRC)
                .putInt(DST);
        frame.putShort((short) srcPort).putShort((short) dstPort);
        frame.putShort((short) (UDP + length)).putShort((short) 0);
        return frame.array();
    }

    /** {@return the frame with the checksums of IPv4 and UDP} */
    public byte[] withChecksums() {
        ByteBuffer frame = ByteBuffer.wrap(bytes());
        frame.putShort(ETHERNET + IPV4_CHECKSUM_AT, checksum(frame, ETHERNET, ETHERNET + IPV4, 0));
        // the pseudo header of RFC 768: addresses, protocol and length
        short udp = checksum(frame, ETHERNET + IPV4_ADDRESSES_AT, frame.limit(), PROTOCOL_UDP + UDP + length);
        return frame.putShort(ETHERNET + IPV4 + UDP_CHECKSUM_AT, udp).array();
    }

    /** Computes the checksum of RFC 1071 over a range of even length, whose checksum field is 0. */
    private static short checksum(ByteBuffer frame, int from, int to, int start) {
        int sum = start;
        for (int at = from; at < to; at += Short.BYTES) {
            sum += Short.toUnsignedInt(frame.getShort(at));
        }
        while (sum > 0xFFFF) {
            sum = (sum & 0xFFFF) + (sum >>> Short.SIZE);
        }
        return (short) ~sum;
    }

    /**
     * Creates a frame whose protocols are those of a hash field: IPv4 or IPv6 with TCP or UDP.
     *
     * @param field the field that distinguishes flows
     * @param flow the number of the flow
     * @param member distinguishes frames of a flow by their hop limit and, if the field is an address, by their ports
     * @return its bytes
     */
    public static byte[] varied(RxHashField field, int flow, int member) {
        // the last two bytes of an address, or the port
        int at = switch (field) {
            case SRC_IPV4 -> ETHERNET + 14;
            case DST_IPV4 -> ETHERNET + 18;
            case SRC_IPV6 -> ETHERNET + 22;
            case DST_IPV6 -> ETHERNET + 38;
            case SRC_PORT_TCP, SRC_PORT_UDP -> ETHERNET + IPV4;
            case DST_PORT_TCP, DST_PORT_UDP -> ETHERNET + IPV4 + 2;
            case IPSEC_SPI, INNER -> throw new IllegalArgumentException(field + " names no address and no port");
        };
        boolean isIpv6 = field == RxHashField.SRC_IPV6 || field == RxHashField.DST_IPV6;
        boolean isTcp = field == RxHashField.SRC_PORT_TCP || field == RxHashField.DST_PORT_TCP;
        boolean isPort = at >= ETHERNET + IPV4 && !isIpv6;
        int transport = isTcp ? TCP : UDP;
        byte protocol = isTcp ? PROTOCOL_TCP : PROTOCOL_UDP;
        ByteBuffer frame = isIpv6
                ? ByteBuffer.allocate(ETHERNET + IPV6 + transport)
                        .put(MAC)
                        .put(MAC)
                        .putShort(ETHERTYPE_IPV6)
                        .putInt(0x6000_0000)
                        .putShort((short) transport)
                        .put(protocol)
                        .put((byte) (TTL + member))
                        .putLong(0xFD00L << 48)
                        .putLong(SRC)
                        .putLong(0xFD00L << 48)
                        .putLong(DST)
                : around(0, protocol, transport).put(ETHERNET + 8, (byte) (TTL + member));
        int free = isPort ? 0 : member;
        frame.putShort((short) (1000 + free)).putShort((short) (2000 + free));
        if (isTcp) {
            frame.putLong(0).put((byte) (TCP / Integer.BYTES << 4));
        } else {
            frame.putShort((short) transport);
        }
        return frame.putShort(at, (short) (frame.getShort(at) + 7 * flow)).array();
    }

    /** Returns a frame with an IPv4 header and space for a payload. */
    private static ByteBuffer around(int source, byte protocol, int length) {
        ByteBuffer frame = ByteBuffer.allocate(ETHERNET + IPV4 + length);
        frame.put(MAC).put(MAC).putShort(ETHERTYPE_IPV4);
        frame.put(VERSION_AND_LENGTH).put((byte) 0).putShort((short) (IPV4 + length));
        frame.putInt(0)
                .put(TTL)
                .put(protocol)
                .putShort((short) 0)
                .putInt(SRC + source)
                .putInt(DST);
        return frame;
    }

    /**
     * Creates a frame with an ESP header (RFC 4303).
     *
     * @param spi the security parameters index
     * @param sequence the sequence number
     * @return its bytes
     */
    public static byte[] esp(int spi, int sequence) {
        return around(0, PROTOCOL_ESP, 2 * TUNNEL_HEADER)
                .putInt(spi)
                .putInt(sequence)
                .array();
    }

    /**
     * Encapsulates the frame in VXLAN (RFC 7348).
     *
     * @param source distinguishes the sender of the tunnel
     * @return the bytes of the outer frame
     */
    public byte[] inVxlan(int source) {
        byte[] inner = bytes();
        int length = UDP + TUNNEL_HEADER + inner.length;
        return around(source, PROTOCOL_UDP, length)
                .putShort((short) (5000 + source))
                .putShort(VXLAN_PORT)
                .putShort((short) length)
                .putShort((short) 0)
                .putInt(0x0800_0000)
                .putInt(0x100)
                .put(inner)
                .array();
    }

    /**
     * Encapsulates the IP packet of the frame in GRE with a key (RFC 2890).
     *
     * @param source distinguishes the sender of the tunnel
     * @return the bytes of the outer frame
     */
    public byte[] inGre(int source) {
        byte[] inner = bytes();
        return around(source, PROTOCOL_GRE, TUNNEL_HEADER + inner.length - ETHERNET)
                .putShort((short) 0x2000)
                .putShort(ETHERTYPE_IPV4)
                .putInt(source)
                .put(inner, ETHERNET, inner.length - ETHERNET)
                .array();
    }

    /**
     * Encapsulates the IP packet of the frame in another IP packet (RFC 2003).
     *
     * @param source distinguishes the sender of the tunnel
     * @return the bytes of the outer frame
     */
    public byte[] inIpv4(int source) {
        byte[] inner = bytes();
        return around(source, PROTOCOL_IPV4, inner.length - ETHERNET)
                .put(inner, ETHERNET, inner.length - ETHERNET)
                .array();
    }
}
