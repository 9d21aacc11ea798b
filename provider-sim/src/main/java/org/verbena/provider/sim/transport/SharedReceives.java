package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEventType;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.spi.model.DataPathTrait;

/** A shared receive queue. */
public final class SharedReceives extends Receives {
    private final Adapter adapter;
    private final int number;
    private final Object domain;
    private final boolean keysOfQueuePair;
    private final @Nullable CompletionRing completions;
    private final EventSource events;
    private long limit;

    /**
     * An empty queue.
     *
     * @param adapter its device
     * @param number its number
     * @param domain its protection domain
     * @param completions the completion queue of an XRC one
     * @param events where its events go
     * @param depth the number of work requests granted
     * @param maxSge the number of elements granted
     * @param limit the limit that it was created with, as far as the driver arms that
     */
    public SharedReceives(
            Adapter adapter,
            int number,
            Object domain,
            @Nullable CompletionRing completions,
            EventSource events,
            long depth,
            long maxSge,
            long limit) {
        super(depth, maxSge, adapter.has(DataPathTrait.POLL_FREES_SLOTS));
        this.adapter = adapter;
        this.number = number;
        this.domain = domain;
        this.keysOfQueuePair = adapter.has(DataPathTrait.SRQ_KEYS_OF_QP);
        this.completions = completions;
        this.events = events;
        this.limit = limit;
        adapter.srqs().put(number, this);
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
     * @param memory where they are
     * @param first the offset of the first one
     * @param badWr the offset that receives the address of the first one that is refused
     * @return 0 or what the driver returns
     */
    public int post(SimMemory memory, long first, long badWr) {
        return adapter.recvPoster().postShared(ring(), memory, first, badWr);
    }

    /**
     * Arms the limit event.
     *
     * @param value fewer receives than that are reported once; 0 for no report
     */
    public void arm(long value) {
        limit = value;
    }

    /**
     * The limit.
     *
     * @return the number, 0 once it has been reported
     */
    public long limit() {
        return limit;
    }

    /**
     * How many receives wait.
     *
     * @return the number
     */
    public int count() {
        return ring().count();
    }

    /**
     * Changes how many receives there can be.
     *
     * @param depth the number granted
     */
    public void resize(long depth) {
        ring().resize(depth);
    }

    /** Ends the queue; receives in it are lost. */
    public void close() {
        adapter.srqs().remove(number);
        events.close();
    }
}
