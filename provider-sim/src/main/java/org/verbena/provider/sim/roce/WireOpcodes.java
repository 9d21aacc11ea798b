// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.rocev2.RoceOpcode;

/** Chooses the opcodes of packets by the operation, the transport service and the place in the message. */
final class WireOpcodes {
    /** The distance of an opcode of UC or XRC from that of RC (IBA table 38). */
    private static final int UC = 0x20;

    private static final int XRC = 0xA0;

    private WireOpcodes() {}

    /** Returns the opcode of a packet. */
    static RoceOpcode of(WireMessage message, boolean first, boolean last) {
        if (message.service == Service.DATAGRAM) {
            return message.hasImmediate ? RoceOpcode.UD_SEND_ONLY_WITH_IMMEDIATE : RoceOpcode.UD_SEND_ONLY;
        }
        RoceOpcode reliable = reliable(message, first, last);
        int base = switch (message.service) {
            case UNRELIABLE -> UC;
            case EXTENDED -> XRC;
            default -> 0;
        };
        RoceOpcode opcode = RoceOpcode.of(base + reliable.code());
        // FLUSH and ATOMIC WRITE exist over RC only. No driver grants them elsewhere.
        return opcode == null ? reliable : opcode;
    }

    private static RoceOpcode reliable(WireMessage message, boolean first, boolean last) {
        return switch (message.opcode) {
            case SEND, RAW -> send(message, first, last);
            case RDMA_WRITE -> write(message, first, last);
            case RDMA_READ -> RoceOpcode.RC_RDMA_READ_REQUEST;
            case COMPARE_SWAP -> RoceOpcode.RC_COMPARE_SWAP;
            case FETCH_ADD -> RoceOpcode.RC_FETCH_ADD;
            case FLUSH -> RoceOpcode.RC_FLUSH;
            case ATOMIC_WRITE -> RoceOpcode.RC_ATOMIC_WRITE;
            case ACKNOWLEDGE -> RoceOpcode.RC_ACKNOWLEDGE;
            case READ_RESPONSE -> response(first, last);
            case ATOMIC_ACKNOWLEDGE -> RoceOpcode.RC_ATOMIC_ACKNOWLEDGE;
        };
    }

    private static RoceOpcode send(WireMessage message, boolean first, boolean last) {
        if (!last) {
            return first ? RoceOpcode.RC_SEND_FIRST : RoceOpcode.RC_SEND_MIDDLE;
        } else if (message.hasImmediate) {
            return first ? RoceOpcode.RC_SEND_ONLY_WITH_IMMEDIATE : RoceOpcode.RC_SEND_LAST_WITH_IMMEDIATE;
        } else if (message.hasInvalidate) {
            return first ? RoceOpcode.RC_SEND_ONLY_WITH_INVALIDATE : RoceOpcode.RC_SEND_LAST_WITH_INVALIDATE;
        }
        return first ? RoceOpcode.RC_SEND_ONLY : RoceOpcode.RC_SEND_LAST;
    }

    private static RoceOpcode write(WireMessage message, boolean first, boolean last) {
        if (!last) {
            return first ? RoceOpcode.RC_RDMA_WRITE_FIRST : RoceOpcode.RC_RDMA_WRITE_MIDDLE;
        } else if (message.hasImmediate) {
            return first ? RoceOpcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE : RoceOpcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE;
        }
        return first ? RoceOpcode.RC_RDMA_WRITE_ONLY : RoceOpcode.RC_RDMA_WRITE_LAST;
    }

    private static RoceOpcode response(boolean first, boolean last) {
        if (last) {
            return first ? RoceOpcode.RC_RDMA_READ_RESPONSE_ONLY : RoceOpcode.RC_RDMA_READ_RESPONSE_LAST;
        }
        return first ? RoceOpcode.RC_RDMA_READ_RESPONSE_FIRST : RoceOpcode.RC_RDMA_READ_RESPONSE_MIDDLE;
    }
}
