// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;

/**
 * The IP and UDP headers of a datagram in a buffer. Captures contain them; sockets hide them.
 *
 * <p>An instance reads a datagram after {@link #wrap} and writes one after {@link #begin}. It may be used any number of
 * times, by one thread at a time. Numbers are in network byte order.
 */
public final class UdpDatagram {
    /** The length of an IPv4 header without options in bytes. */
    public static final int IPV4_LENGTH = 20;

    /** The length of an IPv6 header without extension headers in bytes. */
    public static final int IPV6_LENGTH = 40;

    /** The length of a UDP header in bytes. */
    public static final int UDP_LENGTH = 8;

    private static final int UDP = 17;
    private static final int IPV4_VERSION = 4;
    private static final int IPV6_VERSION = 6;
    private static final int VERSION_AND_LENGTH = 0x45;
    private static final int FRAGMENT_MASK = 0x3FFF;
    private static final int CLASS_SHIFT = 20;
    private static final int CLASS_MASK = 0xFF;
    private static final int LABEL_MASK = 0xF_FFFF;

    private static final int IDENTIFICATION_AT = 4;
    private static final int FLAGS_AT = 6;
    private static final int TTL_AT = 8;
    private static final int PROTOCOL_AT = 9;
    private static final int CHECKSUM_AT = 10;
    private static final int IPV4_ADDRESSES_AT = 12;
    private static final int NEXT_HEADER_AT = 6;
    private static final int HOP_LIMIT_AT = 7;
    private static final int IPV6_ADDRESSES_AT = 8;
    private static final int UDP_CHECKSUM_AT = 6;

    /** The reason why bytes are not a UDP datagram. */
    public enum Defect {
        /** The bytes are a UDP datagram. */
        NONE("no defect"),
        /** There is neither an IPv4 header without options nor an IPv6 header, followed by a UDP header. */
        NOT_UDP("not a UDP datagram"),
        /** The datagram is a part of a larger one. */
        FRAGMENT("an IP fragment"),
        /** The lengths in the headers exceed the number of bytes. The headers are complete and may be read. */
        TRUNCATED("shorter than its headers say");

        private final String text;

        Defect(String text) {
            this.text = text;
        }

        /** Returns a human-readable description. */
        @Override
        public String toString() {
            return text;
        }
    }

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int offset;
    private boolean ipv4;

    /** Creates an instance that refers to no datagram. */
    public UdpDatagram() {}

    /**
     * Refers to a captured datagram, and checks its lengths. The other methods may be called if there is no defect.
     * Those for header fields may also be called after {@link Defect#TRUNCATED}.
     *
     * @param source the buffer, in big-endian order; its position is ignored
     * @param from the index of the first byte of the IP header
     * @param bytes the number of bytes, at least those of the datagram
     * @return {@link Defect#NONE}, or the first defect
     */
    public Defect wrap(ByteBuffer source, int from, int bytes) {
        buffer = source;
        offset = from;
        int version = bytes == 0 ? 0 : Byte.toUnsignedInt(source.get(from)) >> 4;
        ipv4 = version == IPV4_VERSION;
        if (version != IPV4_VERSION && version != IPV6_VERSION) {
            return Defect.NOT_UDP;
        }
        if (bytes < headerLength() + UDP_LENGTH) {
            return Defect.NOT_UDP;
        }
        boolean plain = ipv4
                ? Byte.toUnsignedInt(source.get(from)) == VERSION_AND_LENGTH && source.get(from + PROTOCOL_AT) == UDP
                : source.get(from + NEXT_HEADER_AT) == UDP;
        if (!plain) {
            return Defect.NOT_UDP;
        }
        if (ipv4 && (flags() & FRAGMENT_MASK) != 0) {
            return Defect.FRAGMENT;
        }
        int udpLength = UDP_LENGTH + payloadLength();
        int ipPayload = ipv4 ? uint16(2) - IPV4_LENGTH : uint16(4);
        return udpLength < UDP_LENGTH || udpLength > ipPayload || headerLength() + udpLength > bytes
                ? Defect.TRUNCATED
                : Defect.NONE;
    }

