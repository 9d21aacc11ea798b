package org.verbena;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@link MemoryRegion#rereg} changes: the arguments of {@code ibv_rereg_mr(3)}. Immutable. */
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
     * Starts with nothing that would change.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * What changes.
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
     * The new memory, if given as a buffer.
     *
     * @return the buffer
     */
    public Optional<ByteBuffer> buffer() {
        return Optional.ofNullable(buffer);
    }

    /**
     * The new memory's first byte, if given by address.
     *
     * @return {@code addr}
     */
    public long address() {
        return address;
    }

    /**
     * The new memory's length, if given by address.
     *
     * @return {@code length}, unsigned
     */
    public long length() {
        return length;
    }

    /**
     * The new protection domain.
     *
     * @return {@code pd}, if it changes
     */
    public Optional<ProtectionDomain> pd() {
        return Optional.ofNullable(pd);
    }

    /**
     * The new access flags.
     *
     * @return {@code access}, if they change
     */
    public Optional<Flags<AccessFlag>> access() {
        return Optional.ofNullable(access);
    }

    /** Collects what changes. Not for use by several threads at once. */
    public static final class Builder {
        private @Nullable ByteBuffer buffer;
        private boolean translation;
        private long address;
        private long length;
        private @Nullable ProtectionDomain pd;
        private @Nullable Flags<AccessFlag> access;

        private Builder() {}

        /**
         * Other memory, a direct buffer's from its position to its limit.
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
         * Other memory, by address.
         *
         * @param first the first byte
         * @param bytes number of bytes, unsigned
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
         * Another protection domain.
         *
         * @param value the domain
         * @return this builder
         */
        public Builder pd(ProtectionDomain value) {
            pd = value;
            return this;
        }

        /**
         * Other access flags.
         *
         * @param value the flags
         * @return this builder
         */
        public Builder access(Flags<AccessFlag> value) {
            access = value;
            return this;
        }

        /**
         * Makes the request.
         *
         * @return the request
         */
        public MrReregAttr build() {
            return new MrReregAttr(this);
        }
    }
}
