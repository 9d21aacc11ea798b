// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import static org.verbena.rocev2.PacketDecoder.ICRC_LENGTH;
import static org.verbena.rocev2.PacketDecoder.MASK_24;

import java.nio.ByteBuffer;
import org.verbena.rocev2.RoceOpcode.Header;

/**
 * Writes a packet to a buffer, from its base transport header (BTH) to its invariant checksum (ICRC).
 *
 * <p>An encoder may be used for any number of packets, by one thread at a time. Numbers are in network byte order.
 * Methods for an extended header throw {@link IllegalStateException} if the opcode lacks that header.
 *
 * <pre>{@code
 * packet.begin(datagram, 0, RoceOpcode.RC_SEND_ONLY).pkey(0xFFFF).destQpn(17).psn(2748, true);
 * datagram.put(packet.payloadOffset(), hello);
 * int length = packet.end(hello.length);
 * packet.icrc(icrc.compute(datagram, 0, length));
 * }</pre>
 */
public final class PacketEncoder extends PacketFlyweight {
    /** Creates an encoder that refers to no packet. */
    public PacketEncoder() {}

    /**
     * Begins a packet. It writes zeroes to all headers, and then the opcode. The caller sets the fields, puts the
     * payload at {@link #payloadOffset}, and calls {@link #end}.
     *
     * @param target the buffer, in big-endian order; its position is ignored
     * @param from the index of the first byte of the base transport header
     * @param code the opcode
     * @return this packet
     */
    public PacketEncoder begin(ByteBuffer target, int from, RoceOpcode code) {
        buffer = target;
        offset = from;
        opcode = code;
        length = 0;
        for (int i = 0; i < code.headerLength(); i += Integer.BYTES) {
            target.putInt(from + i, 0);
        }
        target.put(from, (byte) code.code());
        return this;
    }

    /**
     * Ends a packet: writes the pad bytes and their number, and leaves space for the checksum.
     *
     * @param payloadLength the length of the payload in bytes
     * @return the length of the packet including the checksum
     */
    public int end(int payloadLength) {
        int pad = -payloadLength & 3;
        int behind = payloadOffset() + payloadLength;
        for (int i = 0; i < pad; i++) {
            buffer.put(behind + i, (byte) 0);
        }
        flags(PAD_MASK, pad << PAD_SHIFT);
        length = opcode.headerLength() + payloadLength + pad + ICRC_LENGTH;
        return length;
    }

    /**
     * Writes the checksum.
     *
     * @param value the checksum
     */
    public void icrc(int value) {
        buffer.putInt(offset + length - ICRC_LENGTH, Integer.reverseBytes(value));
    }

    /**
     * Sets the solicited event bit.
     *
     * @param value true to ask for an event
     * @return this packet
     */
    public PacketEncoder solicited(boolean value) {
        return flags(SOLICITED, value ? SOLICITED : 0);
    }

    /**
     * Sets the MigReq bit.
     *
     * @param value true to set it
     * @return this packet
     */
    public PacketEncoder migrated(boolean value) {
        return flags(MIGRATED, value ? MIGRATED : 0);
    }

    private PacketEncoder flags(int mask, int bits) {
        buffer.put(offset + FLAGS_AT, (byte) ((buffer.get(offset + FLAGS_AT) & ~mask) | bits));
        return this;
    }

    /**
     * Sets the P_Key.
     *
     * @param value the P_Key, 16 bits
     * @return this packet
     */
    public PacketEncoder pkey(int value) {
        buffer.putShort(offset + PKEY_AT, (short) value);
        return this;
    }

    /**
     * Sets the bits of congestion notification.
     *
     * @param fecn the forward bit
     * @param becn the backward bit
     * @return this packet
     */
    public PacketEncoder congestion(boolean fecn, boolean becn) {
        buffer.put(offset + CONGESTION_AT, (byte) ((fecn ? FECN : 0) | (becn ? BECN : 0)));
        return this;
    }

    /**
     * Sets the destination queue pair number.
     *
     * @param value the number, 24 bits
     * @return this packet
     */
    public PacketEncoder destQpn(int value) {
        buffer.putInt(offset + QPN_AT, (buffer.getInt(offset + QPN_AT) & ~MASK_24) | (value & MASK_24));
        return this;
    }

    /**
     * Sets the packet sequence number and the bit that requests an acknowledgement.
     *
     * @param value the number, 24 bits
     * @param ackRequested true to request an acknowledgement
     * @return this packet
     */
    public PacketEncoder psn(int value, boolean ackRequested) {
        buffer.putInt(offset + PSN_AT, (value & MASK_24) | (ackRequested ? ACK_REQUEST : 0));
        return this;
    }

    /**
     * Sets the number of the shared receive queue (XRCETH).
     *
     * @param value the number, 24 bits
     * @return this packet
     */
    public PacketEncoder srqn(int value) {
        buffer.putInt(at(Header.XRCETH), value & MASK_24);
        return this;
    }

