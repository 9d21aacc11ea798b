package org.verbena.spi.driver;

import java.nio.ByteBuffer;

/**
 * The part of a direct buffer that is registered, as it was when the call began. Other threads may change position and
 * limit of an application's buffer at any time, so all layers use this one snapshot.
 *
 * @param buffer the application's buffer: it identifies the memory, its position and limit mean nothing here
 * @param whole a private buffer over the same memory, all of it
 * @param position the first byte of the part, counted from the first byte of the whole
 * @param length number of bytes
 */
public record BufferPart(ByteBuffer buffer, ByteBuffer whole, int position, int length) {
    /**
     * Takes a snapshot.
     *
     * @param buffer a buffer
     * @return the part from its position to its limit
     * @throws IllegalArgumentException if another thread changes the buffer so that no position lies before its limit
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
     * @return a buffer of its length, which keeps the memory reachable
     */
    public ByteBuffer content() {
        return whole.slice(position, length);
    }
}
