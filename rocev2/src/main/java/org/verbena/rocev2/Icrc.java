// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import static org.verbena.rocev2.PacketDecoder.ICRC_LENGTH;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Computes the invariant checksum (ICRC) of packets: the CRC-32 of Ethernet over eight bytes 0xFF, the IP header, the
 * UDP header and the packet. Each field that may change on the way counts as 0xFF (IBA annex A17; kernel: {@code
 * rxe_icrc.c}).
 *
 * <p>The caller supplies the addresses and ports, because a socket hides the headers. An instance allocates nothing for
 * a packet, and belongs to one thread at a time.
 */
public final class Icrc {
    /** The flags of an IPv4 header with "do not fragment", as all RoCEv2 senders set them. */
    public static final int DONT_FRAGMENT = 0x4000;

    private static final int LRH_LENGTH = 8;
    private static final int IPV4_LENGTH = 20;
    private static final int IPV6_LENGTH = 40;
    private static final int UDP_LENGTH = 8;

    // Headers with 0xFF in the place of the fields that do not count, and zeroes in the place of variables.
    private static final long IPV4_VERSION_TO_LENGTH = 0x45FF_0000L;
    private static final int IPV4_TTL_TO_CHECKSUM = 0xFF11_FFFF;
    private static final int IPV6_VERSION_TO_LABEL = 0x6FFF_FFFF;
    private static final int IPV6_LENGTH_TO_HOP_LIMIT = 0x0000_11FF;
    private static final int UDP_LENGTH_AND_CHECKSUM = 0x0000_FFFF;
    private static final byte MASKED = (byte) 0xFF;
    private static final int CONGESTION_AT = 4;

    private final CRC32 crc = new CRC32();
    private final ByteBuffer headers =
            ByteBuffer.allocate(LRH_LENGTH + IPV6_LENGTH + UDP_LENGTH + RoceOpcode.BTH_LENGTH);
    private final IdentificationFinder finder = new IdentificationFinder();
    private boolean ipv4;
    private int udpAt;

    /** Creates an instance. Its addresses and ports must be set before use. */
    public Icrc() {
        headers.putLong(0, -1);
    }

    /**
     * Sets the addresses of an IPv4 header. The identification becomes 0, the flags {@link #DONT_FRAGMENT}.
     *
     * @param source the source address as a big-endian number
     * @param destination the destination address as a big-endian number
     * @return this instance
     */
    public Icrc ipv4(int source, int destination) {
        ipv4 = true;
        udpAt = LRH_LENGTH + IPV4_LENGTH;
        headers.putInt(LRH_LENGTH, (int) IPV4_VERSION_TO_LENGTH).putInt(LRH_LENGTH + 4, DONT_FRAGMENT);
        headers.putInt(LRH_LENGTH + 8, IPV4_TTL_TO_CHECKSUM);
        headers.putInt(LRH_LENGTH + 12, source).putInt(LRH_LENGTH + 16, destination);
        return this;
    }

    /**
     * Sets the identification and the flags of an IPv4 header.
     *
     * @param identification the identification, 16 bits
     * @param flags the flags and the fragment offset, 16 bits
     * @return this instance
     */
    public Icrc identification(int identification, int flags) {
        headers.putShort(LRH_LENGTH + 4, (short) identification).putShort(LRH_LENGTH + 6, (short) flags);
        return this;
    }

    /**
     * Sets the addresses of an IPv6 header.
     *
     * @param source a buffer with the source address
     * @param sourceAt the index of its first byte
     * @param destination a buffer with the destination address
     * @param destinationAt the index of its first byte
     * @return this instance
     */
    public Icrc ipv6(ByteBuffer source, int sourceAt, ByteBuffer destination, int destinationAt) {
        ipv4 = false;
        udpAt = LRH_LENGTH + IPV6_LENGTH;
        headers.putInt(LRH_LENGTH, IPV6_VERSION_TO_LABEL).putInt(LRH_LENGTH + 4, IPV6_LENGTH_TO_HOP_LIMIT);
        headers.put(LRH_LENGTH + 8, source, sourceAt, 16).put(LRH_LENGTH + 24, destination, destinationAt, 16);
        return this;
    }

    /**
     * Sets the ports of the UDP header.
     *
     * @param source the source port, 16 bits
     * @param destination the destination port, 16 bits
     * @return this instance
     */
    public Icrc ports(int source, int destination) {
        headers.putShort(udpAt, (short) source).putShort(udpAt + 2, (short) destination);
        return this;
    }

    /**
     * Computes the checksum of a packet.
     *
     * @param packet the buffer with the packet; its position is ignored and not changed
     * @param offset the index of the first byte of the base transport header
     * @param length the length of the packet including the checksum, in bytes, at least 16
     * @return the checksum
     */
    public int compute(ByteBuffer packet, int offset, int length) {
        int udpLength = UDP_LENGTH + length;
        if (ipv4) {
            headers.putShort(LRH_LENGTH + 2, (short) (IPV4_LENGTH + udpLength));
        } else {
            headers.putShort(LRH_LENGTH + 4, (short) udpLength);
        }
        headers.putInt(udpAt + 4, udpLength << Short.SIZE | UDP_LENGTH_AND_CHECKSUM);
        int bthAt = udpAt + UDP_LENGTH;
        headers.put(bthAt, packet, offset, RoceOpcode.BTH_LENGTH).put(bthAt + CONGESTION_AT, MASKED);
        crc.reset();
        crc.update(headers.array(), 0, bthAt + RoceOpcode.BTH_LENGTH);
        int position = packet.position();
        int limit = packet.limit();
        packet.limit(offset + length - ICRC_LENGTH).position(offset + RoceOpcode.BTH_LENGTH);
        crc.update(packet);
        packet.limit(limit).position(position);
        return (int) crc.getValue();
    }

    /**
     * Returns the identification of the IPv4 header that a packet arrived with. A socket does not show it, but the
     * checksum covers it, and each identification gives another checksum. A match therefore leaves 16 of the 32 bits
     * for the detection of errors.
     *
     * @param packet the buffer with the packet; its position is ignored and not changed
     * @param offset the index of the first byte of the base transport header
     * @param length the length of the packet including the checksum, in bytes, at least 16
     * @param icrc the checksum in the packet
     * @return the identification, 0..65535, or -1 if the checksum is wrong with each of them
     */
    public int findIdentification(ByteBuffer packet, int offset, int length, int icrc) {
        headers.putShort(LRH_LENGTH + 4, (short) 0);
        int difference = compute(packet, offset, length) ^ icrc;
        return difference == 0 ? 0 : finder.find(difference, UDP_LENGTH + length - ICRC_LENGTH);
    }
}
