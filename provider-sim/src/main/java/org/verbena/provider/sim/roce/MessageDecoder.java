// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.nio.ByteBuffer;
import org.verbena.provider.sim.transport.NetworkByteOrder;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.RoceOpcode;
import org.verbena.rocev2.RoceOpcode.Header;

/** Decodes packets as messages of one packet. */
final class MessageDecoder {
    private static final int PAD_MASK = 3;

    private MessageDecoder() {}

    /**
     * Fills a message.
     *
     * @param packet the packet, without a defect
     * @param buffer the buffer of the packet
     * @param message the empty message
     * @return whether the wire has the transport of the packet
     */
    static boolean decode(PacketDecoder packet, ByteBuffer buffer, WireMessage message) {
        RoceOpcode opcode = packet.opcode();
        if (!decodeOpcode(opcode, message)) {
            return false;
        }
        message.destQpn = packet.destQpn();
        message.psn = packet.psn();
        message.packets = 1;
        message.solicited = packet.isSolicited();
        message.requestsAck = packet.isAckRequested();
        message.wrongPad = packet.padCount() != (-packet.payloadLength() & PAD_MASK);
        message.payload.add(buffer, packet.payloadOffset(), packet.payloadLength());
        message.length = packet.payloadLength();
        // Divides the positions in a message, and a message may be empty.
        message.mtu = Math.max(1, packet.payloadLength());
        if (opcode.has(Header.DETH)) {
            message.qkey = packet.qkey();
            message.srcQpn = packet.srcQpn();
        }
        if (opcode.has(Header.FETH)) {
            message.placement = packet.placement();
            message.selectivity = packet.selectivity();
        }
        if (opcode.has(Header.RETH)) {
            message.length = packet.dmaLength();
        }
        if (opcode.has(Header.RETH) || opcode.has(Header.ATOMIC_ETH)) {
            message.remoteAddress = packet.remoteAddress();
            message.rkey = packet.rkey();
        }
        if (opcode.has(Header.ATOMIC_ETH)) {
            message.swapAdd = packet.swapAdd();
            message.compare = packet.compare();
        }
        if (opcode.has(Header.AETH)) {
            message.syndrome = packet.syndrome();
            message.msn = packet.msn();
        } else {
            message.syndrome = WireMessage.ACK;
        }
        if (opcode.has(Header.ATOMIC_ACK_ETH)) {
            message.compare = packet.original();
        }
        message.hasImmediate = opcode.has(Header.IMMDT);
        if (message.hasImmediate) {
            message.immediate = NetworkByteOrder.toMemory(packet.immediate());
        }
        message.hasInvalidate = opcode.has(Header.IETH);
        if (message.hasInvalidate) {
            message.immediate = packet.invalidatedRkey();
        }
        return true;
    }

    private static boolean decodeOpcode(RoceOpcode opcode, WireMessage message) {
        switch (opcode) {
            case RC_SEND_FIRST, UC_SEND_FIRST -> set(message, Opcode.SEND, true, false);
            case RC_SEND_MIDDLE, UC_SEND_MIDDLE -> set(message, Opcode.SEND, false, false);
            case RC_SEND_LAST,
                    RC_SEND_LAST_WITH_IMMEDIATE,
                    RC_SEND_LAST_WITH_INVALIDATE,
                    UC_SEND_LAST,
                    UC_SEND_LAST_WITH_IMMEDIATE -> set(message, Opcode.SEND, false, true);
            case RC_SEND_ONLY,
                    RC_SEND_ONLY_WITH_IMMEDIATE,
                    RC_SEND_ONLY_WITH_INVALIDATE,
                    UC_SEND_ONLY,
                    UC_SEND_ONLY_WITH_IMMEDIATE,
                    UD_SEND_ONLY,
                    UD_SEND_ONLY_WITH_IMMEDIATE -> set(message, Opcode.SEND, true, true);
            case RC_RDMA_WRITE_FIRST, UC_RDMA_WRITE_FIRST -> set(message, Opcode.RDMA_WRITE, true, false);
            case RC_RDMA_WRITE_MIDDLE, UC_RDMA_WRITE_MIDDLE -> set(message, Opcode.RDMA_WRITE, false, false);
            case RC_RDMA_WRITE_LAST,
                    RC_RDMA_WRITE_LAST_WITH_IMMEDIATE,
                    UC_RDMA_WRITE_LAST,
                    UC_RDMA_WRITE_LAST_WITH_IMMEDIATE -> set(message, Opcode.RDMA_WRITE, false, true);
            case RC_RDMA_WRITE_ONLY,
                    RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE,
                    UC_RDMA_WRITE_ONLY,
                    UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE -> set(message, Opcode.RDMA_WRITE, true, true);
            case RC_RDMA_READ_REQUEST -> set(message, Opcode.RDMA_READ, true, true);
            case RC_COMPARE_SWAP -> set(message, Opcode.COMPARE_SWAP, true, true);
            case RC_FETCH_ADD -> set(message, Opcode.FETCH_ADD, true, true);
            case RC_FLUSH -> set(message, Opcode.FLUSH, true, true);
            case RC_ATOMIC_WRITE -> set(message, Opcode.ATOMIC_WRITE, true, true);
            case RC_ACKNOWLEDGE -> set(message, Opcode.ACKNOWLEDGE, true, true);
            case RC_ATOMIC_ACKNOWLEDGE -> set(message, Opcode.ATOMIC_ACKNOWLEDGE, true, true);
            case RC_RDMA_READ_RESPONSE_FIRST -> set(message, Opcode.READ_RESPONSE, true, false);
            case RC_RDMA_READ_RESPONSE_MIDDLE -> set(message, Opcode.READ_RESPONSE, false, false);
            case RC_RDMA_READ_RESPONSE_LAST -> set(message, Opcode.READ_RESPONSE, false, true);
            case RC_RDMA_READ_RESPONSE_ONLY -> set(message, Opcode.READ_RESPONSE, true, true);
            default -> {
                return false;
            }
        }
        message.service = service(opcode);
        return true;
    }

    private static void set(WireMessage message, Opcode opcode, boolean starts, boolean ends) {
        message.opcode = opcode;
        message.starts = starts;
        message.ends = ends;
    }

    private static Service service(RoceOpcode opcode) {
        return switch (opcode.code() >> 5) {
            case 0 -> Service.RELIABLE;
            case 1 -> Service.UNRELIABLE;
            default -> Service.DATAGRAM;
        };
    }
}
