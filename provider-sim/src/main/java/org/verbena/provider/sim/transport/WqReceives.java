// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.WqState;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPathTrait;

/** A work queue of receives. */
public final class WqReceives extends Receives {
    private final SimNic nic;
    private final int number;
    private final Object domain;
    private final CompletionRing completions;
    private final EventSource events;
    private final DelayedFrames delayed;
    private Framing framing;
    private WqState state = WqState.RESET;
    private boolean failed;

    /**
     * Creates an empty queue in RESET.
     *
     * @param nic its device
     * @param number its number
     * @param domain its protection domain
     * @param completions the completion queue of its receives
     * @param events the source of its events
     * @param depth the actual number of work requests
     * @param maxSge the actual number of elements
     * @param framing the form in which its receives get frames
     * @param delaysDrop whether frames wait for a receive
     */
    public WqReceives(
            SimNic nic,
            int number,
            Object domain,
            CompletionRing completions,
            EventSource events,
            long depth,
            long maxSge,
            Framing framing,
            boolean delaysDrop) {
        super(depth, maxSge, nic.has(DataPathTrait.POLL_FREES_SLOTS));
        this.nic = nic;
        this.number = number;
        this.domain = domain;
        this.completions = completions;
        this.events = events;
        this.framing = framing;
        this.delayed = new DelayedFrames(this, nic.engine(), delaysDrop);
        nic.wqs().put(number, this);
    }

    @Override
    Object domain(Object ofQueuePair) {
        return domain;
    }

    @Override
    CompletionRing completions(@Nullable CompletionRing ofQueuePair) {
        return completions;
    }

    @Override
    int number(int ofQueuePair) {
        return number;
    }

    boolean isReady() {
        return state == WqState.RDY;
    }

    Framing framing() {
        return framing;
    }

    /**
     * Changes the form in which receives get frames.
     *
     * @param stripsCvlan whether the 802.1Q tag goes into the completion
     */
    public void stripCvlan(boolean stripsCvlan) {
        framing = new Framing(stripsCvlan, framing.scattersFcs(), framing.padsWrites());
    }

    /** Handles a frame that found no receive. The frame waits or is lost. */
    void delay(RawResponder responder, WireMessage frame) {
        delayed.add(responder, frame);
    }

    /** Drops the frames that wait for a receive for a queue pair. */
    void forget(RawResponder responder) {
        delayed.forget(responder);
    }

    /**
     * Changes the state. ERR flushes posted receives, RESET discards them.
     *
     * @param next the new state
     */
    public void enter(WqState next) {
        state = next;
        failed = false;
        if (next != WqState.RDY) {
            delayed.clear();
        }
        if (next == WqState.RESET) {
            ring().clear();
        } else if (next == WqState.ERR) {
            flush();
        }
    }

    /** Moves the queue from RDY to ERR. Posted receives are flushed. */
    void fail() {
        if (state == WqState.RDY) {
            enter(WqState.ERR);
            failed = true;
        }
    }

    /** Moves the queue from RDY to ERR with an event, for a reason outside the queue. */
    void fatal() {
        if (state == WqState.RDY) {
            fail();
            events.raise(AsyncEventType.WQ_FATAL);
        }
    }

    /**
     * Returns whether the queue moved to ERR without a call of the application.
     *
     * @return whether the queue has failed since its last change of state
     */
    public boolean hasFailed() {
        return failed;
    }

    private void flush() {
        while (!isEmpty()) {
            CompletionEntry flushed = nic.engine().completion().begin(ring().wrId(), WcStatuses.FLUSHED, number);
            take();
            completions.add(flushed, false, freedByPoll(), 0);
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
        int result = nic.recvPoster().post(ring(), memory, first, badWr);
        if (state == WqState.ERR) {
            flush();
        }
        delayed.deliver();
        return result;
    }

    /** Closes the queue. Receives in it are lost. */
    public void close() {
        delayed.clear();
        ring().clear();
        nic.wqs().remove(number);
        events.close();
    }
}
