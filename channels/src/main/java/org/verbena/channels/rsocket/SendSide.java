// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import java.nio.ByteBuffer;

/**
 * The sending half of a connection: the space in the peer's ring, the limit of messages, and this side's own send ring
 * and send queue. Not safe for use by several threads.
 */
public final class SendSide {
    /** The entries of the send queue that only control messages use ({@code RS_QP_CTRL_SIZE}). */
    public static final int CONTROL_SLOTS = 4;

    /** The entries of this side's list of descriptors. */
    public static final int ENTRIES = 2;

    /** The bytes of an entry: address, key and length. */
    public static final int ENTRY_LENGTH = 16;

    private static final int KEY = 8;
    private static final int LENGTH = 12;

    /** Less space than this is not worth a message ({@code RS_SNDLOWAT}). */
    private static final int LOW_WATER = 2048;

    private static final int LARGEST_MESSAGE = 64 * 1024;

    private static final long CONTROL = 1L << 32;

    /** The bit of the work request ID of a message from a lent buffer. */
    public static final long LENT = 1L << 33;

    private final ByteBuffer list;
    private final int size;
    private final int lowWater;
    private final int largestMessage;
    private int freeSlots;
    private int freeControlSlots = CONTROL_SLOTS;
    private int position;
    private int used;

    /** The entry that the peer writes next. The connection data replace entry 0. */
    private int entry = 1;

    /** The last targets of the entries. */
    private final Target[] targets = {Target.NONE, Target.NONE};

    private Target current = Target.NONE;
    private Target next = Target.NONE;

    /** Bytes of {@link #current} that are written. */
    private int written;

    /** The number of messages sent, and its limit, modulo 65536. */
    private int sent;

    private int limit;
    private int credits;

    /**
     * Creates the sending half.
     *
     * @param slots the entries of the send queue
     * @param size the bytes of the send ring
     * @param list the memory into which the peer writes descriptors, in native order
     */
    public SendSide(int slots, int size, ByteBuffer list) {
        this.list = list;
        this.size = size;
        lowWater = Math.min(LOW_WATER, size / 2);
        largestMessage = Math.min(LARGEST_MESSAGE, size / 2);
        freeSlots = slots - CONTROL_SLOTS;
    }

    /**
     * Starts with the data of the peer.
     *
     * @param peer the connection data
     */
    void connected(ConnectionData peer) {
        current = peer.ring();
        credits = peer.credits();
        limit = credits;
    }

    /**
     * Takes a limit, and the descriptor that may have arrived with it.
     *
     * @param value the value of the message
     * @throws ProtocolException if the limit exceeds the number of messages that the peer can hold, or the descriptor
     *     is outside the address space
     */
    void onCredits(int value) throws ProtocolException {
        int fresh = value - sent & 0xFFFF;
        if (fresh > credits) {
            throw new ProtocolException("limit of " + (value & 0xFFFF) + " messages after " + sent
                    + ", which exceeds credits = " + credits);
        }
        limit = value & 0xFFFF;
        takeDescriptor();
    }

    private void takeDescriptor() throws ProtocolException {
        if (next.length() != 0) {
            return;
        }
        int at = entry * ENTRY_LENGTH;
        int length = list.getInt(at + LENGTH);
        if (length == 0) {
            return;
        }
        Target target = target(list.getLong(at), Integer.toUnsignedLong(list.getInt(at + KEY)), length);
        if (!target.isInAddressSpace()) {
            throw new ProtocolException("descriptor " + target + ", outside the address space");
        }
        list.putInt(at + LENGTH, 0);
        entry = (entry + 1) % ENTRIES;
        if (written == current.length()) {
            current = target;
            written = 0;
        } else {
            next = target;
        }
    }

    /**
     * Returns the target of the current entry. Each entry describes the same half of the peer's ring again and again.
     */
    private Target target(long address, long key, int length) {
        Target known = targets[entry];
        if (known.address() != address || known.key() != key || known.length() != length) {
            known = new Target(address, key, length);
            targets[entry] = known;
        }
        return known;
    }

