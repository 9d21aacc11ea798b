package org.verbena.cli.ping;

import java.util.function.BooleanSupplier;

/** The side that sends back each message that it receives. */
final class Answerer {
    private final PingEnd end;
    private long waiting = RecvRing.NONE;
    private long answered;

    /** Creates an answerer for a connected end. */
    Answerer(PingEnd end) {
        this.end = end;
    }

    /** Answers one message, if one has arrived. Never waits. */
    void poll() {
        if (waiting == RecvRing.NONE) {
            waiting = end.take();
        }
        if (waiting != RecvRing.NONE && end.hasRoom()) {
            end.send((int) waiting);
            waiting = RecvRing.NONE;
            answered++;
        }
    }

    /** Answers messages until the condition holds. */
    void run(BooleanSupplier over) {
        Patience patience = new Patience();
        while (!over.getAsBoolean()) {
            long before = answered;
            poll();
            if (answered == before) {
                patience.pause();
            } else {
                patience.reset();
            }
        }
    }

    /** Returns the number of answered messages. */
    long answered() {
        return answered;
    }
}
