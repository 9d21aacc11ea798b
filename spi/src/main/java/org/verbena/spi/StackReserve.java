// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

/**
 * Checks that enough stack is left for a critical section, before its lock is acquired. A StackOverflowError inside
 * {@code lock()} or {@code unlock()} leaves a lock held. The JDK reserves stack for the methods that change its locks,
 * but then throws the error after the change. The check overflows early instead, before anything has changed.
 */
public final class StackReserve {
    /** 9 kB compiled by C2, 30 kB compiled by C1 or interpreted; takes less than a microsecond. */
    private static final int CONTROL = 144;

    /**
     * One call that the compiler cannot inline. Four of these calls reduce the message rate of the simulator by a
     * tenth.
     */
    private static final int DATA = 2;

    /** 1.5 kB compiled by C2, 5 kB compiled by C1 or interpreted; takes 40 ns. */
    private static final int SECTION = 24;

    private StackReserve() {}

    /**
     * Checks that enough stack is left for a call of the control path, which creates, changes or destroys an object.
     *
     * @throws StackOverflowError if the stack is too small
     */
    public static void requireForControl() {
        require(CONTROL);
    }

    /**
     * Checks that enough stack is left for a call that changes several things, some of them in calls that check for
     * {@link #requireForControl} themselves. Otherwise such a check could fail after the first change.
     *
     * @throws StackOverflowError if the stack is too small
     */
    public static void requireForSteps() {
        require(2 * CONTROL);
    }

    /**
     * Checks that enough stack is left for the single call that releases a lock.
     *
     * @throws StackOverflowError if the stack is too small
     */
    public static void requireForData() {
        require(DATA);
    }

    /**
     * Checks that enough stack is left for a call that begins or ends a section in which the driver holds a lock, such
     * as {@code ibv_wr_start}.
     *
     * @throws StackOverflowError if the stack is too small
     */
    public static void requireForSection() {
        require(SECTION);
    }

    private static void require(int frames) {
        if (descend(frames, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 0) {
            // The sum is never 0. The compiler does not know that, and therefore keeps the calls.
            throw new AssertionError("a sum of positive numbers");
        }
    }

    /**
     * Recurses to the given depth. A frame of C2 consists of little more than the arguments that do not fit in
     * registers. Constants make the frame large at the price of one store for each argument.
     */
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