    // ---------------------------------------------------------------- data

    /**
     * Returns the number of bytes that the next message can have.
     *
     * @param wanted the bytes that the application wants to send
     * @param inline the largest message that needs no space in the send ring
     * @return the bytes; 0 if the peer or this device must make progress first
     */
    public int sendable(int wanted, int inline) {
        return sent == limit ? 0 : fitting(Math.min(wanted, current.length() - written), inline);
    }

    /** Returns the number of bytes that fit into the send queue and the send ring. */
    private int fitting(int wanted, int inline) {
        if (freeSlots == 0) {
            return 0;
        }
        int most = Math.min(wanted, largestMessage);
        if (most <= inline) {
            return most;
        }
        int space = size - used;
        return space < Math.min(lowWater, most) ? 0 : Math.min(most, space);
    }

    /** {@return whether a message of any size can be sent; true if the channel is writable} */
    boolean isWritable() {
        return freeSlots > 0 && sent != limit && written < current.length() && size - used >= lowWater;
    }

    /** Returns the number of bytes that the next write into mapped memory can have, out of the wanted ones. */
    int ioSendable(int wanted, int inline) {
        return fitting(wanted, inline);
    }

    /** Returns whether a write into mapped memory of any size can be sent. */
    boolean isIoWritable() {
        return freeSlots > 0 && size - used >= lowWater;
    }

    /** Returns whether an entry of the I/O map can be sent. */
    boolean canSendEntry(int inline) {
        return sent != limit && fitting(IoMap.ENTRY_LENGTH, inline) == IoMap.ENTRY_LENGTH;
    }

    /**
     * Returns where the next message starts in the send ring. A message behind the end of the ring goes on at its
     * start.
     *
     * @return the offset
     */
    public int position() {
        return position;
    }

    /** {@return the address of the next message at the peer} */
    public long remoteAddress() {
        return current.address() + written;
    }

    /**
     * Returns the key of the next message at the peer.
     *
     * @return the remote key
     */
    public long remoteKey() {
        return current.key();
    }

    /**
     * Records a message of the stream before it is posted.
     *
     * @param length the number of bytes
     * @param ring the number of them in the send ring, 0 for inline data
     * @return the work request ID
     */
    public long sending(int length, int ring) {
        written += length;
        if (written == current.length() && next.length() != 0) {
            current = next;
            written = 0;
            next = Target.NONE;
        }
        return sendingEntry(ring);
    }

    /**
     * Records the message of an entry of the I/O map before it is posted.
     *
     * @param ring the number of its bytes in the send ring, 0 for inline data
     * @return the work request ID
     */
    public long sendingEntry(int ring) {
        sent = sent + 1 & 0xFFFF;
        return ioSending(ring);
    }

    /**
     * Records a write into mapped memory before it is posted. The peer does not count it.
     *
     * @param ring the number of its bytes in the send ring, 0 for inline data
     * @return the work request ID
     */
    public long ioSending(int ring) {
        freeSlots--;
        position = (position + ring) % size;
        used += ring;
        return ring;
    }

    // ---------------------------------------------------------------- control messages

    /** {@return whether a control message can be sent; false if {@link #CONTROL_SLOTS} are in flight} */
    public boolean canControl() {
        return freeControlSlots > 0;
    }

    /**
     * Records a control message before it is posted.
     *
     * @return the work request ID
     */
    public long sendingControl() {
        freeControlSlots--;
        return CONTROL;
    }

    /**
     * Returns what a completed message used.
     *
     * @param wrId the work request ID
     */
    public void onCompletion(long wrId) {
        if (wrId == CONTROL) {
            freeControlSlots++;
        } else {
            freeSlots++;
            used -= (int) wrId;
        }
    }

    /**
     * Returns whether every message is complete.
     *
     * @param slots the entries of the send queue
     * @return true if nothing is in flight
     */
    boolean isIdle(int slots) {
        return freeControlSlots == CONTROL_SLOTS && freeSlots == slots - CONTROL_SLOTS;
    }
}
