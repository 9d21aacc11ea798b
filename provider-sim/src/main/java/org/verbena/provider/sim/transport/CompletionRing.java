// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AsyncEventType;
import org.verbena.provider.sim.memory.PackedInts;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.spi.DriverCq;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.work.WcLayout;

/** The completions of a queue, as {@code struct ibv_wc} with additional fields. Its memory grows on demand. */
public final class CompletionRing {
    /** The offset of the time when a completion was added. It follows {@code struct ibv_wc}. */
    static final int TIMESTAMP = WcLayout.SIZE;

    /** The size of an entry in bytes. */
    static final int ENTRY_SIZE = 64;

    /**
     * The size of an entry in eight-byte words, as a power of two: those of {@code struct ibv_wc}, the timestamp, and a
     * pair of slot and VLAN tag.
     */
    private static final int ENTRY_SHIFT = 3;

    private static final int WC_LONGS = WcLayout.SIZE / Long.BYTES;
    private static final int TIMESTAMP_AT = TIMESTAMP / Long.BYTES;
    private static final int SLOT_AT = TIMESTAMP_AT + 1;

    /**
     * The offset of the VLAN tag, which {@code struct ibv_wc} cannot hold. It follows the number of the slot that the
     * entry frees.
     */
    static final int CVLAN = SLOT_AT * Long.BYTES + Integer.BYTES;

    /** The offset of the flow tag, which follows an entry that a reader takes. */
    static final int FLOW_TAG = ENTRY_SIZE;

    private static final int QP_NUM_AT = WcLayout.QP_NUM / Long.BYTES;
    private static final int FIRST_SIZE = 4;

    /** The completions that raise an event. */
    private enum Armed {
        NOT,
        SOLICITED,
        ANY
    }

    private final SimNic nic;
    private final @Nullable ChannelQueue channel;
    private final boolean timestamps;
    private final boolean ignoresOverrun;
    private final boolean overrunIsFatal;
    private final boolean errorsAreSolicited;
    private final EventSource events;
    private final Optional<DriverCq> event;
    private long[] entries = new long[FIRST_SIZE << ENTRY_SHIFT];
    private @Nullable WorkSlots[] slots = new WorkSlots[FIRST_SIZE];

    /** The flow tags of the entries. The array is empty until a completion has one. */
    private int[] flowTags = {};

    private int mask = FIRST_SIZE - 1;
    private int limit;
    private int head;
    private int count;
    private Armed armed = Armed.NOT;
    private boolean dead;

    /**
     * Creates an empty queue.
     *
     * @param nic its device
     * @param owner the driver object of the queue
     * @param queue the queue of its asynchronous events
     * @param limit the actual number of entries
     * @param channel its completion channel, null if it has none
     * @param timestamps whether completions have timestamps
     * @param ignoresOverrun whether a completion overwrites the oldest one if there is no free entry
     */
    public CompletionRing(
            SimNic nic,
            DriverCq owner,
            EventQueue queue,
            int limit,
            @Nullable ChannelQueue channel,
            boolean timestamps,
            boolean ignoresOverrun) {
        this.nic = nic;
        this.event = Optional.of(owner);
        this.events = new EventSource(queue, owner);
        this.limit = limit;
        this.channel = channel;
        this.timestamps = timestamps;
        this.ignoresOverrun = ignoresOverrun;
        this.overrunIsFatal = nic.has(DataPathTrait.OVERRUN_IS_FATAL);
        this.errorsAreSolicited = nic.has(DataPathTrait.ERRORS_ARE_SOLICITED);
    }

    /**
     * Adds a completion.
     *
     * @param frees the queue that has a slot freed when the application polls the completion, null if there is none
     * @param slot the number of the slot, or of the last one that is freed
     * @return whether the queue has taken the completion
     */
    boolean add(CompletionEntry completion, boolean solicited, @Nullable WorkSlots frees, int slot) {
        if (dead || count >= limit) {
            if (!ignoresOverrun) {
                overrun();
                return false;
            }
            // The overwritten completion frees its slot as a polled one does.
            remove();
        }
        if (count == slots.length) {
            grow();
        }
        int index = head + count & mask;
        write(completion, index << ENTRY_SHIFT);
        frees(index, frees, slot, completion.cvlan);
        if (completion.flowTag != 0 && flowTags.length == 0) {
            flowTags = new int[slots.length];
        }
        if (flowTags.length != 0) {
            flowTags[index] = completion.flowTag;
        }
        count++;
        if (armed != Armed.NOT) {
            notify(solicited || (errorsAreSolicited && !completion.isSuccess()));
        }
        return true;
    }

    /**
     * Sets the slot that an entry frees. Its queue is usually the same as before, and writing a reference costs a
     * barrier of the garbage collector.
     */
    @SuppressWarnings("ReferenceEquality") // a queue equals only itself
    private void frees(int index, @Nullable WorkSlots whose, int slot, int cvlan) {
        if (slots[index] != whose) {
            slots[index] = whose;
        }
        entries[(index << ENTRY_SHIFT) + SLOT_AT] = PackedInts.of(slot, cvlan);
    }

