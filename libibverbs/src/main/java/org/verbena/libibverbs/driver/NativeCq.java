// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.lang.ref.Reference;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.WcFlag;
import org.verbena.libibverbs.abi.CqStructs.IbvCompChannel;
import org.verbena.libibverbs.abi.CqStructs.IbvCq;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.libibverbs.call.NativeMemory;
import org.verbena.libibverbs.marshal.CqMarshal;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverCqReader;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.WcLayout;

/** A completion queue: {@code struct ibv_cq}, or {@code struct ibv_cq_ex}, which begins with the same fields. */
final class NativeCq extends NativeObject implements DriverCq {
    /** The maximum number of completions to remove from a queue. No device supports larger queues. */
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

    /** Creates an extended queue with the completion fields that it was created for. */
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
                    CqMarshal.moderation(frame, moderation).address());
        }
    }

    /**
     * Removes all completions from the queue and keeps them for later polls. The caller holds the gate and the lock of
     * the context. So this method allocates no direct memory, for which the JDK may wait.
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

    /** Removes the completions after an object that uses the queue was destroyed. */
    void holdAfterDestroy() {
        try {
            hold();
        } catch (OutOfMemoryError e) {
            // The object is destroyed; an error would report the opposite. The completions stay in the queue.
        }
    }

    private void hold(HeldCompletions all, int most) {
        NativeMemory memory = struct().memory();
        try (Frame frame = context().library().frame()) {
            long one = frame.struct(WcLayout.SIZE).address();
            // One at a time: an error hides the completions that the same call polled before it.
            all.take(
                    target -> {
                        int polled = pollCq(one, 1);
                        target.copyFrom(memory, one);
                        return polled;
                    },
                    most);
        }
    }

    /** Drops the completions of a queue pair that {@link #hold} removed, and returns whether there were any. */
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

    /**
     * Abandons the queue and releases its channel. {@code ibv_destroy_cq} decrements the reference count of the channel
     * only if the driver succeeds. The kernel does not maintain this count.
     */
    @Override
    public void abandon() {
        super.abandon();
        long channel = struct().get(IbvCq.CHANNEL);
        if (channel != 0) {
            Struct counter = context().library().struct(channel);
            counter.put(IbvCompChannel.REFCNT, counter.getInt(IbvCompChannel.REFCNT) - 1);
        }
    }

    /** Records that an event of this queue was read from its channel. */
    NativeCq received() {
        unacknowledged.incrementAndGet();
        return this;
    }

    /**
     * Acknowledges events, but never more than were received: {@code ibv_destroy_cq} waits until both numbers are
     * equal.
     */
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

    /**
     * Acknowledges all outstanding events, for which {@code ibv_destroy_cq} would wait forever, and destroys the queue.
     */
    @Override
    public void destroy() {
        ackEvents(Integer.MAX_VALUE);
        super.destroy();
    }
}
