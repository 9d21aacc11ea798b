package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.verbena.SendFlag;

/** A send work request in its queue. Objects are reused, in the order of the ring that they make up. */
final class SendWqe {
    private static final int FENCE = (int) SendFlag.FENCE.mask();
    private static final int SIGNALED = (int) SendFlag.SIGNALED.mask();
    private static final int SOLICITED = (int) SendFlag.SOLICITED.mask();
    static final int INLINE = (int) SendFlag.INLINE.mask();
    private static final long[] NO_SGES = {};
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    /** How far it has come. */
    enum State {
        /** Not sent, or to be sent again. */
        POSTED,
        /** Sent, and not answered. */
        SENT,
        /** Done, but an earlier one may not be. */
        DONE
    }

    State state = State.POSTED;
    int slot;
    long wrId;
    int opcode;
    int flags;

    /** {@code imm_data} as it lies in memory, or {@code invalidate_rkey}. */
    int immediate;

    long remoteAddress;
    int rkey;
    long compareAdd;
    long swap;

    @Nullable
    AddressVector address;

    int remoteQpn;
    int remoteQkey;
    int srqn;

    @Nullable
    WindowBinding binding;

    int placement;
    int selectivity;
    int segmentSize;
    int headerLength;

    /** The number of bytes of all elements, or of inline data. */
    long length;

    private long[] sges = NO_SGES;
    private int numSge;
    private ByteBuffer data = NO_DATA;

    /** Whether {@link #psn} is given: once sent, always by the same number. */
    boolean numbered;

    int psn;
    int packets;

    void clear() {
        state = State.POSTED;
        numbered = false;
        flags = 0;
        immediate = 0;
        rkey = 0;
        remoteAddress = 0;
        address = null;
        binding = null;
        length = 0;
        numSge = 0;
        headerLength = 0;
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

    boolean isInline() {
        return (flags & INLINE) != 0;
    }

    /** Says that the data is in the request, whatever the flags were. */
    void inline(int bytes) {
        flags |= INLINE;
        length = bytes;
    }

    int lastPsn() {
        return psn + packets - 1;
    }

    // ---------------------------------------------------------------- elements

    void addSge(long addr, int bytes, int lkey) {
        if (2 * numSge == sges.length) {
            sges = Arrays.copyOf(sges, 2 * numSge + 2);
        }
        sges[2 * numSge] = addr;
        sges[2 * numSge + 1] = Integer.toUnsignedLong(lkey) << Integer.SIZE | Integer.toUnsignedLong(bytes);
        numSge++;
        length += Integer.toUnsignedLong(bytes);
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
        return sges[2 * index];
    }

    long sgeLength(int index) {
        return sges[2 * index + 1] & 0xFFFF_FFFFL;
    }

    int sgeKey(int index) {
        return (int) (sges[2 * index + 1] >>> Integer.SIZE);
    }

    // ---------------------------------------------------------------- inline data, and headers of large sends

    /** Room for data in the request itself. */
    ByteBuffer data(int bytes) {
        if (data.capacity() < bytes) {
            data = ByteBuffer.allocate(bytes);
        }
        return data;
    }

    ByteBuffer data() {
        return data;
    }
}
