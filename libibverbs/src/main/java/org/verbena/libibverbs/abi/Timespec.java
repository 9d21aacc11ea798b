package org.verbena.libibverbs.abi;

/**
 * A duration.
 *
 * <pre>{@code
 * struct timespec {
 *     time_t tv_sec;
 *     long tv_nsec;
 * };
 * }</pre>
 */
public final class Timespec {
    public static final CField TV_SEC = CField.s64(0);
    public static final CField TV_NSEC = CField.s64(8);

    public static final int SIZE = 16;

    private Timespec() {}
}
