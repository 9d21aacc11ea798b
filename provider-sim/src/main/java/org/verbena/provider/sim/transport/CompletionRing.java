package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEventType;
import org.verbena.provider.sim.memory.Pair;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.spi.driver.DriverCq;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.work.WcLayout;

/** The completions of a queue, in the layout of {@code struct ibv_wc} and a little more. Its memory grows with need. */
public final class CompletionRing {
    /** When a completion was added, in an entry behind {@code struct ibv_wc}. */
    static final int TIMESTAMP = WcLayout.SIZE;

    /** The size of an entry. */
    static final int ENTRY_SIZE = 64;

    /** Entries are numbers of eight bytes: those of {@code struct ibv_wc}, the time, and a pair of slot and tag. */
    private static final int ENTRY_SHIFT = 3;

    private static final int WC_LONGS = WcLayout.SIZE / Long.BYTES;
    private static final int TIMESTAMP_AT = TIMESTAMP / Long.BYTES;
    private static final int SLOT_AT = TIMESTAMP_AT + 1;

    /** The tag that a work completion cannot hold, behind the slot that the entry frees. */
    static final int CVLAN = SLOT_AT * Long.BYTES + Integer.BYTES;

    private static final int QP_NUM_AT = WcLayout.QP_NUM / Long.BYTES;
    private static final int FIRST_SIZE = 4;

    /** What the application wants to be told of. */
    private enum Armed {
        NOT,
        SOLICITED,
        ANY
    }

    private final Adapter adapter;
    private final @Nullable ChannelQueue channel;
    private final boolean timestamps;
    private final boolean overrunIsFatal;
    private final boolean errorsAreSolicited;
    private final EventSource events;
    private final DriverCq owner;
    private long[] entries = new long[FIRST_SIZE << ENTRY_SHIFT];
    private @Nullable WorkSlots[] slots = new WorkSlots[FIRST_SIZE];
    private int mask = FIRST_SIZE - 1;
    private int limit;
    private int head;
    private int count;
    private Armed armed = Armed.NOT;
    private boolean dead;

    /**
     * An empty queue.
     *
     * @param adapter its device
     * @param owner what stands for it
     * @param queue where its events go
     * @param limit the number of entries granted
     * @param channel where it reports completions, if anywhere
     * @param timestamps whether completions say when
     */
    public CompletionRing(
            Adapter adapter,
            DriverCq owner,
            EventQueue queue,
            int limit,
            @Nullable ChannelQueue channel,
            boolean timestamps) {
        this.adapter = adapter;
        this.owner = owner;
        this.events = new EventSource(queue, owner);
        this.limit = limit;
        this.channel = channel;
        this.timestamps = timestamps;
        this.overrunIsFatal = adapter.has(DataPathTrait.OVERRUN_IS_FATAL);
        this.errorsAreSolicited = adapter.has(DataPathTrait.ERRORS_ARE_SOLICITED);
    }

    /**
     * Adds a completion.
     *
     * @param frees whose slot is free again once it has been polled, where the driver does it so
     * @param slot which one, or up to which one
     * @return whether there was room
     */
    boolean add(Completion completion, boolean solicited, @Nullable WorkSlots frees, int slot) {
        if (dead || count >= limit) {
            overrun();
            return false;
        }
        if (count == slots.length) {
            grow();
        }
        int index = head + count & mask;
        write(completion, index << ENTRY_SHIFT);
        frees(index, frees, slot, completion.cvlan);
        count++;
        if (armed != Armed.NOT) {
            notify(solicited || (errorsAreSolicited && !completion.isSuccess()));
        }
        return true;
    }

    /** Says whose slot an entry frees: mostly as the last time, and a reference that is written costs a barrier. */
    @SuppressWarnings("ReferenceEquality") // a queue is equal to no other
    private void frees(int index, @Nullable WorkSlots whose, int slot, int cvlan) {
        if (slots[index] != whose) {
            slots[index] = whose;
        }
        entries[(index << ENTRY_SHIFT) + SLOT_AT] = Pair.of(slot, cvlan);
    }

    private void write(Completion from, int at) {
        long[] to = entries;
        to[at] = from.wrId;
        to[at + 1] = from.statusAndOpcode;
        to[at + 2] = from.byteLen;
        to[at + 3] = from.immediateAndQpNum;
        to[at + 4] = from.sourceAndFlags;
        to[at + 5] = from.path;
        if (timestamps) {
            to[at + TIMESTAMP_AT] = adapter.engine().clock().nanoTime();
        }
    }

    private void notify(boolean solicited) {
        if (armed == Armed.ANY || solicited) {
            armed = Armed.NOT;
            if (channel != null) {
                channel.add(owner);
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
            adapter.failUsers(this);
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
        entries = larger;
        slots = moved;
        mask = 2 * size - 1;
        head = 0;
    }

    /**
     * Moves completions to the application.
     *
     * @param memory where to
     * @param offset where the first one goes
     * @param most how many at most
     * @return their number
     */
    public int poll(SimMemory memory, long offset, int most) {
        if (count == 0) {
            adapter.engine().jump();
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
     * @param entry receives it, and when it was
     * @return whether there was one
     */
    boolean take(ByteBuffer entry) {
        if (count == 0) {
            adapter.engine().jump();
        }
        if (count == 0) {
            return false;
        }
        for (int i = 0; i < ENTRY_SIZE / Long.BYTES; i++) {
            entry.putLong(i * Long.BYTES, entries[(head << ENTRY_SHIFT) + i]);
        }
        remove();
        return true;
    }

    private void remove() {
        WorkSlots freed = slots[head];
        if (freed != null) {
            freed.polled(Pair.first(entries[(head << ENTRY_SHIFT) + SLOT_AT]));
        }
        count--;
        // An empty queue begins again where it is in the cache already.
        head = count == 0 ? 0 : head + 1 & mask;
    }

    /**
     * Asks to be told of the next completion. Who has asked for any is not content with a solicited one.
     *
     * @param solicitedOnly whether only solicited completions count
     */
    public void arm(boolean solicitedOnly) {
        if (!solicitedOnly) {
            armed = Armed.ANY;
        } else if (armed == Armed.NOT) {
            armed = Armed.SOLICITED;
        }
    }

    /**
     * The number of completions that nobody has polled.
     *
     * @return the number
     */
    public int count() {
        return count;
    }

    /**
     * Changes the number of entries.
     *
     * @param entriesGranted at least {@link #count}
     */
    public void resize(int entriesGranted) {
        limit = entriesGranted;
    }

    /** Forgets the completions of a queue pair that is gone or begins anew, as the libraries do. */
    void purge(int qpNum) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int from = head + i & mask;
            if (qpNum(from) != qpNum) {
                int to = head + kept & mask;
                System.arraycopy(entries, from << ENTRY_SHIFT, entries, to << ENTRY_SHIFT, 1 << ENTRY_SHIFT);
                slots[to] = slots[from];
                kept++;
            }
        }
        count = kept;
        // What has been polled may still name a queue that is gone.
        for (int i = kept; i < slots.length; i++) {
            slots[head + i & mask] = null;
        }
    }

    /** It is the second of its pair. */
    private int qpNum(int index) {
        return Pair.second(entries[(index << ENTRY_SHIFT) + QP_NUM_AT]);
    }

    /** Takes its events out of every queue. */
    public void close() {
        events.close();
        if (channel != null) {
            channel.forget(owner);
        }
    }
}
