// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.nio.ByteBuffer;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.transport.NetworkByteOrder;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.rocev2.PacketEncoder;
import org.verbena.rocev2.RoceOpcode;
import org.verbena.rocev2.RoceOpcode.Header;

/** Encodes messages as packets, without their checksums. Not safe for concurrent use. */
final class MessageEncoder {
    private static final int DEFAULT_PKEY = 0xFFFF;

    private final PacketEncoder packet = new PacketEncoder();
    private final Segments part = new Segments();
    private final Segments place = new Segments();

    /** Returns the number of packets of a message on the wire. A read request is one packet with many PSNs. */
    static int packets(WireMessage message) {
        return isSegmented(message.opcode) ? message.packets : 1;
    }

    private static boolean isSegmented(Opcode opcode) {
        return opcode == Opcode.SEND || opcode == Opcode.RDMA_WRITE || opcode == Opcode.READ_RESPONSE;
    }

    /**
     * Encodes one packet of a message.
     *
     * @param message the message
     * @param index the number of the packet, less than {@link #packets}
     * @param target the buffer
     * @param at the index of the first byte
     * @return the length of the packet including the checksum, which the caller {@linkplain #icrc sets}
     */
    int encode(WireMessage message, int index, ByteBuffer target, int at) {
        boolean first = message.starts && index == 0;
        boolean last = message.ends && index == packets(message) - 1;
        RoceOpcode opcode = WireOpcodes.of(message, first, last);
        packet.begin(target, at, opcode);
        packet.pkey(DEFAULT_PKEY).destQpn(message.destQpn);
        boolean requests = last || (message.requestsAck && index == message.packets - 1);
        packet.psn(message.psn + index, requests && isAcknowledged(message));
        packet.solicited(last && message.solicited);
        putHeaders(message, opcode);
        return packet.end(putPayload(message, index, target));
    }

    /** Sets the checksum of the packet that was encoded last. */
    void icrc(int value) {
        packet.icrc(value);
    }

    /** Returns whether a packet may request an acknowledgement. rxe requests one of management datagrams, too. */
    private static boolean isAcknowledged(WireMessage message) {
        if (message.service == Service.DATAGRAM) {
            return message.requestsAck;
        }
        return message.opcode.isRequest()
                && (message.service == Service.RELIABLE || message.service == Service.EXTENDED);
    }

    private void putHeaders(WireMessage message, RoceOpcode opcode) {
        if (opcode.has(Header.XRCETH)) {
            packet.srqn(message.srqn);
        }
        if (opcode.has(Header.DETH)) {
            packet.deth(message.qkey, message.srcQpn);
        }
        if (opcode.has(Header.FETH)) {
            packet.feth(message.placement, message.selectivity);
        }
        if (opcode.has(Header.RETH)) {
            packet.reth(message.remoteAddress, message.rkey, message.length);
        }
        if (opcode.has(Header.ATOMIC_ETH)) {
            packet.atomicEth(message.remoteAddress, message.rkey, message.swapAdd, message.compare);
        }
        if (opcode.has(Header.AETH)) {
            packet.aeth(message.syndrome, message.msn);
        }
        if (opcode.has(Header.ATOMIC_ACK_ETH)) {
            packet.original(message.compare);
        }
        if (opcode.has(Header.IMMDT)) {
            packet.immediate(NetworkByteOrder.toMemory(message.immediate));
        }
        if (opcode.has(Header.IETH)) {
            packet.invalidatedRkey(message.immediate);
        }
    }

    private int putPayload(WireMessage message, int index, ByteBuffer target) {
        if (message.payload.length() == 0) {
            return 0;
        }
        part.clear();
        part.addPart(message.payload, (long) index * message.mtu, message.mtu);
        int length = (int) part.length();
        place.clear();
        place.add(target, packet.payloadOffset(), length);
        part.copyTo(place);
        return length;
    }
}
