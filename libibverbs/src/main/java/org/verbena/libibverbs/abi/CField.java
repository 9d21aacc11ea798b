// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/**
 * A field of a C struct, described by offset, type and size.
 *
 * @param offset the distance from the start of the struct in bytes
 * @param type the C type
 * @param size the number of bytes
 */
public record CField(int offset, Type type, int size) {
    /** The C type of a field. All types are identical on Linux for x86-64 and aarch64. */
    public enum Type {
        /** {@code uint8_t}. */
        U8,
        /** {@code uint16_t}. */
        U16,
        /** {@code short}. */
        S16,
        /** {@code uint32_t}. */
        U32,
        /** {@code int} or an enumeration. */
        S32,
        /** {@code uint64_t}, {@code size_t} or a pointer. */
        U64,
        /** {@code long}. */
        S64,
        /** A struct or an array. It has an address but no value. */
        BLOCK
    }

    /**
     * Returns this field relative to a struct that contains this field's struct.
     *
     * @param block the position of this field's struct in the outer struct
     * @return the field of the outer struct
     */
    public CField in(CField block) {
        return new CField(block.offset + offset, type, size);
    }

    static CField u8(int offset) {
        return new CField(offset, Type.U8, Byte.BYTES);
    }

    static CField u16(int offset) {
        return new CField(offset, Type.U16, Short.BYTES);
    }

    static CField s16(int offset) {
        return new CField(offset, Type.S16, Short.BYTES);
    }

    static CField u32(int offset) {
        return new CField(offset, Type.U32, Integer.BYTES);
    }

    static CField s32(int offset) {
        return new CField(offset, Type.S32, Integer.BYTES);
    }

    static CField u64(int offset) {
        return new CField(offset, Type.U64, Long.BYTES);
    }

    static CField s64(int offset) {
        return new CField(offset, Type.S64, Long.BYTES);
    }

    static CField pointer(int offset) {
        return u64(offset);
    }

    static CField block(int offset, int size) {
        return new CField(offset, Type.BLOCK, size);
    }
}
