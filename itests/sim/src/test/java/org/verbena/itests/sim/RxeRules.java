// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.verbena.attr.QpType;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.RoceOpcode;
import org.verbena.rocev2.RoceOpcode.Header;
import org.verbena.rocev2.Syndrome;

/**
 * Predicts whether a queue pair fails, and its negative acknowledgements, from the packets that it receives. Implements
 * the rules of rdma_rxe in {@code rxe_recv.c} and {@code rxe_resp.c}. No packet may be lost.
 *
 * <p>In one case the simulator follows IBA instead: an atomic write must have eight bytes. rdma_rxe does not check the
 * length, and reads eight bytes of any packet.
 *
 * <p>The queue pair has all rights except those of FLUSH, and sends nothing.
 */
final class RxeRules {
    /** Memory that the peer may access. */
    record Target(int rkey, long address, long length, boolean writable) {
        boolean grants(int key, long first, long bytes, boolean writes) {
            return key == rkey
                    && (writable || !writes)
                    && Long.compareUnsigned(first - address, length) <= 0
                    && Long.compareUnsigned(bytes, length - (first - address)) <= 0;
        }
    }

    /** A request that a response has answered. The peer may repeat the request. */
    private record Answered(int psn, int packets, int rkey, long address, long length) {}

    /** A negative acknowledgement. */
    record Nak(int psn, int syndrome) {
        @Override
        public String toString() {
            return Syndrome.toString(syndrome) + " of psn " + psn;
        }
    }

    private enum Operation {
        NONE,
        SEND,
        WRITE
    }

    private static final long LONGEST = 1L << 31;
    private static final int PKEY_MASK = 0x7FFF;
    private static final int OPERATION_MASK = 0x1F;
    private static final int FLUSH_RIGHTS = 3;
    private static final int WHOLE_REGION = 1;
    private static final int HISTORY = 4;
    private static final int PAD_MASK = 3;
    private static final int KIND_MASK = 0xE0;

    /** A bad invalidation makes the queue pair fail, but its request is acknowledged (RESPST_ERR_INVALIDATE_RKEY). */
    private static final int BAD_INVALIDATION = -1;

    private final QpType type;
    private final int mtu;
    private final int rnrTimer;
    private final List<Target> targets;
    private final Deque<Long> receives = new ArrayDeque<>();
    private final Deque<Answered> history = new ArrayDeque<>();
    private final List<Nak> naks = new ArrayList<>();
    private Operation operation = Operation.NONE;
    private int expected;

    /** The bytes that remain of the receive of a send, or of the length of a write. */
    private long rest;

    private long address;
    private int rkey;
    private boolean failed;
    private boolean mayHaveFailed;

    /** Whether the queue pair has reported a missing request to the peer. */
    private boolean reportedGap;

    /**
     * Creates the rules of a queue pair.
     *
     * @param type the type of the queue pair
     * @param mtu the path MTU in bytes
     * @param rnrTimer the {@code min_rnr_timer}
     * @param targets the memory that the peer may access
     */
    RxeRules(QpType type, int mtu, int rnrTimer, List<Target> targets) {
        this.type = type;
        this.mtu = mtu;
        this.rnrTimer = rnrTimer;
        this.targets = targets;
    }

    /** Resets the state for a new connection with PSN 0. */
    void connects() {
        expected = 0;
        operation = Operation.NONE;
        failed = false;
        mayHaveFailed = false;
        reportedGap = false;
        receives.clear();
        history.clear();
    }

    void receives(long length) {
        receives.add(length);
    }

    /** Returns and clears the negative acknowledgements that the peer must receive. */
    List<Nak> takeNaks() {
        List<Nak> taken = List.copyOf(naks);
        naks.clear();
        return taken;
    }

    /** Returns whether a packet must have made the queue pair fail. */
    boolean hasFailed() {
        return failed;
    }

    /** Returns whether a packet may have made the queue pair fail. This class knows only some rules of UC. */
    boolean mayHaveFailed() {
        return failed || mayHaveFailed;
    }

    /** Returns the PSN of the next request. */
    int expectedPsn() {
        return expected;
    }

    /** Returns the number of bytes that the next packet should have if it continues a write, otherwise 0. */
    int restOfWrite() {
        return operation == Operation.WRITE ? (int) Math.min(rest, mtu) : 0;
    }

    /** Applies a packet from the peer of the queue pair. The checksum of the packet is correct. */
    void arrives(PacketDecoder packet) {
        if ((packet.pkey() & PKEY_MASK) != PKEY_MASK) {
            return;
        }
        switch (type) {
            case RC -> {
                if (!failed && packet.opcode().code() <= RoceOpcode.RC_ATOMIC_WRITE.code()) {
                    reliable(packet);
                }
            }
            case UC -> mayHaveFailed |= isSend(packet.opcode().code() & OPERATION_MASK) && isUnreliable(packet);
            default -> {}
        }
    }

