package org.verbena.spi.driver;

/**
 * Makes sure that enough stack is left for a critical section, before its lock is taken. A StackOverflowError inside
 * {@code lock()} or {@code unlock()} leaves a lock held: the JDK reserves stack for the methods that change its locks, but
 * then throws the error after the change. The check overflows early instead, where nothing has happened yet.
 */
public final class StackReserve {
    /** Some 6 kB when compiled and 30 kB when interpreted, and less than a microsecond. */
    private static final int CONTROL = 128;

    /** One call that the compiler cannot inline. Four of them cost the simulator a tenth of its messages. */
    private static final int DATA = 2;

    /** Some 2 kB when compiled: calls of JNA need several frames after C has returned. */
    private static final int SECTION = 16;

    private StackReserve() {}

    /**
     * Returns if there is enough stack for a call of the control path, which creates, changes or destroys an object.
     *
     * @throws StackOverflowError if there is not
     */
    public static void requireForControl() {
        require(CONTROL);
    }

    /**
     * Returns if there is enough stack for the one call that leaves a lock again.
     *
     * @throws StackOverflowError if there is not
     */
    public static void requireForData() {
        require(DATA);
    }

    /**
     * Returns if there is enough stack for a call that begins or ends a section in which the driver keeps a lock, such as
     * {@code ibv_wr_start}.
     *
     * @throws StackOverflowError if there is not
     */
    public static void requireForSection() {
        require(SECTION);
    }

    private static void require(int frames) {
        if (descend(frames, frames, 1, 2, 3, 4, 5, 6, 7) == 0) {
            // The sum is never 0, which the compiler does not know: it keeps the calls.
            throw new AssertionError("a sum of positive numbers");
        }
    }

    /** Every frame keeps its arguments until its callee has returned. */
    private static long descend(int frames, long a, long b, long c, long d, long e, long f, long g, long h) {
        if (frames == 0) {
            return a + b + c + d + e + f + g + h;
        }
        return descend(frames - 1, b, c, d, e, f, g, h, a + 1) + (a ^ d) + (b | h);
    }
}
