package org.verbena.libibverbs.abi;

/**
 * A file descriptor and the events that {@code poll(2)} waits for.
 *
 * <pre>{@code
 * struct pollfd {
 *     int fd;
 *     short int events;
 *     short int revents;
 * };
 * }</pre>
 */
public final class Pollfd {
    public static final CField FD = CField.s32(0);
    public static final CField EVENTS = CField.s16(4);

    public static final int SIZE = 8;

    /** Data is available to read. */
    public static final int POLLIN = 1;

    private Pollfd() {}
}
