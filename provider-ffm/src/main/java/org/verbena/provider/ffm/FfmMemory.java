// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.verbena.libibverbs.call.NativeMemory;

/** The memory of the process as one segment that starts at address 0. */
final class FfmMemory implements NativeMemory {
    static final FfmMemory ALL = new FfmMemory();

    private static final MemorySegment SEGMENT = Restricted.allMemory();

    private FfmMemory() {}

    @Override
    public byte getByte(long address) {
        return SEGMENT.get(JAVA_BYTE, address);
    }

    @Override
    public short getShort(long address) {
        return SEGMENT.get(JAVA_SHORT_UNALIGNED, address);
    }

    @Override
    public int getInt(long address) {
        return SEGMENT.get(JAVA_INT_UNALIGNED, address);
    }

    @Override
    public long getLong(long address) {
        return SEGMENT.get(JAVA_LONG_UNALIGNED, address);
    }

    @Override
    public void get(long address, byte[] target) {
        MemorySegment.copy(SEGMENT, JAVA_BYTE, address, target, 0, target.length);
    }

    @Override
    public void putByte(long address, byte value) {
        SEGMENT.set(JAVA_BYTE, address, value);
    }

    @Override
    public void putShort(long address, short value) {
        SEGMENT.set(JAVA_SHORT_UNALIGNED, address, value);
    }

    @Override
    public void putInt(long address, int value) {
        SEGMENT.set(JAVA_INT_UNALIGNED, address, value);
    }

    @Override
    public void putLong(long address, long value) {
        SEGMENT.set(JAVA_LONG_UNALIGNED, address, value);
    }

    @Override
    public void put(long address, byte[] source) {
        MemorySegment.copy(source, 0, SEGMENT, JAVA_BYTE, address, source.length);
    }
}
