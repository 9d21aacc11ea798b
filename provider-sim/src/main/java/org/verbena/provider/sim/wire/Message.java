package org.verbena.provider.sim.wire;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.Segments;

/**
 * Consecutive packets of one operation, mostly all of them, with the fields of their headers; those that its opcode does not use hold anything. Messages are reused: what
 * is read from one is valid until {@link Path#send} or {@link Receiver#receive} returns, and whoever needs it longer
 * {@linkplain #copy copies} it. Fields are open since every one is written and read once for each message.
 */
public final class Message {
    /** The serial numbers of packets have 24 bits. */
    public static final int PSN_MASK = 0xFF_FFFF;

    /** AETH: acknowledged. */
    public static final int ACK = 0x1F;

    /** AETH: receiver not ready; the low five bits are the timer. */
    public static final int RNR_NAK = 0x20;

    /** AETH: a request is missing before this one. */
    public static final int NAK_SEQUENCE = 0x60;

    /** AETH: invalid request. */
    public static final int NAK_INVALID_REQUEST = 0x61;

    /** AETH: remote access error. */
    public static final int NAK_REMOTE_ACCESS = 0x62;

    /** AETH: remote operation error. */
    public static final int NAK_REMOTE_OPERATION = 0x63;

    /** The queue pair number of a message to a group. */
    public static final int MULTICAST_QPN = 0xFF_FFFF;

    /** The operation. */
    public Opcode opcode = Opcode.SEND;

    /** BTH: which transport, as the type of the sending queue pair. */
    public Service service = Service.RELIABLE;

    /** BTH: the queue pair that it is for. */
    public int destQpn;

    /** BTH: the number of the first packet. */
    public int psn;

    /** How many numbers the packets take, those of the response included if it is longer. */
    public int packets;

    /** The number of bytes in each packet but the last one of an operation: the path MTU of the sending queue pair. */
    public int mtu;

    /** Set if the first of these packets is the first one of the operation. */
    public boolean starts = true;

    /** Set if the last of these packets is the last one of the operation. */
    public boolean ends = true;

    /** BTH: the solicited event bit. */
    public boolean solicited;

    /** DETH: the queue pair that sent it; of connected ones nobody looks at it but people. */
    public int srcQpn;

    /** DETH: the Q_Key. */
    public int qkey;

    /** RETH and AtomicETH: the first byte. */
    public long remoteAddress;

    /** RETH and AtomicETH: the key. */
    public int rkey;

    /** RETH: number of bytes, unsigned; of other messages the length of the payload. */
    public long length;

    /** AtomicETH: what is expected. AtomicAckETH: what was there. */
    public long compare;

    /** AtomicETH: what replaces it or is added. */
    public long swapAdd;

    /** FETH: {@code enum ibv_placement_type}. */
    public int placement;

    /** FETH: {@code enum ibv_selectivity_level}. */
    public int selectivity;

    /** Whether there is an ImmDt. */
    public boolean hasImmediate;

    /** Whether there is an IETH. */
    public boolean hasInvalidate;

    /** ImmDt: the four bytes as they lie in memory. IETH: the key. */
    public int immediate;

    /** XRCETH: the number of the shared receive queue. */
    public int srqn;

    /** AETH: the syndrome. */
    public int syndrome;

    /** The route that it takes, for the global route header of datagrams. */
    public @Nullable Route route;

    /**
     * The queue pair of this process that gets no copy of a multicast, because it sent it. Only a multicast datagram
     * and a frame have a meaningful value.
     */
    public @Nullable Object notTo;

    /** The payload. */
    public final Segments payload = new Segments();

    /**
     * Returns how far a packet number is ahead of another.
     *
     * @param later the one number
     * @param earlier the other number
     * @return the distance, negative if it is behind
     */
    public static int distance(int later, int earlier) {
        return (later - earlier) << Byte.SIZE >> Byte.SIZE;
    }

    /**
     * A message that stays as it is.
     *
     * @return a copy, with a payload of its own
     */
    public Message copy() {
        Message copy = new Message();
        copyHeaders(copy);
        payload.snapshot(copy.payload);
        return copy;
    }

    /**
     * Fills in another message with all packets of this one but the first ones.
     *
     * @param skipped the number of packets to leave out, less than there are
     * @param rest the other message
     */
    public void copyRest(int skipped, Message rest) {
        copyHeaders(rest);
        rest.psn = psn + skipped & PSN_MASK;
        rest.packets = packets - skipped;
        rest.starts = false;
        rest.payload.addPart(payload, (long) skipped * mtu, Long.MAX_VALUE);
    }

    /**
     * Keeps the first packets alone: the rest of the operation does not come.
     *
     * @param number how many, fewer than there are
     */
    public void keepFirst(int number) {
        packets = number;
        payload.truncate((long) number * mtu);
        ends = false;
    }

    private void copyHeaders(Message copy) {
        copy.opcode = opcode;
        copy.service = service;
        copy.destQpn = destQpn;
        copy.psn = psn;
        copy.packets = packets;
        copy.mtu = mtu;
        copy.starts = starts;
        copy.ends = ends;
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
        copy.route = route;
        copy.notTo = notTo;
    }
}