    private static boolean isUnreliable(PacketDecoder packet) {
        int code = packet.opcode().code();
        return code >= RoceOpcode.UC_SEND_FIRST.code() && code <= RoceOpcode.UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE.code();
    }

    private static boolean isSend(int code) {
        return code <= RoceOpcode.RC_SEND_ONLY_WITH_IMMEDIATE.code()
                || code == RoceOpcode.RC_SEND_LAST_WITH_INVALIDATE.code()
                || code == RoceOpcode.RC_SEND_ONLY_WITH_INVALIDATE.code();
    }

    private void reliable(PacketDecoder packet) {
        switch (packet.opcode()) {
            case RC_RDMA_READ_RESPONSE_FIRST,
                    RC_RDMA_READ_RESPONSE_MIDDLE,
                    RC_RDMA_READ_RESPONSE_LAST,
                    RC_RDMA_READ_RESPONSE_ONLY,
                    RC_ACKNOWLEDGE,
                    RC_ATOMIC_ACKNOWLEDGE -> {
                // The queue pair has sent no request that these packets could answer.
            }
            default -> {
                int distance = (packet.psn() - expected) << 8;
                if (distance > 0 && !reportedGap) {
                    reportedGap = true;
                    naks.add(new Nak(expected, Syndrome.NAK_PSN_SEQUENCE));
                } else if (distance == 0) {
                    reportedGap = false;
                    perform(packet);
                } else if (distance < 0 && packet.opcode() == RoceOpcode.RC_RDMA_READ_REQUEST) {
                    repeatRead(packet);
                }
            }
        }
    }

    /**
     * Applies a repeated read, which can ask for packets beyond the first response (duplicate_request and read_reply).
     */
    private void repeatRead(PacketDecoder packet) {
        for (Answered answered : history) {
            long before = packet.remoteAddress() - answered.address();
            if ((packet.psn() - answered.psn() & PacketDecoder.MASK_24) < answered.packets()
                    && packet.rkey() == answered.rkey()
                    && Long.compareUnsigned(before, answered.length()) <= 0
                    && Long.compareUnsigned(packet.dmaLength(), answered.length() - before) <= 0) {
                int end = packet.psn() + packets(packet.dmaLength());
                if ((end - expected) << 8 > 0) {
                    expected = end & PacketDecoder.MASK_24;
                }
                return;
            }
        }
    }

    private int packets(long length) {
        return (int) Math.max(1, (length + mtu - 1) / mtu);
    }

    private void perform(PacketDecoder packet) {
        int syndrome = syndrome(packet);
        if (syndrome != Syndrome.ACK && syndrome != BAD_INVALIDATION) {
            naks.add(new Nak(packet.psn(), syndrome));
        }
        failed = syndrome != Syndrome.ACK && (syndrome & KIND_MASK) != Syndrome.RNR_NAK;
    }

    /** Applies a request with the next PSN, and returns the syndrome of the acknowledgement. */
    private int syndrome(PacketDecoder packet) {
        RoceOpcode opcode = packet.opcode();
        boolean send = isSend(opcode.code());
        boolean write = isWrite(opcode);
        Operation kind = send ? Operation.SEND : write ? Operation.WRITE : Operation.NONE;
        boolean starts = starts(opcode);
        if (operation == Operation.NONE ? !starts : starts || kind != operation) {
            return Syndrome.NAK_INVALID_REQUEST;
        }
        if (opcode == RoceOpcode.RC_FLUSH && (packet.placement() & FLUSH_RIGHTS) != 0) {
            return Syndrome.NAK_INVALID_REQUEST;
        }
        boolean ends = ends(opcode);
        boolean takes = send ? starts : write && opcode.has(Header.IMMDT);
        if (takes && receives.isEmpty()) {
            return Syndrome.RNR_NAK | rnrTimer;
        }
        if ((send || write) && !hasRightSize(packet.payloadLength(), starts, ends)) {
            return Syndrome.NAK_INVALID_REQUEST;
        }
        if (opcode.has(Header.RETH) && packet.dmaLength() > LONGEST) {
            return Syndrome.NAK_INVALID_REQUEST;
        }
        int syndrome = send ? send(packet, starts, ends) : write ? write(packet, starts, ends) : performOther(packet);
        if (syndrome == Syndrome.ACK && (send || write)) {
            expected = expected + 1 & PacketDecoder.MASK_24;
        }
        return syndrome;
    }

