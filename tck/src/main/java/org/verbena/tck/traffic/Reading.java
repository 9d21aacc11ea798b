// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import java.util.function.BooleanSupplier;
import org.verbena.CompletionQueueEx;
import org.verbena.tck.fixture.Fixture;

/** Waits for completions that the caller reads in place. */
public final class Reading {
    private Reading() {}

    /**
     * Starts to read as soon as a completion exists.
     *
     * @param cq the completion queue
     */
    public static void start(CompletionQueueEx cq) {
        await(cq, cq::startPoll);
    }

    /**
     * Advances to the next completion as soon as it exists.
     *
     * @param cq the completion queue
     */
    public static void next(CompletionQueueEx cq) {
        await(cq, cq::nextPoll);
    }

    private static void await(CompletionQueueEx cq, BooleanSupplier step) {
        Completions.Deadline deadline = Completions.Deadline.in(Fixture.PATIENCE);
        while (!step.getAsBoolean()) {
            if (deadline.hasPassed()) {
                throw new AssertionError("No completion came to " + cq);
            }
            Completions.Deadline.pause();
        }
    }
}
