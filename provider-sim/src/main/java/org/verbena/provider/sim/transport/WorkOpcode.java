// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.attr.WcOpcode;
import org.verbena.provider.sim.wire.Service;

/**
 * The opcodes of work requests as numbers, with the opcodes of their completions and the services that support them.
 */
final class WorkOpcode {
    static final int RDMA_WRITE = 0;
    static final int RDMA_WRITE_WITH_IMM = 1;
    static final int SEND = 2;
    static final int SEND_WITH_IMM = 3;
    static final int RDMA_READ = 4;
    static final int ATOMIC_CMP_AND_SWP = 5;
    static final int ATOMIC_FETCH_AND_ADD = 6;
    static final int LOCAL_INV = 7;
    static final int BIND_MW = 8;
    static final int SEND_WITH_INV = 9;
    static final int TSO = 10;
    static final int FLUSH = 14;
    static final int ATOMIC_WRITE = 15;

    private static final int ONE_WAY = bits(SEND, SEND_WITH_IMM);
    private static final int UNRELIABLE = ONE_WAY | bits(RDMA_WRITE, RDMA_WRITE_WITH_IMM, LOCAL_INV, BIND_MW);
    private static final int RELIABLE =
            UNRELIABLE | bits(SEND_WITH_INV, RDMA_READ, ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD, FLUSH, ATOMIC_WRITE);
    private static final int FRAMES = bits(SEND, TSO);
    private static final int KNOWN = RELIABLE | FRAMES;

    private WorkOpcode() {}

    private static int bits(int... opcodes) {
        int bits = 0;
        for (int opcode : opcodes) {
            bits |= 1 << opcode;
        }
        return bits;
    }

    /** Returns whether {@code enum ibv_wr_opcode} contains the opcode. Opcodes that belong to drivers do not count. */
    static boolean isKnown(int opcode) {
        return has(KNOWN, opcode);
    }

    /** Returns whether a service supports the operation (IBA table 44; ibv_post_send(3)). */
    static boolean isLegal(Service service, int opcode) {
        int legal = switch (service) {
            case RELIABLE, EXTENDED -> RELIABLE;
            case UNRELIABLE -> UNRELIABLE;
            case DATAGRAM -> ONE_WAY;
            case RAW -> FRAMES;
        };
        return has(legal, opcode);
    }

    /** Returns whether the operation belongs to the memory placement extensions (IBA volume 1, annex A19). */
    static boolean isPlacement(int opcode) {
        return opcode == FLUSH || opcode == ATOMIC_WRITE;
    }

    private static boolean has(int opcodes, int opcode) {
        return opcode >= 0 && opcode < Integer.SIZE && (opcodes >>> opcode & 1) != 0;
    }

    /** Returns whether the operation counts against the limit of reads and atomics in flight. */
    static boolean isReadOrAtomic(int opcode) {
        return opcode == RDMA_READ || isAtomic(opcode) || opcode == ATOMIC_WRITE;
    }

    static boolean isAtomic(int opcode) {
        return opcode == ATOMIC_CMP_AND_SWP || opcode == ATOMIC_FETCH_AND_ADD;
    }

    /** Returns whether the operation is answered by a response instead of an acknowledgement. */
    static boolean hasResponse(int opcode) {
        return isReadOrAtomic(opcode) || opcode == FLUSH;
    }

    static boolean hasImmediate(int opcode) {
        return opcode == SEND_WITH_IMM || opcode == RDMA_WRITE_WITH_IMM;
    }

    static boolean isLocal(int opcode) {
        return opcode == LOCAL_INV || opcode == BIND_MW;
    }

    /** Returns the opcode of the completion: {@code enum ibv_wc_opcode}. */
    static int completed(int opcode) {
        return switch (opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> WcOpcode.RDMA_WRITE.value();
            case RDMA_READ -> WcOpcode.RDMA_READ.value();
            case ATOMIC_CMP_AND_SWP -> WcOpcode.COMP_SWAP.value();
            case ATOMIC_FETCH_AND_ADD -> WcOpcode.FETCH_ADD.value();
            case LOCAL_INV -> WcOpcode.LOCAL_INV.value();
            case BIND_MW -> WcOpcode.BIND_MW.value();
            case TSO -> WcOpcode.TSO.value();
            case FLUSH -> WcOpcode.FLUSH.value();
            case ATOMIC_WRITE -> WcOpcode.ATOMIC_WRITE.value();
            default -> WcOpcode.SEND.value();
        };
    }
}