    private static boolean isWrite(RoceOpcode opcode) {
        return opcode.code() >= RoceOpcode.RC_RDMA_WRITE_FIRST.code()
                && opcode.code() <= RoceOpcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE.code();
    }

    private static boolean starts(RoceOpcode opcode) {
        return switch (opcode) {
            case RC_SEND_MIDDLE,
                    RC_SEND_LAST,
                    RC_SEND_LAST_WITH_IMMEDIATE,
                    RC_SEND_LAST_WITH_INVALIDATE,
                    RC_RDMA_WRITE_MIDDLE,
                    RC_RDMA_WRITE_LAST,
                    RC_RDMA_WRITE_LAST_WITH_IMMEDIATE -> false;
            default -> true;
        };
    }

    private static boolean ends(RoceOpcode opcode) {
        return switch (opcode) {
            case RC_SEND_FIRST, RC_SEND_MIDDLE, RC_RDMA_WRITE_FIRST, RC_RDMA_WRITE_MIDDLE -> false;
            default -> true;
        };
    }

    /** Checks the size of a packet (rxe_resp_check_length). */
    private boolean hasRightSize(int payload, boolean starts, boolean ends) {
        return ends ? payload <= mtu && (starts || payload > 0) : payload == mtu;
    }

    private int send(PacketDecoder packet, boolean starts, boolean ends) {
        if (starts) {
            rest = receives.element();
        }
        if (packet.payloadLength() > rest) {
            return Syndrome.NAK_REMOTE_OPERATION;
        }
        rest -= packet.payloadLength();
        operation = ends ? Operation.NONE : Operation.SEND;
        if (ends) {
            receives.remove();
        }
        // No region of the queue pair can be invalidated.
        return packet.opcode().has(Header.IETH) ? BAD_INVALIDATION : Syndrome.ACK;
    }

    private int write(PacketDecoder packet, boolean starts, boolean ends) {
        if (starts) {
            rest = packet.dmaLength();
            address = packet.remoteAddress();
            rkey = packet.rkey();
        }
        int payload = packet.payloadLength();
        if (rest > 0 && !grants(rest, true)) {
            return Syndrome.NAK_REMOTE_ACCESS;
        }
        if (payload != Math.min(rest, mtu) || packet.padCount() != (-payload & PAD_MASK)) {
            return Syndrome.NAK_INVALID_REQUEST;
        }
        address += payload;
        rest -= payload;
        operation = ends ? Operation.NONE : Operation.WRITE;
        if (packet.opcode().has(Header.IMMDT)) {
            receives.remove();
        }
        return Syndrome.ACK;
    }

    private boolean grants(long length, boolean writes) {
        return targets.stream().anyMatch(target -> target.grants(rkey, address, length, writes));
    }

    /** Applies a request that a response answers. */
    private int performOther(PacketDecoder packet) {
        address = packet.remoteAddress();
        rkey = packet.rkey();
        RoceOpcode opcode = packet.opcode();
        long length = opcode.has(Header.RETH) ? packet.dmaLength() : packet.payloadLength();
        boolean granted = switch (opcode) {
            case RC_RDMA_READ_REQUEST -> length == 0 || grants(length, false);
            case RC_COMPARE_SWAP, RC_FETCH_ADD -> grants(Long.BYTES, true);
            case RC_ATOMIC_WRITE -> grants(length, true);
            case RC_FLUSH -> packet.selectivity() == WHOLE_REGION ? isTarget() : grants(length, false);
            default -> throw new AssertionError(opcode);
        };
        if (!granted) {
            return Syndrome.NAK_REMOTE_ACCESS;
        }
        boolean atomic = opcode != RoceOpcode.RC_RDMA_READ_REQUEST && opcode != RoceOpcode.RC_FLUSH;
        boolean eightBytes =
                opcode != RoceOpcode.RC_ATOMIC_WRITE || (length == Long.BYTES && packet.payloadLength() == Long.BYTES);
        if ((atomic && address % Long.BYTES != 0) || !eightBytes) {
            return Syndrome.NAK_INVALID_REQUEST;
        }
        int packets = opcode == RoceOpcode.RC_RDMA_READ_REQUEST ? packets(length) : 1;
        history.add(new Answered(packet.psn(), packets, rkey, address, length));
        if (history.size() > HISTORY) {
            history.remove();
        }
        expected = expected + packets & PacketDecoder.MASK_24;
        return Syndrome.ACK;
    }

    private boolean isTarget() {
        return targets.stream().anyMatch(target -> target.rkey() == rkey);
    }

    @Override
    public String toString() {
        return "expects " + expected + " of " + operation + ", rest " + rest + (failed ? ", failed" : "");
    }
}
