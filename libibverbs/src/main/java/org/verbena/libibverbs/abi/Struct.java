// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

import java.nio.charset.StandardCharsets;
import org.verbena.libibverbs.call.NativeMemory;

/**
 * A C struct in native memory. The address is not checked: it must belong to a live struct of the right type.
 *
 * @param memory the native memory
 * @param address the address of the first byte
 */
public record Struct(NativeMemory memory, long address) {
    /**
     * Reads a field.
     *
     * @param field the field, not a block
     * @return the value; for an unsigned 64-bit field, its bits
     */
    public long get(CField field) {
        long at = address + field.offset();
        // The JIT compiler folds these comparisons if the field is a constant. A switch over an enum uses an array
        // lookup.
        CField.Type type = field.type();
        if (type == CField.Type.U8) {
            return Byte.toUnsignedLong(memory.getByte(at));
        } else if (type == CField.Type.U16) {
            return Short.toUnsignedLong(memory.getShort(at));
        } else if (type == CField.Type.S16) {
            return memory.getShort(at);
        } else if (type == CField.Type.U32) {
            return Integer.toUnsignedLong(memory.getInt(at));
        } else if (type == CField.Type.S32) {
            return memory.getInt(at);
        }
        requireValue(field);
        return memory.getLong(at);
    }

    /**
     * Reads a field whose values fit into an {@code int}: a signed field, or an unsigned field of at most 16 bits.
     *
     * @param field the field
     * @return the value
     */
    public int getInt(CField field) {
        return Math.toIntExact(get(field));
    }

    /**
     * Writes a field.
     *
     * @param field the field, not a block
     * @param value the value, signed or unsigned
     * @return this struct
     * @throws IllegalArgumentException if the value does not fit into the field, so that C would read another number
     */
    public Struct put(CField field, long value) {
        long at = address + field.offset();
        requireValue(field);
        int size = field.size();
        requireFits(field, size, value);
        if (size == Byte.BYTES) {
            memory.putByte(at, (byte) value);
        } else if (size == Short.BYTES) {
            memory.putShort(at, (short) value);
        } else if (size == Integer.BYTES) {
            memory.putInt(at, (int) value);
        } else {
            memory.putLong(at, value);
        }
        return this;
    }

    private static void requireValue(CField field) {
        if (field.type() == CField.Type.BLOCK) {
            throw new IllegalArgumentException(
                    "type of the field at offset " + field.offset() + " = BLOCK, limit a type with a value");
        }
    }

    /** Checks that a value fits. Callers validate application input, so a failure here is a defect of the caller. */
    private static void requireFits(CField field, int size, long value) {
        if (size < Long.BYTES) {
            int spare = Long.SIZE - size * Byte.SIZE;
            boolean fits = value << spare >> spare == value || value << spare >>> spare == value;
            if (!fits) {
                throw new IllegalArgumentException("value of the field at offset " + field.offset() + " = " + value
                        + ", limit " + size * Byte.SIZE + " bits");
            }
        }
    }

    /**
     * Reads a block.
     *
     * @param block the field
     * @return a copy of the bytes
     */
    public byte[] bytes(CField block) {
        byte[] bytes = new byte[block.size()];
        memory.get(address + block.offset(), bytes);
        return bytes;
    }

    /**
     * Reads an array of {@code char}.
     *
     * @param block the field
     * @return the text up to the first zero byte, or the whole array if it has none
     */
    public String text(CField block) {
        byte[] bytes = bytes(block);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /**
     * Writes bytes to the start of a block.
     *
     * @param block the field
     * @param bytes the bytes, at most as many as the block has
     * @return this struct
     */
    public Struct put(CField block, byte[] bytes) {
        if (bytes.length > block.size()) {
            throw new IllegalArgumentException("length of the content of the block at offset " + block.offset() + " = "
                    + bytes.length + ", limit " + block.size() + " bytes");
        }
        memory.put(address + block.offset(), bytes);
        return this;
    }

    /**
     * Returns a struct that is embedded in this struct.
     *
     * @param block the field that holds the embedded struct
     * @return the embedded struct
     */
    public Struct inner(CField block) {
        return new Struct(memory, address + block.offset());
    }
}
