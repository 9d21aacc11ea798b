// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Objects;
import org.verbena.DeviceContext;
import org.verbena.error.Violation;
import org.verbena.spi.DriverMemory;

/**
 * A list of work requests in the layout of C: structs linked by pointers, in a dedicated block of memory.
 *
 * @param <P> the type of its work requests
 */
abstract class WorkList<P extends WorkList.Place> {
    /** A slot for one work request. */
    interface Place {
        /** Writes an empty work request that ends its list. */
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
     * Creates an empty list.
     *
     * @param verb the verb that posts the list
     * @param owner the thread that may change and post the list; its work requests check it as well
     * @param places the slots for work requests, from the start of the memory
     * @param structSize the distance between two slots
     * @param badWr the offset at which the driver writes the address of a rejected work request
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
     * Returns the index of the work request at which a failed post stopped, and clears it for the next post. Returns
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

    /** Returns the offset of a struct, without access to its slot. */
    final int offset(int index) {
        return index * structSize;
    }

    /** Ends the list behind a work request for one post. The caller must call {@link #join} in any case. */
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
            throw RequestChecks.refuse(
                    verb,
                    context,
                    new Violation(
                            "size",
                            Integer.toString(size + 1),
                            "0.." + size,
                            "the limit is the capacity of the batch",
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

    /** Creates the exception for a batch of another device context, or of an unknown class. */
    static RuntimeException foreign(String verb, Handle on, Object batch) {
        return RequestChecks.refuse(
                verb,
                on,
                new Violation(
                        "wr",
                        RequestChecks.describe(batch),
                        "a batch of " + on.owner(),
                        "a batch refers to objects and memory of its device context",
                        "Verbena lifecycle"));
    }
}
