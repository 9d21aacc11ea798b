package org.verbena.channels.stream;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one read or write. It takes their positions once, as {@code writev(2)} does: a buffer that occurs twice is
 * sent twice. It keeps its arrays, so a call allocates nothing. Not safe for use by several threads.
 */
public final class BufferList {
    /** The largest number of buffers of a call ({@code IOV_MAX}). */
    private static final int LIMIT = 1024;

    private @Nullable ByteBuffer[] buffers = new ByteBuffer[1];
    private int[] positions = new int[1];
    private int[] lengths = new int[1];
    private int count;

    /** The buffer that is next, and its bytes that are done. */
    private int index;

    private int done;
    private long remaining;
    private long total;

    /** Creates an empty list. */
    public BufferList() {}

    /**
     * Takes one buffer.
     *
     * @param buffer the buffer
     */
    public void set(ByteBuffer buffer) {
        start();
        add(buffer);
    }

    /**
     * Takes the first 1024 of several buffers.
     *
     * @param array the array
     * @param offset the index of the first buffer
     * @param length the number of buffers
     */
    public void set(ByteBuffer[] array, int offset, int length) {
        start();
        int taken = Math.min(length, LIMIT);
        if (buffers.length < taken) {
            buffers = new ByteBuffer[taken];
            positions = new int[taken];
            lengths = new int[taken];
        }
        for (int i = 0; i < taken; i++) {
            add(array[offset + i]);
        }
    }

    private void start() {
        count = 0;
        index = 0;
        done = 0;
        remaining = 0;
        total = 0;
    }

    private void add(ByteBuffer buffer) {
        int position = buffer.position();
        int length = Math.max(0, buffer.limit() - position);
        buffers[count] = buffer;
        positions[count] = position;
        lengths[count] = length;
        remaining += length;
        count++;
    }

    /**
     * Returns the number of bytes that are not copied.
     *
     * @return the bytes, at most 2147483647
     */
    public int remaining() {
        return (int) Math.min(Integer.MAX_VALUE, remaining);
    }

    /** Copies bytes of the buffers. The caller then calls {@link #advance}. */
    void copyTo(ByteBuffer target, int at, int length) {
        int to = at;
        int rest = length;
        int i = index;
        int skipped = done;
        while (rest > 0) {
            int part = Math.min(rest, lengths[i] - skipped);
            target.put(to, buffer(i), positions[i] + skipped, part);
            to += part;
            rest -= part;
            i++;
            skipped = 0;
        }
    }

    /** Copies bytes into the buffers. The caller then calls {@link #advance}. */
    void copyFrom(ByteBuffer source, int at, int length) {
        int from = at;
        int rest = length;
        int i = index;
        int skipped = done;
        while (rest > 0) {
            int part = Math.min(rest, lengths[i] - skipped);
            buffer(i).put(positions[i] + skipped, source, from, part);
            from += part;
            rest -= part;
            i++;
            skipped = 0;
        }
    }

    private ByteBuffer buffer(int i) {
        ByteBuffer buffer = buffers[i];
        if (buffer == null) {
            throw new IllegalStateException("the list is finished");
        }
        return buffer;
    }

    /** Records that bytes were copied. */
    void advance(int length) {
        remaining -= length;
        total += length;
        int rest = length;
        while (rest > 0) {
            int part = Math.min(rest, lengths[index] - done);
            rest -= part;
            done += part;
            if (done == lengths[index]) {
                index++;
                done = 0;
            }
        }
    }

    /**
     * Moves the positions of the buffers, and forgets the buffers.
     *
     * @return the number of bytes that were copied
     */
    public long finish() {
        long rest = total;
        for (int i = 0; i < count; i++) {
            int part = (int) Math.min(rest, lengths[i]);
            if (part > 0) {
                buffer(i).position(positions[i] + part);
            }
            rest -= part;
            buffers[i] = null;
        }
        count = 0;
        return total;
    }
}
