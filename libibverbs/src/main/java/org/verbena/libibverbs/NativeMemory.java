package org.verbena.libibverbs;

import java.nio.charset.StandardCharsets;
import org.osgi.annotation.versioning.ProviderType;

/** The process's memory, in the processor's byte order. An address that is not mapped crashes the JVM. */
@ProviderType
public interface NativeMemory {
    /**
     * Reads 8 bits.
     *
     * @param address where
     * @return the value
     */
    byte getByte(long address);

    /**
     * Reads 16 bits.
     *
     * @param address where
     * @return the value
     */
    short getShort(long address);

    /**
     * Reads 32 bits.
     *
     * @param address where
     * @return the value
     */
    int getInt(long address);

    /**
     * Reads 64 bits.
     *
     * @param address where
     * @return the value
     */
    long getLong(long address);

    /**
     * Reads bytes.
     *
     * @param address where
     * @param target receives as many bytes as it has
     */
    void get(long address, byte[] target);

    /**
     * Reads text.
     *
     * @param address where a zero byte ends it
     * @return the text
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
     * @param address where
     * @param value the value
     */
    void putByte(long address, byte value);

    /**
     * Writes 16 bits.
     *
     * @param address where
     * @param value the value
     */
    void putShort(long address, short value);

    /**
     * Writes 32 bits.
     *
     * @param address where
     * @param value the value
     */
    void putInt(long address, int value);

    /**
     * Writes 64 bits.
     *
     * @param address where
     * @param value the value
     */
    void putLong(long address, long value);

    /**
     * Writes bytes.
     *
     * @param address where
     * @param source the bytes
     */
    void put(long address, byte[] source);
}