    /**
     * Sets the fields of a datagram (DETH).
     *
     * @param qkey the Q_Key
     * @param srcQpn the source queue pair number, 24 bits
     * @return this packet
     */
    public PacketEncoder deth(int qkey, int srcQpn) {
        buffer.putInt(at(Header.DETH), qkey).putInt(at(Header.DETH) + QPN_IN_DETH, srcQpn & MASK_24);
        return this;
    }

    /**
     * Sets the fields of a flush (FETH).
     *
     * @param placement the bits of {@code enum ibv_placement_type}
     * @param selectivity a value of {@code enum ibv_selectivity_level}, 0..3
     * @return this packet
     */
    public PacketEncoder feth(int placement, int selectivity) {
        buffer.putInt(
                at(Header.FETH),
                (placement & PLACEMENT_MASK) | ((selectivity & SELECTIVITY_MASK) << SELECTIVITY_SHIFT));
        return this;
    }

    /**
     * Sets the remote memory of an RDMA operation (RETH).
     *
     * @param address the address of the first byte
     * @param rkey the R_Key
     * @param dmaLength the length of the whole message in bytes, 32 bits
     * @return this packet
     */
    public PacketEncoder reth(long address, int rkey, long dmaLength) {
        int reth = at(Header.RETH);
        buffer.putLong(reth, address).putInt(reth + RKEY_IN_RETH, rkey);
        buffer.putInt(reth + LENGTH_IN_RETH, (int) dmaLength);
        return this;
    }

    /**
     * Sets the fields of an atomic (AtomicETH).
     *
     * @param address the address of the number
     * @param rkey the R_Key
     * @param swapAdd the number that is swapped in or added
     * @param compare the number that is compared
     * @return this packet
     */
    public PacketEncoder atomicEth(long address, int rkey, long swapAdd, long compare) {
        int atomic = at(Header.ATOMIC_ETH);
        buffer.putLong(atomic, address).putInt(atomic + RKEY_IN_RETH, rkey);
        buffer.putLong(atomic + SWAP_IN_ATOMIC, swapAdd).putLong(atomic + COMPARE_IN_ATOMIC, compare);
        return this;
    }

    /**
     * Sets the fields of an answer (AETH).
     *
     * @param syndrome the syndrome, 0..255
     * @param msn the message sequence number, 24 bits
     * @return this packet
     */
    public PacketEncoder aeth(int syndrome, int msn) {
        buffer.putInt(at(Header.AETH), (syndrome << SYNDROME_SHIFT) | (msn & MASK_24));
        return this;
    }

    /**
     * Sets the value that an atomic found (AtomicAckETH).
     *
     * @param value the number
     * @return this packet
     */
    public PacketEncoder original(long value) {
        buffer.putLong(at(Header.ATOMIC_ACK_ETH), value);
        return this;
    }

    /**
     * Sets the immediate data (ImmDt).
     *
     * @param value the four bytes as a big-endian number
     * @return this packet
     */
    public PacketEncoder immediate(int value) {
        buffer.putInt(at(Header.IMMDT), value);
        return this;
    }

    /**
     * Sets the R_Key to invalidate (IETH).
     *
     * @param value the R_Key
     * @return this packet
     */
    public PacketEncoder invalidatedRkey(int value) {
        buffer.putInt(at(Header.IETH), value);
        return this;
    }

    /**
     * Writes a packet with the fields, the payload and the checksum of another one. It sets each field by its value, so
     * that the result shows whether the packet was understood.
     *
     * @param from the other packet, in which there is no defect
     * @param source the buffer of the other packet
     * @param target the buffer, in big-endian order; its position is ignored
     * @param at the index of the first byte of the base transport header
     * @return the length of the packet including the checksum
     */
    public int copy(PacketDecoder from, ByteBuffer source, ByteBuffer target, int at) {
        RoceOpcode code = from.opcode();
        begin(target, at, code).solicited(from.isSolicited()).migrated(from.isMigrated());
        pkey(from.pkey()).congestion(from.isFecn(), from.isBecn()).destQpn(from.destQpn());
        psn(from.psn(), from.isAckRequested());
        if (code.has(Header.XRCETH)) {
            srqn(from.srqn());
        }
        if (code.has(Header.DETH)) {
            deth(from.qkey(), from.srcQpn());
        }
        if (code.has(Header.FETH)) {
            feth(from.placement(), from.selectivity());
        }
        if (code.has(Header.RETH)) {
            reth(from.remoteAddress(), from.rkey(), from.dmaLength());
        }
        if (code.has(Header.ATOMIC_ETH)) {
            atomicEth(from.remoteAddress(), from.rkey(), from.swapAdd(), from.compare());
        }
        if (code.has(Header.AETH)) {
            aeth(from.syndrome(), from.msn());
        }
        if (code.has(Header.ATOMIC_ACK_ETH)) {
            original(from.original());
        }
        if (code.has(Header.IMMDT)) {
            immediate(from.immediate());
        }
        if (code.has(Header.IETH)) {
            invalidatedRkey(from.invalidatedRkey());
        }
        target.put(payloadOffset(), source, from.payloadOffset(), from.payloadLength());
        int bytes = end(from.payloadLength());
        icrc(from.icrc());
        return bytes;
    }
}
