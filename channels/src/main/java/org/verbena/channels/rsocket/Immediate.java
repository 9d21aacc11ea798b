// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

/** The immediate data of a message: three bits of operation and 29 bits of value ({@code rs_msg_set} of rsocket.c). */
public final class Immediate {
    /** Bytes of the stream; the value is their number. */
    public static final int DATA = 0;

    /** A new limit of messages, and possibly a descriptor of free ring space ({@code RS_OP_SGL}). */
    public static final int CREDITS = 4;

    /** An entry of the I/O map; the value is its index ({@code RS_OP_IOMAP_SGL}). */
    public static final int IO_MAP = 6;

    /** A change of the connection; the value is {@link #DISCONNECT}, {@link #KEEP_ALIVE} or {@link #SHUTDOWN}. */
    public static final int CONTROL = 7;

    /** The sender has closed the connection. */
    public static final int DISCONNECT = 0;

    /** The sender checks the connection. */
    public static final int KEEP_ALIVE = 1;

    /** The sender sends no more bytes. */
    public static final int SHUTDOWN = 2;

    /**
     * The sender resets the connection. Programs of librdmacm ignore this value and see the {@link #DISCONNECT} that
     * follows.
     */
    public static final int RESET = 0x1000;

    /** The largest value, and so the largest number of bytes of a message. */
    public static final int MAX_VALUE = (1 << 29) - 1;

    private static final int SHIFT = 29;

    private Immediate() {}

    /**
     * Returns the immediate data of an operation.
     *
     * @param operation the operation
     * @param value the value, 0..{@link #MAX_VALUE}
     * @return the 32 bits
     */
    public static int of(int operation, int value) {
        return operation << SHIFT | value;
    }

    /**
     * Returns the operation.
     *
     * @param immediate the 32 bits
     * @return the operation, 0..7
     */
    public static int operation(int immediate) {
        return immediate >>> SHIFT;
    }

    /**
     * Returns the value.
     *
     * @param immediate the 32 bits
     * @return the value, 0..{@link #MAX_VALUE}
     */
    public static int value(int immediate) {
        return immediate & MAX_VALUE;
    }
}
