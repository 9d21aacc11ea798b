// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.Segments;

/**
 * Consecutive packets of one operation, usually all of them, with the fields of their headers. A field that the opcode
 * does not use has an arbitrary value.
 *
 * <p>Messages are reused. The content of a message is valid until {@link Path#send} or {@link Receiver#receive}
 * returns. Code that needs it longer must {@linkplain #copy copy} it. The fields are public because each one is written
 * and read once for each message.
 */
public final class WireMessage {
    /** The mask of a packet sequence number, which has 24 bits. */
    public static final int PSN_MASK = 0xFF_FFFF;

    /** AETH: acknowledgement. */
    public static final int ACK = 0x1F;

    /** AETH: receiver not ready. The low five bits are the timer code. */
    public static final int RNR_NAK = 0x20;

    /** AETH: PSN sequence error, because a request before this one is missing. */
    public static final int NAK_SEQUENCE = 0x60;

    /** AETH: invalid request. */
    public static final int NAK_INVALID_REQUEST = 0x61;

    /** AETH: remote access error. */
    public static final int NAK_REMOTE_ACCESS = 0x62;

    /** AETH: remote operation error. */
    public static final int NAK_REMOTE_OPERATION = 0x63;

    /** The destination queue pair number of a multicast message. */
    public static final int MULTICAST_QPN = 0xFF_FFFF;

    /** The operation. */
    public Opcode opcode = Opcode.SEND;

    /** BTH: the transport service, which is the type of the sending queue pair. */
    public Service service = Service.RELIABLE;

    /** BTH: the destination queue pair number. */
    public int destQpn;

    /** BTH: the PSN of the first packet. */
    public int psn;

    /** The number of PSNs that the packets use, or that the response uses if it is longer. */
    public int packets;

    /**
     * The number of bytes in each packet except the last one of an operation: the path MTU of the sending queue pair.
     */
    public int mtu;

    /** Set if the first of these packets is the first packet of the operation. */
    public boolean starts = true;

    /** Set if the last of these packets is the last packet of the operation. */
    public boolean ends = true;

    /** BTH: set if the last of these packets requests an acknowledgement although the operation has further packets. */
    public boolean requestsAck;

    /** BTH: set if the number of pad bytes does not fit the length of the payload. */
    public boolean wrongPad;

    /** BTH: the solicited event bit. */
    public boolean solicited;

    /** DETH: the source queue pair number. It is informational for connected transports. */
    public int srcQpn;

    /** DETH: the Q_Key. */
    public int qkey;

    /** RETH and AtomicETH: the address of the first byte. */
    public long remoteAddress;

    /** RETH and AtomicETH: the R_Key. */
    public int rkey;

    /** RETH: the number of bytes, unsigned. For other messages, the length of the payload. */
    public long length;

    /** AtomicETH: the expected value. AtomicAckETH: the original value. */
    public long compare;

    /** AtomicETH: the value to swap in or to add. */
    public long swapAdd;

    /** FETH: {@code enum ibv_placement_type}. */
    public int placement;

    /** FETH: {@code enum ibv_selectivity_level}. */
    public int selectivity;

    /** Set if the message has an ImmDt. */
    public boolean hasImmediate;

    /** Set if the message has an IETH. */
    public boolean hasInvalidate;

    /** ImmDt: the four bytes in memory order. IETH: the key. */
    public int immediate;

    /** XRCETH: the number of the shared receive queue. */
    public int srqn;

    /** AETH: the syndrome. */
    public int syndrome;

    /** AETH: the message sequence number. */
    public int msn;

    /** The route of the message, for the global route header of datagrams. */
    public @Nullable Route route;

    /**
     * The queue pair of this process that receives no copy of a multicast because it sent it. The value has a meaning
     * only for a multicast datagram and a frame.
     */
    public @Nullable Object notTo;

    /** The tag that the flow rule of the receiver gives to a frame, 0 if it has none. */
    public int flowTag;

    /** The capture that contains the message already. It has a meaning only in a simulator with captures. */
    public @Nullable Object captured;

    /** Set if a fault makes the responder answer with an RNR NAK. It does not cross a network. */
    public boolean receiverNotReady;

    /** The payload. */
    public final Segments payload = new Segments();

    /**
     * Returns the distance between two packet sequence numbers.
     *
     * @param later one number
     * @param earlier the other number
     * @return the number of packets by which {@code later} is ahead of {@code earlier}, negative if it is behind
     */
    public static int distance(int later, int earlier) {
        return (later - earlier) << Byte.SIZE >> Byte.SIZE;
    }

    /** {@return a copy of this message that remains valid, with its own copy of the payload} */
    public WireMessage copy() {
        WireMessage copy = new WireMessage();
        copyHeaders(copy);
        payload.snapshot(copy.payload);
        return copy;
    }

    /**
     * Fills another message with all packets of this one except the first ones.
     *
     * @param skipped the number of packets to leave out, less than {@link #packets}
     * @param rest the other message
     */
    public void copyRest(int skipped, WireMessage rest) {
        copyHeaders(rest);
        rest.psn = psn + skipped & PSN_MASK;
        rest.packets = packets - skipped;
        rest.starts = false;
        rest.payload.addPart(payload, (long) skipped * mtu, Long.MAX_VALUE);
    }

    /**
     * Fills another message with some packets of this one.
     *
     * @param first the number of packets before them
     * @param number the number of packets, at least 1
     * @param part the other message
     */
    public void copyPart(int first, int number, WireMessage part) {
        copyHeaders(part);
        part.psn = psn + first & PSN_MASK;
        part.packets = number;
        part.starts = starts && first == 0;
        part.ends = ends && first + number == packets;
        part.payload.addPart(payload, (long) first * mtu, (long) number * mtu);
    }

    /**
     * Keeps only the first packets. The rest of the operation does not arrive.
     *
     * @param number the number of packets to keep, less than {@link #packets}
     */
    public void keepFirst(int number) {
        packets = number;
        payload.truncate((long) number * mtu);
        ends = false;
    }

    /**
     * Returns whether the message starts an operation of a reliable service that takes a receive.
     *
     * @return whether the responder may answer with an RNR NAK
     */
    public boolean takesReceive() {
        boolean takes = opcode == Opcode.SEND || (opcode == Opcode.RDMA_WRITE && hasImmediate);
        return takes && starts && (service == Service.RELIABLE || service == Service.EXTENDED);
    }

    private void copyHeaders(WireMessage copy) {
        copy.opcode = opcode;
        copy.service = service;
        copy.destQpn = destQpn;
        copy.psn = psn;
        copy.packets = packets;
        copy.mtu = mtu;
        copy.starts = starts;
        copy.ends = ends;
        copy.requestsAck = requestsAck;
        copy.wrongPad = wrongPad;
        copy.solicited = solicited;
        copy.srcQpn = srcQpn;
        copy.qkey = qkey;
        copy.remoteAddress = remoteAddress;
        copy.rkey = rkey;
        copy.length = length;
        copy.compare = compare;
        copy.swapAdd = swapAdd;
        copy.placement = placement;
        copy.selectivity = selectivity;
        copy.hasImmediate = hasImmediate;
        copy.hasInvalidate = hasInvalidate;
        copy.immediate = immediate;
        copy.srqn = srqn;
        copy.syndrome = syndrome;
        copy.msn = msn;
        copy.route = route;
        copy.notTo = notTo;
        copy.flowTag = flowTag;
        copy.captured = captured;
    }
}
