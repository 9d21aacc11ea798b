package org.verbena.cli.ping;

import java.util.function.BooleanSupplier;

/** The side that sends back what comes. */
final class Answerer {
    private final PingEnd end;
    private long waiting = RecvRing.NONE;
    private long answered;

    /** Answers for an end that has been connected. */
    Answerer(PingEnd end) {
        this.end = end;
    }

    /** Answers a message, if there is one; never waits. */
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

    /** Answers until it is told that all is over. */
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

    /** How many messages were answered. */
    long answered() {
        return answered;
    }
}
