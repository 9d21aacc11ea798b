// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.calls;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads numbers from an input. After the end of the input, every number is 0. */
public final class Numbers {
    /** The bytes in native order, like the numbers that the fuzzer observes in comparisons and copies into inputs. */
    private final ByteBuffer bytes;

    public Numbers(byte[] input) {
        bytes = ByteBuffer.wrap(input).order(ByteOrder.nativeOrder());
    }

    public boolean hasMore() {
        return bytes.hasRemaining();
    }

    public int uint8() {
        return bytes.hasRemaining() ? Byte.toUnsignedInt(bytes.get()) : 0;
    }

    public int uint16() {
        return bytes.remaining() < Short.BYTES ? uint8() : Short.toUnsignedInt(bytes.getShort());
    }

    public int int32() {
        return bytes.remaining() < Integer.BYTES ? uint8() : bytes.getInt();
    }

    public long int64() {
        return bytes.remaining() < Long.BYTES ? uint8() : bytes.getLong();
    }

    /** Returns a number from 0 to a bound (exclusive) of at most 256. */
    public int below(int bound) {
        return uint8() % bound;
    }

    /** Returns any number. It is often a boundary value, such as a power of two, its neighbours and its negative. */
    public long number() {
        int kind = uint8();
        long power = 1L << (kind >> 2);
        return switch (kind & 3) {
            case 0 -> uint8();
            case 1 -> power + uint8() - 128;
            case 2 -> -power;
            default -> int64();
        };
    }

    public byte[] bytes(int length) {
        byte[] taken = new byte[length];
        bytes.get(taken, 0, Math.min(length, bytes.remaining()));
        return taken;
    }
}