    /** {@return whether the IP header is of version 4; false for version 6} */
    public boolean isIpv4() {
        return ipv4;
    }

    private int headerLength() {
        return ipv4 ? IPV4_LENGTH : IPV6_LENGTH;
    }

    private int udpAt() {
        return offset + headerLength();
    }

    private int uint16(int at) {
        return Short.toUnsignedInt(buffer.getShort(offset + at));
    }

    /**
     * Returns the length of an address.
     *
     * @return 4 or 16
     */
    public int addressLength() {
        return ipv4 ? 4 : 16;
    }

    /**
     * Returns the position of the source address.
     *
     * @return the index in the buffer; the destination address follows the source address
     */
    public int addressesOffset() {
        return offset + (ipv4 ? IPV4_ADDRESSES_AT : IPV6_ADDRESSES_AT);
    }

    /** {@return the type of service of IPv4, or the traffic class of IPv6; 0..255} */
    public int trafficClass() {
        return ipv4 ? Byte.toUnsignedInt(buffer.get(offset + 1)) : buffer.getInt(offset) >> CLASS_SHIFT & CLASS_MASK;
    }

    /** {@return the flow label of IPv6, 20 bits, 0 for IPv4} */
    public int flowLabel() {
        return ipv4 ? 0 : buffer.getInt(offset) & LABEL_MASK;
    }

    /** {@return the identification of IPv4, 0..65535, 0 for IPv6} */
    public int identification() {
        return ipv4 ? uint16(IDENTIFICATION_AT) : 0;
    }

    /**
     * Returns the flags and the fragment offset of IPv4.
     *
     * @return the 16 bits, 0 for IPv6
     */
    public int flags() {
        return ipv4 ? uint16(FLAGS_AT) : 0;
    }

    /** {@return the time to live of IPv4, or the hop limit of IPv6; 0..255} */
    public int hopLimit() {
        return Byte.toUnsignedInt(buffer.get(offset + (ipv4 ? TTL_AT : HOP_LIMIT_AT)));
    }

    /** {@return the source port, 0..65535} */
    public int sourcePort() {
        return uint16(headerLength());
    }

    /** {@return the destination port, 0..65535} */
    public int destinationPort() {
        return uint16(headerLength() + 2);
    }

    /** {@return the checksum of the UDP header, 0..65535; 0 if there is none} */
    public int udpChecksum() {
        return uint16(headerLength() + UDP_CHECKSUM_AT);
    }

    /**
     * Returns the position of the payload.
     *
     * @return the index in the buffer
     */
    public int payloadOffset() {
        return udpAt() + UDP_LENGTH;
    }

    /**
     * Returns the length of the payload.
     *
     * @return the number of bytes
     */
    public int payloadLength() {
        return uint16(headerLength() + 4) - UDP_LENGTH;
    }

    /**
     * Tells the addresses, the ports and the identification to a computation of the checksum.
     *
     * @param icrc the computation
     */
    public void describe(Icrc icrc) {
        int at = addressesOffset();
        if (ipv4) {
            icrc.ipv4(buffer.getInt(at), buffer.getInt(at + 4)).identification(identification(), flags());
        } else {
            icrc.ipv6(buffer, at, buffer, at + 16);
        }
        icrc.ports(sourcePort(), destinationPort());
    }

    // ---------------------------------------------------------------- writing

    /**
     * Begins a datagram. It writes the constant fields, and zeroes to all others. The caller sets the fields, puts the
     * payload at {@link #payloadOffset}, and calls {@link #end}.
     *
     * @param target the buffer, in big-endian order; its position is ignored
     * @param from the index of the first byte of the IP header
     * @param version4 true for IPv4, false for IPv6
     * @return this datagram
     */
    public UdpDatagram begin(ByteBuffer target, int from, boolean version4) {
        buffer = target;
        offset = from;
        ipv4 = version4;
        for (int at = from; at < payloadOffset(); at += Integer.BYTES) {
            target.putInt(at, 0);
        }
        if (version4) {
            target.put(from, (byte) VERSION_AND_LENGTH).put(from + PROTOCOL_AT, (byte) UDP);
        } else {
            target.put(from, (byte) (IPV6_VERSION << 4)).put(from + NEXT_HEADER_AT, (byte) UDP);
        }
        return this;
    }

