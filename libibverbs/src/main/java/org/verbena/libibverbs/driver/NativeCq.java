package org.verbena.libibverbs.driver;

import java.lang.ref.Reference;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.verbena.CqModeration;
import org.verbena.Flags;
import org.verbena.WcFlag;
import org.verbena.libibverbs.NativeFunction;
import org.verbena.libibverbs.NativeMemory;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvCompChannel;
import org.verbena.libibverbs.abi.IbvCq;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.marshal.CqRequests;
import org.verbena.spi.driver.DriverCq;
import org.verbena.spi.driver.DriverCqReader;
import org.verbena.spi.driver.DriverMemory;
import org.verbena.spi.work.WcLayout;

/** A completion queue: {@code struct ibv_cq} or {@code struct ibv_cq_ex}, which begins like it. */
final class NativeCq extends NativeObject implements DriverCq {
    /** More completions than any device has in a queue. */
    private static final int MOST_HELD = 1 << 24;

    private final NativeFunction pollCq;
    private final Optional<NativeCqReader> reader;
    private final AtomicInteger unacknowledged = new AtomicInteger();
    private @Nullable HeldCompletions held;

    private NativeCq(NativeContext context, long pointer, @Nullable NativeCqReader reader) {
        super(context, pointer, Verb.DESTROY_CQ, "completion queue");
        this.pollCq = context.dataPath().pollCq(reader != null);
        this.reader = Optional.ofNullable(reader);
    }

    static NativeCq plain(NativeContext context, long pointer) {
        return new NativeCq(context, pointer, null);
    }

    /** Takes the fields that the queue was created for. */
    static NativeCq extended(NativeContext context, long pointer, Flags<WcFlag> fields) {
        return new NativeCq(context, pointer, reader(context, pointer, fields));
    }

    private static NativeCqReader reader(NativeContext context, long pointer, Flags<WcFlag> fields) {
        if (CqSweep.isNeeded(context)) {
            return new SweptCqReader(context, pointer, fields);
        }
        return context.driver().equals(Optional.of("rxe"))
                ? new RxeCqReader(context, pointer)
                : new NativeCqReader(context, pointer);
    }

    @Override
    public int cqe() {
        return struct().getInt(IbvCq.CQE);
    }

    @Override
    public void resize(int cqe) {
        run(Verb.RESIZE_CQ, pointer(), cqe);
    }

    @Override
    public void moderate(CqModeration moderation) {
        try (Frame frame = context().library().frame()) {
            run(
                    Verb.MODIFY_CQ,
                    pointer(),
                    CqRequests.moderation(frame, moderation).address());
        }
    }

    /**
     * Takes out what is in the queue, for later polls. The caller holds the gate and the lock of the context, so this
     * allocates no direct memory, for which the JDK may wait.
     */
    void hold() {
        // The ring has one entry more than the application may use.
        int most = Math.min(cqe(), MOST_HELD) + 1;
        HeldCompletions all = held;
        if (reader.isPresent() && reader.get() instanceof SweptCqReader swept) {
            all = swept.held();
            held = all;
            swept.hold(most);
        } else {
            all = all == null ? new HeldCompletions() : all;
            held = all;
            hold(all, most);
        }
        if (all.isEmpty()) {
            held = null;
        }
    }

    /** The same after the destroy of an object that uses the queue. */
    void holdAfterDestroy() {
        try {
            hold();
        } catch (OutOfMemoryError e) {
            // The object is destroyed, and an error would mean that it is not. The completions stay in the queue.
        }
    }

    private void hold(HeldCompletions all, int most) {
        NativeMemory memory = struct().memory();
        try (Frame frame = context().library().frame()) {
            long one = frame.struct(WcLayout.SIZE).address();
            // One at a time: an error hides what was polled before it in one call.
            all.take(
                    target -> {
                        int polled = pollCq(one, 1);
                        target.copyFrom(memory, one);
                        return polled;
                    },
                    most);
        }
    }

    /** Drops the completions of a queue pair that {@link #hold} took out, and returns whether there were any. */
    boolean dropHeld(long qpNum) {
        return held != null && held.drop(qpNum);
    }

    @Override
    public int poll(DriverMemory memory, long offset, int count) {
        HeldCompletions first = held;
        int moved = first == null ? 0 : pollHeld(first, memory.address() + offset, count);
        return moved > 0 ? moved : pollCq(memory, offset, count);
    }

    private int pollHeld(HeldCompletions first, long address, int count) {
        int moved = first.moveTo(struct().memory(), address, count);
        if (first.isEmpty()) {
            held = null;
        }
        return moved;
    }

    private int pollCq(DriverMemory memory, long offset, int count) {
        try {
            return pollCq(memory.address() + offset, count);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    private int pollCq(long address, int count) {
        return (int) pollCq.call(pointer(), count, address);
    }

    @Override
    public void requestNotify(boolean solicitedOnly) {
        run(Verb.REQ_NOTIFY_CQ, pointer(), solicitedOnly ? 1 : 0);
    }

    /** {@code ibv_destroy_cq} gives the channel back only where the driver succeeds, and counts without the kernel. */
    @Override
    public void abandon() {
        super.abandon();
        long channel = struct().get(IbvCq.CHANNEL);
        if (channel != 0) {
            Struct counter = context().library().struct(channel);
            counter.put(IbvCompChannel.REFCNT, counter.getInt(IbvCompChannel.REFCNT) - 1);
        }
    }

    /** An event of this queue has been taken from its channel. */
    NativeCq received() {
        unacknowledged.incrementAndGet();
        return this;
    }

    /** Never more than have been received: {@code ibv_destroy_cq} waits until both numbers are the same. */
    @Override
    public void ackEvents(int count) {
        int left = unacknowledged.getAndUpdate(received -> received - Math.min(received, count));
        int acknowledged = Math.min(left, count);
        if (acknowledged > 0) {
            context().library().call(Verb.ACK_CQ_EVENTS, pointer(), acknowledged);
        }
    }

    @Override
    public Optional<DriverCqReader> reader() {
        return reader.map(DriverCqReader.class::cast);
    }

    /** Acknowledges what was received and not acknowledged: {@code ibv_destroy_cq} would wait for that for ever. */
    @Override
    public void destroy() {
        ackEvents(Integer.MAX_VALUE);
        super.destroy();
    }
}
