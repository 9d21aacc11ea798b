// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.packets;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.verbena.rocev2.CmMessageType;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.RoceOpcode;
import org.verbena.rocev2.RoceOpcode.Header;
import org.verbena.rocev2.Syndrome;

/** The fields of a packet by name: numbers, and hexadecimal strings for keys and addresses. */
final class PacketFields {
    private static final int GENERAL_SERVICES_QPN = 1;
    private static final int DEFAULT_PKEY = 0xFFFF;

    private final Map<String, Object> members = new LinkedHashMap<>();

    PacketFields(PacketDecoder packet, ByteBuffer frame) {
        RoceOpcode opcode = packet.opcode();
        members.put("opcode", opcode.name());
        members.put("qpn", packet.destQpn());
        members.put("psn", packet.psn());
        flag("ack_req", packet.isAckRequested());
        flag("solicited", packet.isSolicited());
        flag("mig_req", packet.isMigrated());
        flag("fecn", packet.isFecn());
        flag("becn", packet.isBecn());
        if (packet.pkey() != DEFAULT_PKEY) {
            members.put("pkey", hex(packet.pkey()));
        }
        putRequest(packet);
        if (opcode.has(Header.AETH)) {
            members.put("aeth", Syndrome.toString(packet.syndrome()));
            members.put("msn", packet.msn());
        }
        if (opcode.has(Header.ATOMIC_ACK_ETH)) {
            members.put("original", hex(packet.original()));
        }
        if (opcode.has(Header.IMMDT)) {
            members.put("imm_data", hex(packet.immediate()));
        }
        if (opcode.has(Header.IETH)) {
            members.put("invalidate_rkey", hex(packet.invalidatedRkey()));
        }
        members.put("bytes", packet.payloadLength());
        CmMessageType cm = packet.destQpn() == GENERAL_SERVICES_QPN && opcode.has(Header.DETH)
                ? CmMessageType.of(frame, packet.payloadOffset(), packet.payloadLength())
                : null;
        if (cm != null) {
            members.put("cm", cm.name());
        }
    }

    private void putRequest(PacketDecoder packet) {
        RoceOpcode opcode = packet.opcode();
        if (opcode.has(Header.XRCETH)) {
            members.put("srqn", packet.srqn());
        }
        if (opcode.has(Header.DETH)) {
            members.put("src_qpn", packet.srcQpn());
            members.put("qkey", hex(packet.qkey()));
        }
        if (opcode.has(Header.FETH)) {
            members.put("placement_type", packet.placement());
            members.put("selectivity", packet.selectivity());
        }
        if (opcode.has(Header.RETH) || opcode.has(Header.ATOMIC_ETH)) {
            members.put("remote_addr", hex(packet.remoteAddress()));
            members.put("rkey", hex(packet.rkey()));
        }
        if (opcode.has(Header.RETH)) {
            members.put("dma_length", packet.dmaLength());
        }
        if (opcode.has(Header.ATOMIC_ETH)) {
            members.put("swap_add", hex(packet.swapAdd()));
            members.put("compare", hex(packet.compare()));
        }
    }

    private void flag(String name, boolean value) {
        if (value) {
            members.put(name, true);
        }
    }

    private static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }

    private static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }

    /** Returns the fields for JSON. */
    Map<String, Object> members() {
        return members;
    }

    /** Returns the fields on one line. A flag is shown by its name alone. */
    String text() {
        StringJoiner text = new StringJoiner("  ");
        members.forEach((name, value) -> {
            switch (name) {
                case "opcode" -> text.add(value.toString());
                case "bytes" -> text.add(value + " bytes");
                default -> text.add(Boolean.TRUE.equals(value) ? name : name + " " + value);
            }
        });
        return text.toString();
    }
}
