// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.AsyncEventType;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.spi.model.DataPathTrait;

/** A shared receive queue. */
public final class SrqReceives extends Receives {
    private final SimNic nic;
    private final int number;
    private final Object domain;
    private final boolean keysOfQueuePair;
    private final @Nullable CompletionRing completions;
    private final EventSource events;
    private long limit;

    /**
     * Creates an empty queue.
     *
     * @param nic its device
     * @param number its number
     * @param domain its protection domain
     * @param completions the completion queue of an XRC shared receive queue, null if it has none
     * @param events the source of its events
     * @param depth the actual number of work requests
     * @param maxSge the actual number of elements
     * @param limit the limit at creation, if the driver arms it, otherwise 0
     */
    public SrqReceives(
            SimNic nic,
            int number,
            Object domain,
            @Nullable CompletionRing completions,
            EventSource events,
            long depth,
            long maxSge,
            long limit) {
        super(depth, maxSge, nic.has(DataPathTrait.POLL_FREES_SLOTS));
        this.nic = nic;
        this.number = number;
        this.domain = domain;
        this.keysOfQueuePair = nic.has(DataPathTrait.SRQ_KEYS_OF_QP);
        this.completions = completions;
        this.events = events;
        this.limit = limit;
        nic.srqs().put(number, this);
    }

    @Override
    Object domain(Object ofQueuePair) {
        return keysOfQueuePair ? ofQueuePair : domain;
    }

    Object domain() {
        return domain;
    }

    @Override
    @Nullable
    CompletionRing completions(@Nullable CompletionRing ofQueuePair) {
        return completions != null ? completions : ofQueuePair;
    }

    @Override
    void take() {
        super.take();
        if (limit != 0 && ring().count() < limit) {
            limit = 0;
            events.raise(AsyncEventType.SRQ_LIMIT_REACHED);
        }
    }

    /**
     * Posts receives.
     *
     * @param memory the memory of the work requests
     * @param first the offset of the first one
     * @param badWr the offset that receives the address of the first rejected one
     * @return 0 or the error number of the driver
     */
    public int post(SimMemory memory, long first, long badWr) {
        return nic.recvPoster().postShared(ring(), memory, first, badWr);
    }

    /**
     * Arms the limit event.
     *
     * @param value the number of receives below which the event is raised once, 0 for no event
     */
    public void arm(long value) {
        limit = value;
    }

    /** {@return the limit, 0 after the event has been raised} */
    public long limit() {
        return limit;
    }

    /** {@return the number of posted receives} */
    public int count() {
        return ring().count();
    }

    /**
     * Changes the maximum number of receives.
     *
     * @param depth the actual number of receives
     */
    public void resize(long depth) {
        ring().resize(depth);
    }

    /** Closes the queue. Receives in it are lost. */
    public void close() {
        nic.srqs().remove(number);
        events.close();
    }
}
