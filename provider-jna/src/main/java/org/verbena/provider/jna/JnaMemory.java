// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.jna;

import com.sun.jna.Pointer;
import org.verbena.libibverbs.call.NativeMemory;

/** The memory of the process, accessed as offsets from a pointer to address 0. */
final class JnaMemory implements NativeMemory {
    static final JnaMemory ALL = new JnaMemory();

    private static final Pointer BASE = new Pointer(0);

    private JnaMemory() {}

    @Override
    public byte getByte(long address) {
        return BASE.getByte(address);
    }

    @Override
    public short getShort(long address) {
        return BASE.getShort(address);
    }

    @Override
    public int getInt(long address) {
        return BASE.getInt(address);
    }

    @Override
    public long getLong(long address) {
        return BASE.getLong(address);
    }

    @Override
    public void get(long address, byte[] target) {
        BASE.read(address, target, 0, target.length);
    }

    @Override
    public void putByte(long address, byte value) {
        BASE.setByte(address, value);
    }

    @Override
    public void putShort(long address, short value) {
        BASE.setShort(address, value);
    }

    @Override
    public void putInt(long address, int value) {
        BASE.setInt(address, value);
    }

    @Override
    public void putLong(long address, long value) {
        BASE.setLong(address, value);
    }

    @Override
    public void put(long address, byte[] source) {
        BASE.write(address, source, 0, source.length);
    }
}
