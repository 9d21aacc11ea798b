package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEventType;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.spi.driver.DriverCq;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.work.WcLayout;

/** The completions of a queue, in the layout of {@code struct ibv_wc} and a little more. Its memory grows with need. */
public final class CompletionRing {
    /** When a completion was added, in an entry behind {@code struct ibv_wc}. */
    static final int TIMESTAMP = WcLayout.SIZE;

    private static final int ENTRY_SHIFT = 6;

    /** The size of an entry. */
    static final int ENTRY_SIZE = 1 << ENTRY_SHIFT;

    private static final int SLOT = TIMESTAMP + Long.BYTES;
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
    private ByteBuffer entries = entries(FIRST_SIZE);
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

    private static ByteBuffer entries(int number) {
        return ByteBuffer.allocate(number << ENTRY_SHIFT).order(ByteOrder.nativeOrder());
    }

    /** Adds a completion; answers whether there was room. */
    boolean add(Completion completion, boolean solicited) {
        if (dead || count >= limit) {
            overrun();
            return false;
        }
        if (count == slots.length) {
            grow();
        }
        int index = head + count & mask;
        write(completion, index << ENTRY_SHIFT);
        slots[index] = completion.slots;
        count++;
        if (armed != Armed.NOT) {
            boolean failed = completion.status != WcStatuses.SUCCESS;
            notify(solicited || (failed && errorsAreSolicited));
        }
        return true;
    }

    private void write(Completion from, int at) {
        entries.putLong(at + WcLayout.WR_ID, from.wrId)
                .putInt(at + WcLayout.STATUS, from.status)
                .putInt(at + WcLayout.OPCODE, from.opcode)
                .putInt(at + WcLayout.VENDOR_ERR, from.vendorErr)
                .putInt(at + WcLayout.BYTE_LEN, from.byteLen)
                .putInt(at + WcLayout.IMM_DATA, from.immediate)
                .putInt(at + WcLayout.QP_NUM, from.qpNum)
                .putInt(at + WcLayout.SRC_QP, from.srcQp)
                .putInt(at + WcLayout.WC_FLAGS, from.wcFlags)
                .putShort(at + WcLayout.PKEY_INDEX, (short) 0)
                .putShort(at + WcLayout.SLID, (short) from.slid)
                .put(at + WcLayout.SL, (byte) from.sl)
                .put(at + WcLayout.DLID_PATH_BITS, (byte) 0)
                .putInt(at + SLOT, from.slot);
        if (timestamps) {
            entries.putLong(at + TIMESTAMP, adapter.engine().clock().nanoTime());
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
        ByteBuffer larger = entries(2 * size);
        int first = size - head;
        larger.put(0, entries, head << ENTRY_SHIFT, first << ENTRY_SHIFT);
        larger.put(first << ENTRY_SHIFT, entries, 0, head << ENTRY_SHIFT);
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
            memory.put(offset + (long) i * WcLayout.SIZE, entries, head << ENTRY_SHIFT, WcLayout.SIZE);
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
        entry.put(0, entries, head << ENTRY_SHIFT, ENTRY_SIZE);
        remove();
        return true;
    }

    private void remove() {
        WorkSlots freed = slots[head];
        if (freed != null) {
            freed.polled(entries.getInt((head << ENTRY_SHIFT) + SLOT));
            slots[head] = null;
        }
        head = head + 1 & mask;
        count--;
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
            if (entries.getInt((from << ENTRY_SHIFT) + WcLayout.QP_NUM) != qpNum) {
                int to = head + kept & mask;
                entries.put(to << ENTRY_SHIFT, entries, from << ENTRY_SHIFT, ENTRY_SIZE);
                slots[to] = slots[from];
                kept++;
            }
        }
        count = kept;
    }

    /** Takes its events out of every queue. */
    public void close() {
        events.close();
        if (channel != null) {
            channel.forget(owner);
        }
    }
}
