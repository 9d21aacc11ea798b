// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.nio.ByteBuffer;

/**
 * The registered part of a direct buffer, as a snapshot taken at the start of the call. Other threads may change the
 * position and limit of an application's buffer at any time. Therefore all layers use the same snapshot.
 *
 * @param buffer the application's buffer; identifies the memory; its position and limit are ignored
 * @param whole a private buffer over all of the same memory
 * @param position the first byte of the part, relative to the first byte of {@code whole}
 * @param length the number of bytes
 */
public record BufferPart(ByteBuffer buffer, ByteBuffer whole, int position, int length) {
    /**
     * Takes a snapshot of the position and limit of a buffer.
     *
     * @param buffer a buffer
     * @return the part from its position to its limit
     * @throws IllegalArgumentException if another thread changes the buffer concurrently so that its position exceeds
     *     its limit
     */
    public static BufferPart of(ByteBuffer buffer) {
        ByteBuffer now = buffer.duplicate();
        int position = now.position();
        int length = now.remaining();
        return new BufferPart(buffer, now.clear(), position, length);
    }

    /**
     * Returns the bytes of the part.
     *
     * @return a buffer with the length of the part, which keeps the memory reachable
     */
    public ByteBuffer content() {
        return whole.slice(position, length);
    }
}
