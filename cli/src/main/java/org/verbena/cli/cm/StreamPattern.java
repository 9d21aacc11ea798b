// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.nio.ByteBuffer;
import org.verbena.cli.text.CommandException;

/**
 * The data of rstream and riostream with verification: each direction counts its bytes, across all connections of a
 * process.
 */
final class StreamPattern {
    private long sent;
    private long received;

    /** Writes the next bytes. */
    void fill(ByteBuffer buffer, int size) {
        for (int i = 0; i < size; i++) {
            buffer.put(i, (byte) sent++);
        }
    }

    /**
     * Compares received bytes.
     *
     * @throws CommandException if a byte differs
     */
    void verify(ByteBuffer buffer, int size) {
        for (int i = 0; i < size; i++, received++) {
            if (buffer.get(i) != (byte) received) {
                throw new CommandException("data verification failed: byte " + received + " = "
                        + Byte.toUnsignedInt(buffer.get(i)) + ", expected " + (received & 0xFF));
            }
        }
    }
}