    private void write(CompletionEntry from, int at) {
        long[] to = entries;
        to[at] = from.wrId;
        to[at + 1] = from.statusAndOpcode;
        to[at + 2] = from.byteLen;
        to[at + 3] = from.immediateAndQpNum;
        to[at + 4] = from.sourceAndFlags;
        to[at + 5] = from.path;
        if (timestamps) {
            to[at + TIMESTAMP_AT] = nic.engine().clock().nanoTime();
        }
    }

    private void notify(boolean solicited) {
        if (armed == Armed.ANY || solicited) {
            armed(Armed.NOT);
            if (channel != null) {
                channel.add(event);
            }
        }
    }

    private void overrun() {
        if (dead) {
            return;
        }
        dead = overrunIsFatal;
        events.raise(AsyncEventType.CQ_ERR);
        if (overrunIsFatal) {
            nic.failUsers(this);
        }
    }

    private void grow() {
        int size = slots.length;
        long[] larger = new long[2 * entries.length];
        int first = size - head;
        System.arraycopy(entries, head << ENTRY_SHIFT, larger, 0, first << ENTRY_SHIFT);
        System.arraycopy(entries, 0, larger, first << ENTRY_SHIFT, head << ENTRY_SHIFT);
        @Nullable WorkSlots[] moved = Arrays.copyOf(slots, 2 * size);
        System.arraycopy(slots, head, moved, 0, first);
        System.arraycopy(slots, 0, moved, first, head);
        if (flowTags.length != 0) {
            int[] tags = new int[2 * size];
            System.arraycopy(flowTags, head, tags, 0, first);
            System.arraycopy(flowTags, 0, tags, first, head);
            flowTags = tags;
        }
        entries = larger;
        slots = moved;
        mask = 2 * size - 1;
        head = 0;
    }

    /**
     * Moves completions to the application's memory.
     *
     * @param memory the memory
     * @param offset the offset of the first completion
     * @param most the maximum number of completions
     * @return the number of completions
     */
    public int poll(SimMemory memory, long offset, int most) {
        if (count == 0) {
            nic.engine().polledNothing(this);
        }
        int polled = Math.min(most, count);
        for (int i = 0; i < polled; i++) {
            memory.put(offset + (long) i * WcLayout.SIZE, entries, head << ENTRY_SHIFT, WC_LONGS);
            remove();
        }
        return polled;
    }

    /**
     * Moves one completion to a reader.
     *
     * @param entry receives the completion, its timestamp and its flow tag
     * @return whether there was a completion
     */
    boolean take(ByteBuffer entry) {
        if (count == 0) {
            nic.engine().polledNothing(this);
        }
        if (count == 0) {
            return false;
        }
        for (int i = 0; i < ENTRY_SIZE / Long.BYTES; i++) {
            entry.putLong(i * Long.BYTES, entries[(head << ENTRY_SHIFT) + i]);
        }
        entry.putInt(FLOW_TAG, flowTags.length == 0 ? 0 : flowTags[head]);
        remove();
        return true;
    }

    private void remove() {
        WorkSlots freed = slots[head];
        if (freed != null) {
            freed.polled(PackedInts.first(entries[(head << ENTRY_SHIFT) + SLOT_AT]));
        }
        count--;
        // An empty queue restarts at the first entry, which is in the processor's cache.
        head = count == 0 ? 0 : head + 1 & mask;
    }

    /**
     * Requests an event for the next completion. A request for any completion remains valid if a later one is only for
     * solicited completions.
     *
     * @param solicitedOnly whether only solicited completions count
     */
    public void arm(boolean solicitedOnly) {
        if (!solicitedOnly) {
            armed(Armed.ANY);
        } else if (armed == Armed.NOT) {
            armed(Armed.SOLICITED);
        }
    }

    private void armed(Armed next) {
        if (channel != null && (armed == Armed.NOT) != (next == Armed.NOT)) {
            nic.engine().armed(next != Armed.NOT);
        }
        armed = next;
    }

    /** {@return the number of completions that have not been polled} */
    public int count() {
        return count;
    }

    /**
     * Changes the number of entries.
     *
     * @param entriesGranted the number of entries, at least {@link #count}
     */
    public void resize(int entriesGranted) {
        limit = entriesGranted;
    }

    /** Discards the completions of a queue pair that is destroyed or reset, as the drivers' libraries do. */
    void purge(int qpNum) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int from = head + i & mask;
            if (qpNum(from) != qpNum) {
                int to = head + kept & mask;
                System.arraycopy(entries, from << ENTRY_SHIFT, entries, to << ENTRY_SHIFT, 1 << ENTRY_SHIFT);
                slots[to] = slots[from];
                if (flowTags.length != 0) {
                    flowTags[to] = flowTags[from];
                }
                kept++;
            }
        }
        count = kept;
        // A polled entry may still refer to a destroyed queue.
        for (int i = kept; i < slots.length; i++) {
            slots[head + i & mask] = null;
        }
    }

    /** Returns the queue pair number of an entry, which is the second half of a word. */
    private int qpNum(int index) {
        return PackedInts.second(entries[(index << ENTRY_SHIFT) + QP_NUM_AT]);
    }

    /** Discards the pending events of this queue. */
    public void close() {
        armed(Armed.NOT);
        events.close();
        if (channel != null) {
            channel.forget(event);
        }
    }
}
