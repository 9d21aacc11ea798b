// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.core.counters.Tally;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.WcLayout;

/** An array of {@code struct ibv_wc}. */
final class CompletionBuffer implements CompletionArray {
    /** The system property that makes arrays check which thread uses them. */
    private static final String CHECKED = "verbena.checked";

    private static final String VERB = "ibv_poll_cq";

    private final ContextHandle context;
    private final WorkMemory memory;
    private final ByteBuffer bytes;
    private final int capacity;
    private final boolean checked = Boolean.getBoolean(CHECKED);
    private volatile @Nullable Thread owner;
    private int size;

    CompletionBuffer(ContextHandle context, int capacity) {
        WorkSizes.checkCapacity("newCompletionArray", context, capacity);
        this.context = context;
        this.capacity = capacity;
        this.memory = WorkMemory.allocate(context, "newCompletionArray", (long) capacity * WcLayout.SIZE);
        this.bytes = memory.bytes();
    }

    /** Returns the array of a poll, after a check that it belongs to the device context of the queue. */
    static CompletionBuffer of(@Nullable CompletionArray array, Handle on) {
        RequestChecks.present(VERB, on, array);
        if (!(array instanceof CompletionBuffer buffer) || buffer.context != on.owner()) {
            throw WorkList.foreign(VERB, on, Objects.requireNonNull(array));
        }
        buffer.claim();
        return buffer;
    }

    DriverMemory memory() {
        return memory.memory();
    }

    /** Adds a poll, and the completions that it has written, to the counters of its queue. */
    void countIn(Tally tally, int polled) {
        tally.addPoll(polled);
        for (int i = 0; i < Math.min(polled, capacity); i++) {
            int at = i * WcLayout.SIZE;
            tally.addCompletion(
                    bytes.getInt(at + WcLayout.STATUS),
                    bytes.getInt(at + WcLayout.OPCODE),
                    Integer.toUnsignedLong(bytes.getInt(at + WcLayout.BYTE_LEN)));
        }
    }

    void size(int polled) {
        size = polled;
    }

    private void claim() {
        if (checked) {
            if (owner == null) {
                owner = Thread.currentThread();
            }
            requireOwner();
        }
    }

    private void requireOwner() {
        if (checked && owner != null && !Thread.currentThread().equals(owner)) {
            throw new IllegalStateException("a completion array of " + context + " is used by " + Thread.currentThread()
                    + ", but belongs to " + owner + " until that releases it");
        }
    }

    private int at(int index) {
        requireOwner();
        return Objects.checkIndex(index, size) * WcLayout.SIZE;
    }

    private int int32(int index, int field) {
        return bytes.getInt(at(index) + field);
    }

    private long uint32(int index, int field) {
        return Integer.toUnsignedLong(int32(index, field));
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int size() {
        requireOwner();
        return size;
    }

    @Override
    public void release() {
        requireOwner();
        size = 0;
        owner = null;
    }

    @Override
    public long wrId(int index) {
        return bytes.getLong(at(index) + WcLayout.WR_ID);
    }

    @Override
    public int statusCode(int index) {
        return int32(index, WcLayout.STATUS);
    }

    @Override
    public int opcodeCode(int index) {
        return int32(index, WcLayout.OPCODE);
    }

    @Override
    public long vendorErr(int index) {
        return uint32(index, WcLayout.VENDOR_ERR);
    }

    @Override
    public long byteLen(int index) {
        return uint32(index, WcLayout.BYTE_LEN);
    }

    @Override
    public int immData(int index) {
        int raw = int32(index, WcLayout.IMM_DATA);
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(raw) : raw;
    }

    @Override
    public long invalidatedRkey(int index) {
        return uint32(index, WcLayout.INVALIDATED_RKEY);
    }

    @Override
    public long qpNum(int index) {
        return uint32(index, WcLayout.QP_NUM);
    }

    @Override
    public long srcQp(int index) {
        return uint32(index, WcLayout.SRC_QP);
    }

    @Override
    public int wcFlags(int index) {
        return int32(index, WcLayout.WC_FLAGS);
    }

    @Override
    public int pkeyIndex(int index) {
        return Short.toUnsignedInt(bytes.getShort(at(index) + WcLayout.PKEY_INDEX));
    }

    @Override
    public int slid(int index) {
        return Short.toUnsignedInt(bytes.getShort(at(index) + WcLayout.SLID));
    }

    @Override
    public int sl(int index) {
        return Byte.toUnsignedInt(bytes.get(at(index) + WcLayout.SL));
    }

    @Override
    public int dlidPathBits(int index) {
        return Byte.toUnsignedInt(bytes.get(at(index) + WcLayout.DLID_PATH_BITS));
    }

    @Override
    public Completion get(int index) {
        boolean invalidated = has(index, CompletionFlag.WITH_INV);
        return new Completion(
                wrId(index),
                statusCode(index),
                opcodeCode(index),
                vendorErr(index),
                byteLen(index),
                invalidated ? (int) invalidatedRkey(index) : immData(index),
                qpNum(index),
                srcQp(index),
                Flags.ofMask(CompletionFlag.class, Integer.toUnsignedLong(wcFlags(index))));
    }

    @Override
    public String toString() {
        return "array of " + size + " completions";
    }
}
