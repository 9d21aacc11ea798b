// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one read or write. It takes their positions once, as {@code writev(2)} does: a buffer that occurs
 * twice is sent twice. It keeps its arrays, so a call allocates nothing. Not safe for use by several threads.
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

    /** {@return the number of bytes that are not copied, at most 2147483647} */
    public int remaining() {
        return (int) Math.min(Integer.MAX_VALUE, remaining);
    }

    /** Copies the next bytes of the buffers to memory. */
    void copyTo(ByteBuffer memory, int at, int length) {
        copy(memory, at, length, true);
    }

    /** Copies bytes of memory to the buffers, behind those that were copied before. */
    void copyFrom(ByteBuffer memory, int at, int length) {
        copy(memory, at, length, false);
    }

    private void copy(ByteBuffer memory, int at, int length, boolean isGather) {
        int offset = at;
        int rest = length;
        while (rest > 0) {
            int part = Math.min(rest, lengths[index] - done);
            int position = positions[index] + done;
            if (isGather) {
                memory.put(offset, buffer(index), position, part);
            } else {
                buffer(index).put(position, memory, offset, part);
            }
            offset += part;
            rest -= part;
            done += part;
            if (done == lengths[index]) {
                index++;
                done = 0;
            }
        }
        remaining -= length;
        total += length;
    }

    private ByteBuffer buffer(int i) {
        ByteBuffer buffer = buffers[i];
        if (buffer == null) {
            throw new IllegalStateException("the list is finished");
        }
        return buffer;
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
