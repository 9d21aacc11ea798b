// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;
import org.verbena.rocev2.RoceOpcode.Header;

/**
 * Reads a packet in a buffer, from its base transport header (BTH) to its invariant checksum (ICRC): the payload of a
 * UDP datagram to port {@link #UDP_PORT}.
 *
 * <p>A decoder may be used for any number of packets, by one thread at a time. Numbers are in network byte order.
 * Methods for a field of an extended header throw {@link IllegalStateException} if the opcode lacks that header.
 *
 * <pre>{@code
 * if (packet.wrap(datagram, 0, length) == PacketDecoder.Defect.NONE && packet.opcode() == RoceOpcode.RC_SEND_ONLY) {
 *     receive(packet.destQpn(), packet.psn(), packet.payloadOffset(), packet.payloadLength());
 * }
 * }</pre>
 */
public final class PacketDecoder extends PacketFlyweight {
    /** The destination port of all RoCEv2 datagrams ({@code ROCE_V2_UDP_DPORT}). */
    public static final int UDP_PORT = 4791;

    /** The length of the invariant checksum in bytes. */
    public static final int ICRC_LENGTH = 4;

    /** The maximum length of the headers of one packet in bytes. */
    public static final int MAX_HEADER_LENGTH = 48;

    /** The destination queue pair number of multicast packets. */
    public static final int MULTICAST_QPN = 0xFF_FFFF;

    /** The mask of numbers of 24 bits: packet sequence numbers, queue pair numbers, message sequence numbers. */
    public static final int MASK_24 = 0xFF_FFFF;

    /** The reason why bytes are not a packet. */
    public enum Defect {
        /** The bytes are a packet. */
        NONE("no defect"),
        /** The length is less than that of the base transport header. */
        NO_BTH("shorter than a base transport header"),
        /** The opcode is not assigned. */
        UNKNOWN_OPCODE("unknown opcode"),
        /** The length is less than that of the headers of the opcode, the pad bytes and the checksum. */
        TRUNCATED("shorter than the headers of its opcode, its padding and its checksum"),
        /** The transport header version is not 0. */
        VERSION("unknown version of the base transport header");

        private final String text;

        Defect(String text) {
            this.text = text;
        }

        /** Returns a human-readable description. */
        @Override
        public String toString() {
            return text;
        }
    }

    /** Creates a decoder that refers to no packet. */
    public PacketDecoder() {}

    /**
     * Refers to a received packet, and checks its lengths. The other methods may be called only if there is no defect.
     *
     * @param source the buffer, in big-endian order; its position is ignored
     * @param from the index of the first byte of the base transport header
     * @param bytes the number of bytes including the checksum
     * @return {@link Defect#NONE}, or the first defect in the order of the checks of rxe ({@code rxe_rcv})
     */
    public Defect wrap(ByteBuffer source, int from, int bytes) {
        if (bytes < RoceOpcode.BTH_LENGTH) {
            return Defect.NO_BTH;
        }
        RoceOpcode known = RoceOpcode.of(Byte.toUnsignedInt(source.get(from)));
        if (known == null) {
            return Defect.UNKNOWN_OPCODE;
        }
        buffer = source;
        offset = from;
        opcode = known;
        length = bytes;
        if (bytes < known.headerLength() + padCount() + ICRC_LENGTH) {
            return Defect.TRUNCATED;
        }
        return (flags() & VERSION_MASK) == 0 ? Defect.NONE : Defect.VERSION;
    }

    /** {@return the opcode} */
    public RoceOpcode opcode() {
        return opcode;
    }

    /**
     * Returns the length of the packet.
     *
     * @return the number of bytes including pad bytes and checksum
     */
    public int length() {
        return length;
    }

    /**
     * Returns the length of the payload.
     *
     * @return the number of bytes without pad bytes
     */
    public int payloadLength() {
        return length - opcode.headerLength() - padCount() - ICRC_LENGTH;
    }

    /** {@return the solicited event bit; true if the packet asks for an event} */
    public boolean isSolicited() {
        return (flags() & SOLICITED) != 0;
    }

    /**
     * Returns the MigReq bit. Adapters set it unless a path migration is in progress; rxe never sets it.
     *
     * @return true if it is set
     */
    public boolean isMigrated() {
        return (flags() & MIGRATED) != 0;
    }

    /** {@return the number of pad bytes behind the payload, 0..3} */
    public int padCount() {
        return (flags() & PAD_MASK) >> PAD_SHIFT;
    }

    private int flags() {
        return buffer.get(offset + FLAGS_AT);
    }

    /** {@return the P_Key, 16 bits} */
    public int pkey() {
        return Short.toUnsignedInt(buffer.getShort(offset + PKEY_AT));
    }

