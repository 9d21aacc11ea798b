package org.verbena.tck.soak;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * The bytes of a message: its number, as far as it fits, and random bytes.
 *
 * @param length the number of bytes
 * @param checksum their CRC32C
 */
record SoakPayload(int length, long checksum) {
    /** Fills the memory of a buffer. */
    static SoakPayload fill(ByteBuffer memory, long number) {
        SplittableRandom random = new SplittableRandom(number);
        int length = memory.remaining();
        if (length >= Long.BYTES) {
            memory.putLong(number);
        }
        while (memory.remaining() >= Long.BYTES) {
            memory.putLong(random.nextLong());
        }
        while (memory.hasRemaining()) {
            memory.put((byte) random.nextInt());
        }
        return new SoakPayload(length, checksum(memory.flip()));
    }

    /** Asserts that memory contains these bytes. */
    void assertIn(ByteBuffer memory, Object what) {
        long arrived = checksum(memory);
        if (arrived != checksum) {
            throw new AssertionError(
                    "%s: %d bytes with checksum %08x arrived as %08x".formatted(what, length, checksum, arrived));
        }
    }

    private static long checksum(ByteBuffer memory) {
        CRC32C crc = new CRC32C();
        crc.update(memory);
        return crc.getValue();
    }
}
