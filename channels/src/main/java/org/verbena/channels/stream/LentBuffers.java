// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.verbena.memory.PooledBuffer;

/**
 * The buffers that a stream has borrowed, in the order of their bytes. Only the last one can have bytes that are not
 * posted. Messages complete in the order in which they were posted. The lock of the stream guards it.
 */
final class LentBuffers {
    private static final class Lent {
        final PooledBuffer buffer;
        int messages;

        Lent(PooledBuffer buffer) {
            this.buffer = buffer;
        }
    }

    private final Deque<Lent> all = new ArrayDeque<>();

    /** The last buffer, as long as it has bytes to post. */
    private @Nullable Lent waiting;

    private int position;
    private int end;
    private boolean incomplete;

    /** Takes a buffer from its owner. No other one may wait. */
    void add(PooledBuffer buffer, int offset, int length) {
        PooledBuffer own = buffer.transfer();
        if (length == 0) {
            own.close();
            return;
        }
        Lent lent = new Lent(own);
        all.add(lent);
        waiting = lent;
        position = offset;
        end = offset + length;
    }

    /** Returns whether a buffer has bytes that are not posted. */
    boolean isWaiting() {
        return waiting != null;
    }

    /** Returns whether there is a buffer to give back. */
    boolean isActive() {
        return !all.isEmpty();
    }

    /** Returns the bytes that are not posted. */
    int remaining() {
        return waiting == null ? 0 : end - position;
    }

    /** Returns the buffer whose bytes are next. */
    PooledBuffer buffer() {
        if (waiting == null) {
            throw new IllegalStateException("no buffer waits");
        }
        return waiting.buffer;
    }

    /** Returns the next byte in the buffer. */
    int position() {
        return position;
    }

    /** Records a message before it is posted. */
    void posting(int length) {
        if (waiting != null) {
            waiting.messages++;
            position += length;
            if (position == end) {
                waiting = null;
            }
        }
    }

    /** Takes back the last message, which the device has rejected. The rest of its buffer is not sent. */
    void rejected() {
        Lent last = all.getLast();
        last.messages--;
        waiting = last;
        cancel();
    }

    /** Gives up the bytes that are not posted. */
    void cancel() {
        if (waiting != null && waiting.messages == 0) {
            waiting.buffer.close();
            all.removeLast();
        }
        incomplete |= waiting != null;
        waiting = null;
    }

    /** Returns whether bytes were given up. */
    boolean isIncomplete() {
        return incomplete;
    }

    /** Takes the completion of the oldest message. The device has no more use for its bytes. */
    void completed() {
        Lent oldest = all.peek();
        if (oldest == null) {
            return; // a driver has reported a message twice
        }
        oldest.messages--;
        if (oldest.messages == 0 && oldest != waiting) {
            oldest.buffer.close();
            all.remove();
        }
    }

    /** Gives back all buffers. The queue pair must be destroyed. */
    void release() {
        waiting = null;
        while (!all.isEmpty()) {
            all.remove().buffer.close();
        }
    }
}
