package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEventType;
import org.verbena.WqState;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.provider.sim.wire.Message;
import org.verbena.spi.model.DataPathTrait;

/** A work queue of receives. */
public final class WorkReceives extends Receives {
    private final Adapter adapter;
    private final int number;
    private final Object domain;
    private final CompletionRing completions;
    private final EventSource events;
    private final DelayedFrames delayed;
    private Framing framing;
    private WqState state = WqState.RESET;
    private boolean failed;

    /**
     * An empty queue in RESET.
     *
     * @param adapter its device
     * @param number its number
     * @param domain its protection domain
     * @param completions where its receives complete
     * @param events where its events go
     * @param depth the number of work requests granted
     * @param maxSge the number of elements granted
     * @param framing what its receives get of a frame
     * @param delaysDrop whether a frame waits for a receive
     */
    public WorkReceives(
            Adapter adapter,
            int number,
            Object domain,
            CompletionRing completions,
            EventSource events,
            long depth,
            long maxSge,
            Framing framing,
            boolean delaysDrop) {
        super(depth, maxSge, adapter.has(DataPathTrait.POLL_FREES_SLOTS));
        this.adapter = adapter;
        this.number = number;
        this.domain = domain;
        this.completions = completions;
        this.events = events;
        this.framing = framing;
        this.delayed = new DelayedFrames(this, adapter.engine(), delaysDrop);
        adapter.wqs().put(number, this);
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
     * Changes what receives get of a frame.
     *
     * @param stripsCvlan whether the 802.1Q tag goes into the completion
     */
    public void stripCvlan(boolean stripsCvlan) {
        framing = new Framing(stripsCvlan, framing.scattersFcs());
    }

    /** Takes a frame that found no receive: it waits, or is lost. */
    void delay(RawResponder responder, Message frame) {
        delayed.add(responder, frame);
    }

    /** Drops the frames that wait for a receive on behalf of a queue pair. */
    void forget(RawResponder responder) {
        delayed.forget(responder);
    }

    /**
     * Changes the state: ERR flushes what is posted, RESET forgets it.
     *
     * @param next the state
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

    /** Moves it to ERR, if it is in RDY: what is posted is flushed. */
    void fail() {
        if (state == WqState.RDY) {
            enter(WqState.ERR);
            failed = true;
        }
    }

    /** Does so with an event, for reasons that are not its own. */
    void fatal() {
        if (state == WqState.RDY) {
            fail();
            events.raise(AsyncEventType.WQ_FATAL);
        }
    }

    /**
     * Whether it is in ERR without anybody's doing.
     *
     * @return whether it has failed since its last change of state
     */
    public boolean hasFailed() {
        return failed;
    }

    private void flush() {
        while (!isEmpty()) {
            Completion flushed = adapter.engine().completion().begin(ring().wrId(), WcStatuses.FLUSHED, number);
            take();
            completions.add(flushed, false, freedByPoll(), 0);
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
        int result = adapter.recvPoster().post(ring(), memory, first, badWr);
        if (state == WqState.ERR) {
            flush();
        }
        delayed.deliver();
        return result;
    }

    /** Ends the queue; receives in it are lost. */
    public void close() {
        delayed.clear();
        ring().clear();
        adapter.wqs().remove(number);
        events.close();
    }
}