    /**
     * Sets both addresses.
     *
     * @param source a buffer with the source address
     * @param sourceAt the index of its first byte
     * @param destination a buffer with the destination address
     * @param destinationAt the index of its first byte
     * @return this datagram
     */
    public UdpDatagram addresses(ByteBuffer source, int sourceAt, ByteBuffer destination, int destinationAt) {
        buffer.put(addressesOffset(), source, sourceAt, addressLength());
        buffer.put(addressesOffset() + addressLength(), destination, destinationAt, addressLength());
        return this;
    }

    /**
     * Sets the identification and the flags of IPv4. IPv6 has neither.
     *
     * @param identification the identification, 16 bits
     * @param flags the flags and the fragment offset, 16 bits
     * @return this datagram
     */
    public UdpDatagram identification(int identification, int flags) {
        if (ipv4) {
            buffer.putShort(offset + IDENTIFICATION_AT, (short) identification);
            buffer.putShort(offset + FLAGS_AT, (short) flags);
        }
        return this;
    }

    /**
     * Sets the fields that routers use.
     *
     * @param trafficClass the type of service or the traffic class, 0..255
     * @param flowLabel the flow label, 20 bits, ignored for IPv4
     * @param hopLimit the time to live or the hop limit, 0..255
     * @return this datagram
     */
    public UdpDatagram routing(int trafficClass, int flowLabel, int hopLimit) {
        if (ipv4) {
            buffer.put(offset + 1, (byte) trafficClass).put(offset + TTL_AT, (byte) hopLimit);
        } else {
            buffer.putInt(offset, (IPV6_VERSION << 28) | (trafficClass << CLASS_SHIFT) | (flowLabel & LABEL_MASK));
            buffer.put(offset + HOP_LIMIT_AT, (byte) hopLimit);
        }
        return this;
    }

    /**
     * Sets the ports and the checksum of the UDP header.
     *
     * @param source the source port, 16 bits
     * @param destination the destination port, 16 bits
     * @param checksum the checksum, 0 for none
     * @return this datagram
     */
    public UdpDatagram udp(int source, int destination, int checksum) {
        buffer.putShort(udpAt(), (short) source).putShort(udpAt() + 2, (short) destination);
        buffer.putShort(udpAt() + UDP_CHECKSUM_AT, (short) checksum);
        return this;
    }

    /**
     * Ends a datagram: writes the lengths, and the header checksum of IPv4.
     *
     * @param payloadLength the length of the payload in bytes
     * @return the length of the datagram with all headers
     */
    public int end(int payloadLength) {
        int udpLength = UDP_LENGTH + payloadLength;
        buffer.putShort(udpAt() + 4, (short) udpLength);
        if (ipv4) {
            buffer.putShort(offset + 2, (short) (IPV4_LENGTH + udpLength));
            buffer.putShort(offset + CHECKSUM_AT, (short) 0);
            int checksum = InternetChecksum.complement(InternetChecksum.sum(buffer, offset, IPV4_LENGTH));
            buffer.putShort(offset + CHECKSUM_AT, (short) checksum);
        } else {
            buffer.putShort(offset + 4, (short) udpLength);
        }
        return headerLength() + udpLength;
    }

    /**
     * Writes the checksum of the UDP header. The datagram must be complete. RoCEv2 needs no checksum over IPv4, and rxe
     * writes none over IPv6, but other receivers reject an IPv6 datagram without one (RFC 8200, section 8.1).
     */
    public void writeUdpChecksum() {
        int udpLength = UDP_LENGTH + payloadLength();
        int checksumAt = udpAt() + UDP_CHECKSUM_AT;
        buffer.putShort(checksumAt, (short) 0);
        long pseudoHeader = InternetChecksum.sum(buffer, addressesOffset(), 2 * addressLength()) + UDP + udpLength;
        int checksum = InternetChecksum.complement(pseudoHeader + InternetChecksum.sum(buffer, udpAt(), udpLength));
        buffer.putShort(checksumAt, (short) (checksum == 0 ? -1 : checksum));
    }
}
