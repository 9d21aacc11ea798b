// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.SendFlag;
import org.verbena.provider.sim.wire.WireMessage;

/** A send work request in its queue. Objects are reused in the order of the ring. */
final class SendWqe {
    private static final int FENCE = (int) SendFlag.FENCE.mask();
    private static final int SIGNALED = (int) SendFlag.SIGNALED.mask();
    private static final int SOLICITED = (int) SendFlag.SOLICITED.mask();
    private static final int IP_CSUM = (int) SendFlag.IP_CSUM.mask();
    static final int INLINE = (int) SendFlag.INLINE.mask();
    private static final long[] NO_SGES = {};
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    /** The request has not been sent, or is to be sent again. */
    static final int POSTED = 0;

    /** The request has been sent and is not answered. */
    static final int SENT = 1;

    /** The request is done, but an earlier one may not be. */
    static final int DONE = 2;

    /**
     * The progress of the request. It is a number, because writing a reference costs a barrier of the garbage
     * collector.
     */
    int state = POSTED;

    int slot;
    long wrId;
    int opcode;
    int flags;

    /** {@code imm_data} in memory order, or {@code invalidate_rkey}. */
    int immediate;

    long remoteAddress;
    int rkey;

    @Nullable
    AddressVector address;

    int remoteQpn;
    int remoteQkey;
    int srqn;

    /** The number of bytes of all elements, or of inline data. */
    long length;

    // The first element has its own fields, because most requests have no other element.
    private long firstAddress;
    private long firstLengthAndKey;
    private long[] moreSges = NO_SGES;
    private int numSge;
    private ByteBuffer data = NO_DATA;
    private @Nullable SpecialFields special;

    /** Set when {@link #psn} has been assigned. A request that is sent again keeps its PSN. */
    boolean numbered;

    int psn;
    int packets;

    /** The number of packets that have been sent, or that the response to a sent request has. */
    int sent;

    /** Set while the request counts as a read or an atomic in flight. */
    boolean inFlight;

    /** The number of bytes of the response that have arrived. */
    long received;

    void clear() {
        state = POSTED;
        numbered = false;
        received = 0;
        sent = 0;
        inFlight = false;
        flags = 0;
        immediate = 0;
        rkey = 0;
        remoteAddress = 0;
        if (address != null) {
            address = null;
        }
        length = 0;
        numSge = 0;
        if (special != null) {
            special.clear();
        }
    }

    /** Returns the fields that only few operations have, for reading and writing. */
    SpecialFields special() {
        SpecialFields known = special;
        if (known == null) {
            known = new SpecialFields();
            special = known;
        }
        return known;
    }

    boolean isFenced() {
        return (flags & FENCE) != 0;
    }

    boolean isSignaled() {
        return (flags & SIGNALED) != 0;
    }

    boolean isSolicited() {
        return (flags & SOLICITED) != 0;
    }

    /** Returns whether the device shall write the checksums of the frame. */
    boolean wantsChecksums() {
        return (flags & IP_CSUM) != 0;
    }

    boolean isInline() {
        return (flags & INLINE) != 0;
    }

    /** Marks the data as inline, regardless of the original flags. */
    void inline(int bytes) {
        flags |= INLINE;
        length = bytes;
    }

    /** Returns whether a PSN belongs to one of its packets. */
    boolean has(int number) {
        return (number - psn & WireMessage.PSN_MASK) < packets;
    }

    // ---------------------------------------------------------------- elements

    void addSge(long addr, int bytes, int lkey) {
        long lengthAndKey = Integer.toUnsignedLong(lkey) << Integer.SIZE | Integer.toUnsignedLong(bytes);
        if (numSge == 0) {
            firstAddress = addr;
            firstLengthAndKey = lengthAndKey;
        } else {
            int at = 2 * (numSge - 1);
            if (at == moreSges.length) {
                moreSges = Arrays.copyOf(moreSges, 2 * at + 2);
            }
            moreSges[at] = addr;
            moreSges[at + 1] = lengthAndKey;
        }
        numSge++;
        length += Integer.toUnsignedLong(bytes);
    }

    /** Sets the length of every element. */
    void stretchSges(int bytes) {
        firstLengthAndKey = withLength(firstLengthAndKey, bytes);
        for (int i = 1; i < numSge; i++) {
            moreSges[2 * i - 1] = withLength(moreSges[2 * i - 1], bytes);
        }
        length = (long) numSge * bytes;
    }

    private static long withLength(long lengthAndKey, int bytes) {
        return lengthAndKey >>> Integer.SIZE << Integer.SIZE | bytes;
    }

    void removeSges() {
        numSge = 0;
        length = 0;
        flags &= ~INLINE;
    }

    int numSge() {
        return numSge;
    }

    long sgeAddress(int index) {
        return index == 0 ? firstAddress : moreSges[2 * (index - 1)];
    }

    long sgeLength(int index) {
        return lengthAndKey(index) & 0xFFFF_FFFFL;
    }

    int sgeKey(int index) {
        return (int) (lengthAndKey(index) >>> Integer.SIZE);
    }

    private long lengthAndKey(int index) {
        return index == 0 ? firstLengthAndKey : moreSges[2 * (index - 1) + 1];
    }

    // ---------------------------------------------------------------- inline data, and headers of large sends

    /** Returns a buffer in the request with at least this capacity, in bytes. */
    ByteBuffer data(int bytes) {
        if (data.capacity() < bytes) {
            data = ByteBuffer.allocate(bytes);
        }
        return data;
    }

    ByteBuffer data() {
        return data;
    }

    /** Returns whether the elements are the source of the data, and not the destination of the response. */
    boolean hasSourceElements() {
        return !WorkOpcode.hasResponse(opcode) || opcode == WorkOpcode.ATOMIC_WRITE;
    }
}
