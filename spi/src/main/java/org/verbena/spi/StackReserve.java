// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

/**
 * Checks that enough stack is left for a critical section, before its lock is acquired. A StackOverflowError inside
 * {@code lock()} or {@code unlock()} leaves a lock held. The JDK reserves stack for the methods that change its locks,
 * but then throws the error after the change. The check overflows early instead, before anything has changed.
 */
public final class StackReserve {
    /** About 6 kB when compiled and 30 kB when interpreted; takes less than a microsecond. */
    private static final int CONTROL = 128;

    /**
     * One call that the compiler cannot inline. Four of these calls reduce the message rate of the simulator by a
     * tenth.
     */
    private static final int DATA = 2;

    /** About 2 kB when compiled: JNA needs several frames after the C function has returned. */
    private static final int SECTION = 16;

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
        if (descend(frames, frames, 1, 2, 3, 4, 5, 6, 7) == 0) {
            // The sum is never 0. The compiler does not know that, and therefore keeps the calls.
            throw new AssertionError("a sum of positive numbers");
        }
    }

    /** Recurses to the given depth. Each frame keeps its arguments until its callee has returned. */
    private static long descend(int frames, long a, long b, long c, long d, long e, long f, long g, long h) {
        if (frames == 0) {
            return a + b + c + d + e + f + g + h;
        }
        return descend(frames - 1, b, c, d, e, f, g, h, a + 1) + (a ^ d) + (b | h);
    }
}
