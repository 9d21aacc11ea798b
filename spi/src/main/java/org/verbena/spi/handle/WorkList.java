package org.verbena.spi.handle;

import java.util.Objects;
import org.verbena.DeviceContext;
import org.verbena.Violation;
import org.verbena.spi.driver.DriverMemory;

/**
 * A list of work requests as C has it: structs that are linked by pointers, in memory of its own.
 *
 * @param <P> the places of its work requests
 */
abstract class WorkList<P extends WorkList.Place> {
    /** Where a work request goes. */
    interface Place {
        /** Writes an empty work request, the last of its list. */
        void reset();

        /** Links to the next work request, or ends the list with 0. */
        void next(long address);
    }

    private final ContextHandle context;
    private final String verb;
    private final BatchOwner owner;
    private final WorkMemory memory;
    private final P[] places;
    private final int structSize;
    private final int badWr;
    private int size;

    /**
     * An empty list.
     *
     * @param verb the call that posts it
     * @param owner the thread that may change and post it; its places check it as well
     * @param places its places, from the start of the memory
     * @param structSize what lies between them
     * @param badWr where the driver writes the address of the one that it refuses
     */
    WorkList(
            ContextHandle context,
            String verb,
            BatchOwner owner,
            WorkMemory memory,
            P[] places,
            int structSize,
            int badWr) {
        this.context = context;
        this.verb = verb;
        this.owner = owner;
        this.memory = memory;
        this.places = places;
        this.structSize = structSize;
        this.badWr = badWr;
    }

    final boolean belongsTo(Handle handle) {
        return context == handle.owner();
    }

    final DriverMemory memory() {
        return memory.memory();
    }

    final int badWrOffset() {
        return badWr;
    }

    /**
     * Returns the index of the work request that a failed post stopped at, and forgets it for the next post. That is
     * {@code from} if the driver has named no work request of the post.
     */
    final int takeBadWr(int from, int to) {
        long distance = memory.bytes().getLong(badWr) - memory.address(0);
        memory.bytes().putLong(badWr, 0);
        long index = distance / structSize;
        return distance >= 0 && index >= from && index < to ? (int) index : from;
    }

    /** Checks that the current thread may change and post the batch. */
    final void requireOwner() {
        owner.require();
    }

    public final void release() {
        owner.release();
    }

    final P place(int index) {
        return places[index];
    }

    /** Where the struct of a place is, without a look at the place. */
    final int offset(int index) {
        return index * structSize;
    }

    /** Ends the list behind a work request for one post. The caller has to call {@link #join} whatever happens. */
    final void cut(int to) {
        if (to < size) {
            places[to - 1].next(0);
        }
    }

    /** Undoes {@link #cut}. */
    final void join(int to) {
        if (to < size) {
            places[to - 1].next(memory.address(offset(to)));
        }
    }

    public final DeviceContext context() {
        return context;
    }

    public final int capacity() {
        return places.length;
    }

    public final int size() {
        return size;
    }

    public final P add() {
        owner.require();
        if (size == places.length) {
            throw Requests.refuse(
                    verb,
                    context,
                    new Violation(
                            "size",
                            Integer.toString(size + 1),
                            "0.." + size,
                            "the batch was made with room for so many work requests",
                            "Verbena"));
        }
        P added = places[size];
        added.reset();
        if (size > 0) {
            places[size - 1].next(memory.address(offset(size)));
        }
        size++;
        return added;
    }

    public final P get(int index) {
        return places[Objects.checkIndex(index, size)];
    }

    public void clear() {
        owner.require();
        size = 0;
    }

    @Override
    public final String toString() {
        return "batch of " + size + " work requests of " + context;
    }

    /** A batch of another device context, or of nobody that we know. */
    static RuntimeException foreign(String verb, Handle on, Object batch) {
        return Requests.refuse(
                verb,
                on,
                new Violation(
                        "wr",
                        Requests.describe(batch),
                        "one that " + on.owner() + " has made",
                        "it names objects and memory of its device context",
                        "Verbena lifecycle"));
    }
}
