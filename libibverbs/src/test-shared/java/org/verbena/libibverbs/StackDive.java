// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** A recursion that overflows the stack. Each frame then tries a call when it returns, until one succeeds. */
final class StackDive {
    /** The maximum number of attempts. */
    static final int TRIES = 4096;

    private final IntConsumer call;
    private int attempt = -1;
    private boolean done;

    /**
     * Creates a dive.
     *
     * @param call the call, which receives the number of the attempt from 0
     */
    StackDive(IntConsumer call) {
        this.call = call;
    }

    /** Recurses until the stack overflows, and tries the call in each frame that returns. */
    void down() {
        try {
            if (!done) {
                down();
            }
        } catch (StackOverflowError e) {
            // This frame and its callers try the call.
        }
        if (!done && attempt < TRIES - 1) {
            attempt++;
            try {
                call.accept(attempt);
                done = true;
            } catch (StackOverflowError e) {
                // The next frame has more stack.
            }
        }
    }

    /** Returns the attempts that threw StackOverflowError. */
    List<Integer> overflows() {
        return IntStream.range(0, attempt).boxed().toList();
    }

    /** Returns the attempt that succeeded. */
    int success() {
        if (!done) {
            throw new IllegalStateException("every attempt failed");
        }
        return attempt;
    }
}