    /** {@return the bit of forward congestion notification; true if it is set} */
    public boolean isFecn() {
        return (buffer.get(offset + CONGESTION_AT) & FECN) != 0;
    }

    /** {@return the bit of backward congestion notification; true if it is set} */
    public boolean isBecn() {
        return (buffer.get(offset + CONGESTION_AT) & BECN) != 0;
    }

    /** {@return the destination queue pair number, 24 bits} */
    public int destQpn() {
        return buffer.getInt(offset + QPN_AT) & MASK_24;
    }

    /** {@return the bit that requests an acknowledgement; true if it is set} */
    public boolean isAckRequested() {
        return buffer.getInt(offset + PSN_AT) < 0;
    }

    /** {@return the packet sequence number, 24 bits} */
    public int psn() {
        return buffer.getInt(offset + PSN_AT) & MASK_24;
    }

    /** {@return the number of the shared receive queue (XRCETH), 24 bits} */
    public int srqn() {
        return buffer.getInt(at(Header.XRCETH)) & MASK_24;
    }

    /** {@return the Q_Key (DETH)} */
    public int qkey() {
        return buffer.getInt(at(Header.DETH));
    }

    /** {@return the source queue pair number (DETH), 24 bits} */
    public int srcQpn() {
        return buffer.getInt(at(Header.DETH) + QPN_IN_DETH) & MASK_24;
    }

    /**
     * Returns the type of a flush (FETH).
     *
     * @return the bits of {@code enum ibv_placement_type}
     */
    public int placement() {
        return buffer.getInt(at(Header.FETH)) & PLACEMENT_MASK;
    }

    /**
     * Returns the selectivity of a flush (FETH).
     *
     * @return a value of {@code enum ibv_selectivity_level}, 0..3
     */
    public int selectivity() {
        return buffer.getInt(at(Header.FETH)) >> SELECTIVITY_SHIFT & SELECTIVITY_MASK;
    }

    /**
     * Returns the remote address (RETH or AtomicETH).
     *
     * @return the address of the first byte
     */
    public long remoteAddress() {
        return buffer.getLong(remoteAt());
    }

    /** {@return the R_Key of the remote memory (RETH or AtomicETH)} */
    public int rkey() {
        return buffer.getInt(remoteAt() + RKEY_IN_RETH);
    }

    /**
     * Returns the length of the whole message (RETH).
     *
     * @return the number of bytes, unsigned
     */
    public long dmaLength() {
        return Integer.toUnsignedLong(buffer.getInt(at(Header.RETH) + LENGTH_IN_RETH));
    }

    /** {@return the operand of an atomic that is swapped in or added (AtomicETH)} */
    public long swapAdd() {
        return buffer.getLong(at(Header.ATOMIC_ETH) + SWAP_IN_ATOMIC);
    }

    /**
     * Returns the operand of an atomic that is compared (AtomicETH). Senders leave any value in it for FetchAdd.
     *
     * @return the number
     */
    public long compare() {
        return buffer.getLong(at(Header.ATOMIC_ETH) + COMPARE_IN_ATOMIC);
    }

    /**
     * Returns the syndrome of an answer (AETH). Bits 7 to 5 are the kind: 0 acknowledgement, 1 receiver not ready, 3
     * error. The others are a credit count, a timer code, or an error code.
     *
     * @return the syndrome, 0..255
     */
    public int syndrome() {
        return Byte.toUnsignedInt(buffer.get(at(Header.AETH)));
    }

    /** {@return the message sequence number of an answer (AETH), 24 bits} */
    public int msn() {
        return buffer.getInt(at(Header.AETH)) & MASK_24;
    }

    /** {@return the value that an atomic found (AtomicAckETH)} */
    public long original() {
        return buffer.getLong(at(Header.ATOMIC_ACK_ETH));
    }

    /**
     * Returns the immediate data (ImmDt).
     *
     * @return the four bytes as a big-endian number
     */
    public int immediate() {
        return buffer.getInt(at(Header.IMMDT));
    }

    /** {@return the R_Key to invalidate (IETH)} */
    public int invalidatedRkey() {
        return buffer.getInt(at(Header.IETH));
    }

    /**
     * Returns the checksum as the packet carries it. {@link Icrc} computes it.
     *
     * @return the checksum; its first byte on the wire is the least significant one
     */
    public int icrc() {
        return Integer.reverseBytes(buffer.getInt(offset + length - ICRC_LENGTH));
    }

    private int remoteAt() {
        return at(opcode.has(Header.ATOMIC_ETH) ? Header.ATOMIC_ETH : Header.RETH);
    }
}
