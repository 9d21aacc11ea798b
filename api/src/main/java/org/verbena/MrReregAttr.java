// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AttrStruct;
import org.verbena.attr.Flags;
import org.verbena.attr.ReregMrFlag;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;

/** The changes of {@link MemoryRegion#rereg}: the arguments of {@code ibv_rereg_mr(3)}. Immutable. */
public final class MrReregAttr implements AttrStruct {
    private static final long TRANSLATION = ReregMrFlag.CHANGE_TRANSLATION.mask();

    private static final FieldTable TABLE = new FieldTable("ibv_rereg_mr");
    private static final Field<ProtectionDomain> PD = TABLE.reference("pd", ReregMrFlag.CHANGE_PD.mask());
    // Two buffers with equal contents are different memory.
    private static final Field<ByteBuffer> BUFFER = TABLE.identity("addr", TRANSLATION);
    private static final Field<Long> ADDRESS =
            TABLE.value("addr", TRANSLATION, 0L, address -> "0x" + Long.toHexString(address));
    private static final Field<Long> LENGTH = TABLE.value("length", TRANSLATION, 0L, Long::toUnsignedString);
    private static final Field<Flags<AccessFlag>> ACCESS = TABLE.reference("access", ReregMrFlag.CHANGE_ACCESS.mask());

    private final FieldValues values;

    private MrReregAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder without changes. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /** Creates a builder with the changes of this object. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns {@code flags}, the properties that change. */
    public Flags<ReregMrFlag> flags() {
        return Flags.ofMask(ReregMrFlag.class, values.mask());
    }

    /** Returns the buffer of the new memory; empty if the memory does not change or is given by its address. */
    public Optional<ByteBuffer> buffer() {
        return values.find(BUFFER);
    }

    /** Returns {@code addr}, the address of the first byte; 0 if the memory does not change or is given as a buffer. */
    public long address() {
        return values.get(ADDRESS);
    }

    /** Returns {@code length} in bytes, unsigned; 0 if the memory does not change or is given as a buffer. */
    public long length() {
        return values.get(LENGTH);
    }

    /** Returns {@code pd}, the new protection domain; empty if it does not change. */
    public Optional<ProtectionDomain> pd() {
        return values.find(PD);
    }

    /** Returns {@code access}, the new access flags; empty if they do not change. */
    public Optional<Flags<AccessFlag>> access() {
        return values.find(ACCESS);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MrReregAttr attr && attr.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.text(AttrStruct::text);
    }

    /**
     * A builder of {@link MrReregAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets the new memory to that of a direct buffer, from its position to its limit. */
        public Builder memory(ByteBuffer value) {
            set(BUFFER, value);
            values.clear(ADDRESS);
            values.clear(LENGTH);
            return this;
        }

        /** Sets the new memory: {@code addr}, the address of the first byte, and {@code length} in bytes, unsigned. */
        public Builder memory(long first, long bytes) {
            values.clear(BUFFER);
            return set(ADDRESS, first).set(LENGTH, bytes);
        }

        /** Sets {@code pd}, the new protection domain. */
        public Builder pd(ProtectionDomain value) {
            return set(PD, value);
        }

        /** Sets {@code access}, the new access flags. */
        public Builder access(Flags<AccessFlag> value) {
            return set(ACCESS, value);
        }

        /** Returns the changes. Later changes of this builder do not affect them. */
        public MrReregAttr build() {
            return new MrReregAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }
}
