// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;

/** Fills in the headers of messages, and sends those that are not whole requests. */
final class Messages {
    private Messages() {}

    /** Returns the number of packets of a message. */
    static int packets(long length, int mtu) {
        return length <= mtu ? 1 : (int) ((length + mtu - 1) / mtu);
    }

    /** Returns how many of the first bytes of a message are in whole packets. */
    static long wholePackets(long bytes, int mtu) {
        return bytes - bytes % mtu;
    }

    /** Fills the request message of a work request. */
    static void request(WireMessage message, SendWqe wqe, TransportQp qp) {
        message.srcQpn = qp.number();
        message.destQpn = qp.destQpn();
        message.solicited = wqe.isSolicited();
        message.length = wqe.length;
        message.mtu = qp.mtu();
        message.srqn = wqe.srqn;
        message.remoteAddress = wqe.remoteAddress;
        message.rkey = wqe.rkey;
        kind(message, operation(wqe.opcode), qp.service());
        switch (wqe.opcode) {
            case WorkOpcode.RDMA_WRITE_WITH_IMM, WorkOpcode.SEND_WITH_IMM -> {
                message.hasImmediate = true;
                message.immediate = wqe.immediate;
            }
            case WorkOpcode.SEND_WITH_INV -> {
                message.hasInvalidate = true;
                message.immediate = wqe.immediate;
            }
            case WorkOpcode.ATOMIC_CMP_AND_SWP -> {
                message.compare = wqe.special().compareAdd;
                message.swapAdd = wqe.special().swap;
            }
            case WorkOpcode.ATOMIC_FETCH_AND_ADD -> message.swapAdd = wqe.special().compareAdd;
            case WorkOpcode.FLUSH -> {
                message.placement = wqe.special().placement;
                message.selectivity = wqe.special().selectivity;
            }
            default -> {}
        }
    }

    /** Sends some packets of a request. For a response, it requests that part. */
    static void sendPart(WireMessage message, SendWqe wqe, int first, int end, TransportQp qp) {
        if (!wqe.hasSourceElements()) {
            message.psn = message.psn + first & WireMessage.PSN_MASK;
            message.remoteAddress += wqe.received;
            message.length -= wqe.received;
            if (end < wqe.packets) {
                message.length = (long) (end - first) * message.mtu;
            }
            message.packets = end - first;
            qp.path().send(message);
            return;
        }
        WireMessage part = qp.engine().takeMessage();
        try {
            message.copyPart(first, end - first, part);
            part.requestsAck = !part.ends;
            qp.path().send(part);
        } finally {
            qp.engine().giveBack();
        }
    }

    /** Sends a write of zero bytes that the receiver acknowledges. */
    static void sendEmptyWrite(TransportQp qp, int psn) {
        WireMessage message = qp.engine().takeMessage();
        try {
            message.srcQpn = qp.number();
            message.destQpn = qp.destQpn();
            message.mtu = qp.mtu();
            message.psn = psn;
            message.packets = 1;
            message.requestsAck = true;
            message.remoteAddress = 0;
            message.rkey = 0;
            kind(message, Opcode.RDMA_WRITE, qp.service());
            qp.path().send(message);
        } finally {
            qp.engine().giveBack();
        }
    }

    private static Opcode operation(int opcode) {
        return switch (opcode) {
            case WorkOpcode.RDMA_WRITE, WorkOpcode.RDMA_WRITE_WITH_IMM -> Opcode.RDMA_WRITE;
            case WorkOpcode.RDMA_READ -> Opcode.RDMA_READ;
            case WorkOpcode.ATOMIC_CMP_AND_SWP -> Opcode.COMPARE_SWAP;
            case WorkOpcode.ATOMIC_FETCH_AND_ADD -> Opcode.FETCH_ADD;
            case WorkOpcode.FLUSH -> Opcode.FLUSH;
            case WorkOpcode.ATOMIC_WRITE -> Opcode.ATOMIC_WRITE;
            default -> Opcode.SEND;
        };
    }

    /**
     * Sets the kind of a message. It is usually the same as before, and writing a reference costs a barrier of the
     * garbage collector.
     */
    static void kind(WireMessage message, Opcode opcode, Service service) {
        if (message.opcode != opcode) {
            message.opcode = opcode;
        }
        if (message.service != service) {
            message.service = service;
        }
    }
}
