// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.packets;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.PacketEncoder;
import org.verbena.rocev2.UdpDatagram;
import org.verbena.rocev2.pcap.PcapReader;

/** Decodes the RoCEv2 packets of a capture, checks their checksums, and encodes them again. */
final class PacketCheck {
    private final UdpDatagram datagram = new UdpDatagram();
    private final PacketDecoder packet = new PacketDecoder();
    private final UdpDatagram otherDatagram = new UdpDatagram();
    private final PacketEncoder encoder = new PacketEncoder();
    private final Icrc icrc = new Icrc();
    private final ByteBuffer encoded = ByteBuffer.allocate(PcapReader.MAX_FRAME_LENGTH);
    private ByteBuffer frame = encoded;
    private int ipOffset;
    private boolean decoded;
    private @Nullable String failure;

    /**
     * Examines a frame.
     *
     * @return whether it is a datagram to the port of RoCEv2
     */
    boolean examine(PcapReader capture) {
        frame = capture.frame();
        ipOffset = capture.linkType().ipOffset(frame);
        if (ipOffset < 0) {
            return false;
        }
        UdpDatagram.Defect defect = datagram.wrap(frame, ipOffset, frame.limit() - ipOffset);
        boolean complete = defect == UdpDatagram.Defect.NONE;
        if ((!complete && defect != UdpDatagram.Defect.TRUNCATED)
                || datagram.destinationPort() != PacketDecoder.UDP_PORT) {
            return false;
        }
        decoded = false;
        if (complete) {
            decode();
        } else {
            failure = frame.limit() < capture.originalLength()
                    ? "captured " + frame.limit() + " of " + capture.originalLength() + " bytes"
                    : defect.toString();
        }
        return true;
    }

    private void decode() {
        PacketDecoder.Defect defect = packet.wrap(frame, datagram.payloadOffset(), datagram.payloadLength());
        decoded = defect == PacketDecoder.Defect.NONE;
        failure = decoded ? difference() : defect.toString();
    }

    /** Returns the difference between the packet and what it should be, null if there is none. */
    private @Nullable String difference() {
        datagram.describe(icrc);
        int computed = icrc.compute(frame, datagram.payloadOffset(), datagram.payloadLength());
        if (computed != packet.icrc()) {
            return String.format("ICRC 0x%08x, computed 0x%08x", packet.icrc(), computed);
        }
        int length = encode();
        int at = Arrays.mismatch(encoded.array(), 0, length, frame.array(), frame.arrayOffset() + ipOffset, ipEnd());
        return at < 0 ? null : "encoding the values again gives another byte at offset " + at + " of the IP header";
    }

    private int ipEnd() {
        return frame.arrayOffset() + datagram.payloadOffset() + datagram.payloadLength();
    }

    private int encode() {
        int addresses = datagram.addressesOffset();
        otherDatagram
                .begin(encoded, 0, datagram.isIpv4())
                .routing(datagram.trafficClass(), datagram.flowLabel(), datagram.hopLimit())
                .identification(datagram.identification(), datagram.flags())
                .addresses(frame, addresses, frame, addresses + datagram.addressLength())
                .udp(datagram.sourcePort(), datagram.destinationPort(), datagram.udpChecksum());
        return otherDatagram.end(encoder.copy(packet, frame, encoded, otherDatagram.payloadOffset()));
    }

    UdpDatagram datagram() {
        return datagram;
    }

    /** Returns the packet, null if it could not be decoded. */
    @Nullable
    PacketDecoder packet() {
        return decoded ? packet : null;
    }

    /** Returns the reason why the packet is wrong, null if it is right. */
    @Nullable
    String failure() {
        return failure;
    }
}
