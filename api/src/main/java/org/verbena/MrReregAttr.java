package org.verbena;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.ReregMrFlag;

/** The changes of {@link MemoryRegion#rereg}: the arguments of {@code ibv_rereg_mr(3)}. Immutable. */
public final class MrReregAttr {
    private final @Nullable ByteBuffer buffer;
    private final boolean translation;
    private final long address;
    private final long length;
    private final @Nullable ProtectionDomain pd;
    private final @Nullable Flags<AccessFlag> access;

    private MrReregAttr(Builder builder) {
        this.buffer = builder.buffer;
        this.translation = builder.translation;
        this.address = builder.address;
        this.length = builder.length;
        this.pd = builder.pd;
        this.access = builder.access;
    }

    /**
     * Creates a builder without changes.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the properties that change.
     *
     * @return {@code flags}
     */
    public Flags<ReregMrFlag> flags() {
        Flags<ReregMrFlag> flags = Flags.none(ReregMrFlag.class);
        flags = translation ? flags.with(ReregMrFlag.CHANGE_TRANSLATION) : flags;
        flags = pd != null ? flags.with(ReregMrFlag.CHANGE_PD) : flags;
        return access != null ? flags.with(ReregMrFlag.CHANGE_ACCESS) : flags;
    }

    /**
     * Returns the buffer of the new memory.
     *
     * @return the buffer, empty if the memory does not change or is given by address
     */
    public Optional<ByteBuffer> buffer() {
        return Optional.ofNullable(buffer);
    }

    /**
     * Returns the address of the new memory's first byte.
     *
     * @return {@code addr}, 0 if the memory does not change or is given as a buffer
     */
    public long address() {
        return address;
    }

    /**
     * Returns the length of the new memory in bytes.
     *
     * @return {@code length}, unsigned; 0 if the memory does not change or is given as a buffer
     */
    public long length() {
        return length;
    }

    /**
     * Returns the new protection domain.
     *
     * @return {@code pd}, empty if it does not change
     */
    public Optional<ProtectionDomain> pd() {
        return Optional.ofNullable(pd);
    }

    /**
     * Returns the new access flags.
     *
     * @return {@code access}, empty if they do not change
     */
    public Optional<Flags<AccessFlag>> access() {
        return Optional.ofNullable(access);
    }

    /** A builder of changes. Not safe for use by several threads. */
    public static final class Builder {
        private @Nullable ByteBuffer buffer;
        private boolean translation;
        private long address;
        private long length;
        private @Nullable ProtectionDomain pd;
        private @Nullable Flags<AccessFlag> access;

        private Builder() {}

        /**
         * Sets the new memory to that of a direct buffer, from its position to its limit.
         *
         * @param value the buffer
         * @return this builder
         */
        public Builder memory(ByteBuffer value) {
            translation = true;
            buffer = value;
            address = 0;
            length = 0;
            return this;
        }

        /**
         * Sets the new memory by its address.
         *
         * @param first the address of the first byte
         * @param bytes the number of bytes, unsigned
         * @return this builder
         */
        public Builder memory(long first, long bytes) {
            translation = true;
            buffer = null;
            address = first;
            length = bytes;
            return this;
        }

        /**
         * Sets the new protection domain.
         *
         * @param value the domain
         * @return this builder
         */
        public Builder pd(ProtectionDomain value) {
            pd = value;
            return this;
        }

        /**
         * Sets the new access flags.
         *
         * @param value the flags
         * @return this builder
         */
        public Builder access(Flags<AccessFlag> value) {
            access = value;
            return this;
        }

        /**
         * Builds the changes.
         *
         * @return the changes
         */
        public MrReregAttr build() {
            return new MrReregAttr(this);
        }
    }
}
