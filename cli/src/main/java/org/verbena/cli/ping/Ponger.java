// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.util.function.BooleanSupplier;
import org.verbena.cli.command.SpinWait;

/** The side that sends back each message that it receives. */
final class Ponger {
    private final PingEnd end;
    private long waiting = PingRecvRing.NONE;
    private long answered;

    /** Creates a ponger for a connected end. */
    Ponger(PingEnd end) {
        this.end = end;
    }

    /** Answers one message, if one has arrived. Never waits. */
    void poll() {
        if (waiting == PingRecvRing.NONE) {
            waiting = end.take();
        }
        if (waiting != PingRecvRing.NONE && end.hasFreeSlot()) {
            end.send((int) waiting);
            waiting = PingRecvRing.NONE;
            answered++;
        }
    }

    /** Answers messages until the condition holds. */
    void run(BooleanSupplier over) {
        SpinWait spinWait = new SpinWait();
        while (!over.getAsBoolean()) {
            long before = answered;
            poll();
            if (answered == before) {
                spinWait.pause();
            } else {
                spinWait.reset();
            }
        }
    }

    /** Returns the number of answered messages. */
    long answered() {
        return answered;
    }
}
