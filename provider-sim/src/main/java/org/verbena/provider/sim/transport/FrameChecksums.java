// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.rocev2.InternetChecksum;

/**
 * The checksums of an Ethernet frame: those of the IPv4 header (RFC 791), and of TCP or UDP above IPv4 or IPv6 (RFC 9293,
 * RFC 768). Only the header checksum of a fragment counts, because the other one covers the whole packet.
 */
final class FrameChecksums {
    private static final int IPV4_HEADER = 20;
    private static final int IPV4_CHECKSUM_AT = 10;
    private static final int IPV4_FRAGMENT_AT = 6;
    private static final int FRAGMENT_BITS = 0x3FFF;
    private static final int IPV4_ADDRESSES_AT = 12;
    private static final int IPV6_ADDRESSES_AT = 8;
    private static final int TCP_HEADER = 20;
    private static final int TCP_CHECKSUM_AT = 16;
    private static final int UDP_HEADER = 8;
    private static final int UDP_CHECKSUM_AT = 6;
    private static final int ALL_BITS = 0xFFFF;

    private final ByteBuffer frame;
    private final FrameHeaders headers;

    private FrameChecksums(byte[] bytes) {
        this.frame = ByteBuffer.wrap(bytes);
        this.headers = FrameHeaders.parse(bytes, bytes.length);
    }

    /** Writes the checksums of a frame. A frame without IP stays as it is. */
    static void write(byte[] bytes) {
        new FrameChecksums(bytes).write();
    }

    /** Replaces a frame by a copy with checksums, because the application's memory must not change. */
    static void write(Segments frame) {
        byte[] bytes = bytes(frame);
        write(bytes);
        frame.clear();
        frame.add(ByteBuffer.wrap(bytes), 0, bytes.length);
    }

    /**
     * Returns whether a frame has TCP or UDP above IPv4 with the right checksums. The checksum of UDP is optional, and 0
     * means that there is none.
     */
    static boolean areRight(Segments frame) {
        return new FrameChecksums(bytes(frame)).areRight();
    }

    private static byte[] bytes(Segments frame) {
        byte[] bytes = new byte[Math.toIntExact(frame.length())];
        frame.read(0, bytes);
        return bytes;
    }

    private void write() {
        if (hasIpv4Header()) {
            int at = headers.networkAt() + IPV4_CHECKSUM_AT;
            frame.putShort(at, (short) 0).putShort(at, (short) ofHeader());
        }
        if (hasTransport()) {
            int at = headers.transportAt() + checksumAt();
            frame.putShort(at, (short) 0);
            int sum = ofTransport();
            frame.putShort(at, (short) (headers.isUdp() && sum == 0 ? ALL_BITS : sum));
        }
    }

    private boolean areRight() {
        if (!hasIpv4Header() || ofHeader() != 0 || !hasTransport()) {
            return false;
        }
        boolean none = headers.isUdp() && frame.getShort(headers.transportAt() + checksumAt()) == 0;
        return none || ofTransport() == 0;
    }

    private boolean hasIpv4Header() {
        return headers.isIpv4()
                && headers.transportAt() - headers.networkAt() >= IPV4_HEADER
                && headers.transportAt() <= frame.limit();
    }

    private boolean hasTransport() {
        boolean whole = headers.isIpv6()
                || (hasIpv4Header() && (frame.getShort(headers.networkAt() + IPV4_FRAGMENT_AT) & FRAGMENT_BITS) == 0);
        int header = headers.isTcp() ? TCP_HEADER : UDP_HEADER;
        return whole && (headers.isTcp() || headers.isUdp()) && headers.transportAt() + header <= end();
    }

    private int checksumAt() {
        return headers.isTcp() ? TCP_CHECKSUM_AT : UDP_CHECKSUM_AT;
    }

    /** Returns the end of the IP packet. Padding may follow. */
    private int end() {
        int at = headers.networkAt();
        int length = headers.isIpv4()
                ? Short.toUnsignedInt(frame.getShort(at + FrameHeaders.IPV4_LENGTH_AT))
                : FrameHeaders.IPV6_HEADER + Short.toUnsignedInt(frame.getShort(at + FrameHeaders.IPV6_LENGTH_AT));
        return Math.min(at + length, frame.limit());
    }

    /** Returns the checksum over the IPv4 header, which is 0 if its checksum field is right. */
    private int ofHeader() {
        return InternetChecksum.complement(sum(headers.networkAt(), headers.transportAt()));
    }

    /** Returns the checksum over the pseudo header and the transport, which is 0 if its checksum field is right. */
    private int ofTransport() {
        int addresses = headers.networkAt() + (headers.isIpv4() ? IPV4_ADDRESSES_AT : IPV6_ADDRESSES_AT);
        int addressesEnd = headers.networkAt() + (headers.isIpv4() ? IPV4_HEADER : FrameHeaders.IPV6_HEADER);
        int start = headers.transportAt();
        long pseudoHeader = sum(addresses, addressesEnd) + headers.protocol() + (end() - start);
        return InternetChecksum.complement(pseudoHeader + sum(start, end()));
    }

    private long sum(int from, int to) {
        return InternetChecksum.sum(frame, from, to - from);
    }
}
