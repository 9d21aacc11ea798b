package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.wire.Message;
import org.verbena.provider.sim.wire.Opcode;

/** Fills in the headers of messages. */
final class Messages {
    private Messages() {}

    /** How many packets carry so many bytes. */
    static int packets(long length, int mtu) {
        return length <= mtu ? 1 : (int) ((length + mtu - 1) / mtu);
    }

    /** Fills in the request that a work request stands for. */
    static void request(Message message, SendWqe wqe, TransportQp qp) {
        message.service = qp.service();
        message.srcQpn = qp.number();
        message.destQpn = qp.destQpn();
        message.solicited = wqe.isSolicited();
        message.length = wqe.length;
        message.srqn = wqe.srqn;
        message.remoteAddress = wqe.remoteAddress;
        message.rkey = wqe.rkey;
        switch (wqe.opcode) {
            case WorkOpcode.RDMA_WRITE -> message.opcode = Opcode.RDMA_WRITE;
            case WorkOpcode.RDMA_WRITE_WITH_IMM -> {
                message.opcode = Opcode.RDMA_WRITE;
                immediate(message, wqe);
            }
            case WorkOpcode.RDMA_READ -> message.opcode = Opcode.RDMA_READ;
            case WorkOpcode.ATOMIC_CMP_AND_SWP -> {
                message.opcode = Opcode.COMPARE_SWAP;
                message.compare = wqe.compareAdd;
                message.swapAdd = wqe.swap;
            }
            case WorkOpcode.ATOMIC_FETCH_AND_ADD -> {
                message.opcode = Opcode.FETCH_ADD;
                message.swapAdd = wqe.compareAdd;
            }
            case WorkOpcode.FLUSH -> {
                message.opcode = Opcode.FLUSH;
                message.placement = wqe.placement;
                message.selectivity = wqe.selectivity;
            }
            case WorkOpcode.ATOMIC_WRITE -> message.opcode = Opcode.ATOMIC_WRITE;
            case WorkOpcode.SEND_WITH_IMM -> {
                message.opcode = Opcode.SEND;
                immediate(message, wqe);
            }
            case WorkOpcode.SEND_WITH_INV -> {
                message.opcode = Opcode.SEND;
                message.hasInvalidate = true;
                message.immediate = wqe.immediate;
            }
            default -> message.opcode = Opcode.SEND;
        }
    }

    private static void immediate(Message message, SendWqe wqe) {
        message.hasImmediate = true;
        message.immediate = wqe.immediate;
    }
}
