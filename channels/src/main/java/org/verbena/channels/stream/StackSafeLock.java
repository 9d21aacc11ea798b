// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is taken only if enough stack is left for the calls that release it. Near the end of the stack, {@code
 * lock()} throws StackOverflowError; otherwise {@code unlock()} could, and the lock would stay held for ever.
 */
public final class StackSafeLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    /** About 1 kB compiled by C2, which takes 15 ns, and 3 kB interpreted. */
    private static final int FRAMES = 8;

    /** 9 kB compiled by C2, 30 kB compiled by C1 or interpreted; takes less than a microsecond. */
    private static final int FRAMES_OF_A_STRUCTURE = 144;

    /** Creates a free lock. */
    public StackSafeLock() {}

    @Override
    public void lock() {
        require(FRAMES);
        super.lock();
    }

    /**
     * Checks that enough stack is left for a call that changes a structure of the JDK, such as a queue of timers. An
     * overflow in the middle of the call would leave the structure damaged.
     *
     * @throws StackOverflowError if the stack is too small
     */
    static void requireForStructure() {
        require(FRAMES_OF_A_STRUCTURE);
    }

    private static void require(int frames) {
        if (descend(frames, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 0) {
            // The sum is never 0. The compiler does not know that, and therefore keeps the calls.
            throw new AssertionError("a sum of positive numbers");
        }
    }

    /** Recurses. The arguments that do not fit in registers make the frames large. */
    private static int descend(
            int frames,
            int a,
            int b,
            int c,
            int d,
            int e,
            int f,
            int g,
            int h,
            int i,
            int j,
            int k,
            int l,
            int m,
            int n,
            int o,
            int p) {
        if (frames == 0) {
            return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
        }
        return descend(frames - 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) + frames;
    }
}
