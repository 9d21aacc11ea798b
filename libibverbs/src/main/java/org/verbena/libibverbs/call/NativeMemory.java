// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.call;

import java.nio.charset.StandardCharsets;
import org.osgi.annotation.versioning.ProviderType;

/** The memory of the process, in native byte order. An access to an unmapped address crashes the JVM. */
@ProviderType
public interface NativeMemory {
    /**
     * Reads 8 bits.
     *
     * @param address the address
     * @return the value
     */
    byte getByte(long address);

    /**
     * Reads 16 bits.
     *
     * @param address the address
     * @return the value
     */
    short getShort(long address);

    /**
     * Reads 32 bits.
     *
     * @param address the address
     * @return the value
     */
    int getInt(long address);

    /**
     * Reads 64 bits.
     *
     * @param address the address
     * @return the value
     */
    long getLong(long address);

    /**
     * Reads bytes.
     *
     * @param address the address of the first byte
     * @param target the array to fill
     */
    void get(long address, byte[] target);

    /**
     * Reads a null-terminated UTF-8 string.
     *
     * @param address the address of the first byte
     * @return the text without the terminating zero byte
     */
    default String getString(long address) {
        int length = 0;
        while (getByte(address + length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        get(address, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Writes 8 bits.
     *
     * @param address the address
     * @param value the value
     */
    void putByte(long address, byte value);

    /**
     * Writes 16 bits.
     *
     * @param address the address
     * @param value the value
     */
    void putShort(long address, short value);

    /**
     * Writes 32 bits.
     *
     * @param address the address
     * @param value the value
     */
    void putInt(long address, int value);

    /**
     * Writes 64 bits.
     *
     * @param address the address
     * @param value the value
     */
    void putLong(long address, long value);

    /**
     * Writes bytes.
     *
     * @param address the address of the first byte
     * @param source the bytes
     */
    void put(long address, byte[] source);
}
