// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.soak;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.verbena.attr.QpType;

/**
 * A message in flight.
 *
 * @param number the number of the message in the soak test
 * @param what its operation
 * @param payload its bytes
 * @param slot its slot in the memory of its link
 * @param immediate whether the immediate data contains its number
 */
record SoakMessage(long number, Operation what, Payload payload, int slot, boolean immediate) {
    /** The operations that transfer a message. */
    enum Operation {
        SEND(true),
        SEND_WITH_IMM(true),
        WRITE(false),
        WRITE_WITH_IMM(true),
        READ(false),
        FETCH_ADD(false),
        COMPARE_SWAP(false);

        private static final List<Operation> OF_DATAGRAMS = List.of(SEND, SEND_WITH_IMM);
        private static final List<Operation> OF_UNRELIABLE = List.of(SEND, SEND_WITH_IMM, WRITE, WRITE_WITH_IMM);

        private final boolean takesReceive;

        Operation(boolean takesReceive) {
            this.takesReceive = takesReceive;
        }

        boolean takesReceive() {
            return takesReceive;
        }

        boolean isAtomic() {
            return this == FETCH_ADD || this == COMPARE_SWAP;
        }

        static List<Operation> of(QpType type) {
            return switch (type) {
                case UD -> OF_DATAGRAMS;
                case UC -> OF_UNRELIABLE;
                default -> List.of(values());
            };
        }
    }

    /**
     * The bytes of a message: its number, as far as it fits, and random bytes.
     *
     * @param length the number of bytes
     * @param checksum their CRC32C
     */
    record Payload(int length, long checksum) {
        /** Fills the memory of a buffer. */
        static Payload fill(ByteBuffer memory, long number) {
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
            return new Payload(length, checksum(memory.flip()));
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

    @Override
    public String toString() {
        return "message %d, %s of %d bytes".formatted(number, what, payload.length());
    }
}
