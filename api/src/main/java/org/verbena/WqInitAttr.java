package org.verbena;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsEnum;
import org.verbena.attr.VerbsFlag;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqType;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/** A request for a work queue: {@code struct ibv_wq_init_attr}, for {@link DeviceContext#createWq}. Immutable. */
public final class WqInitAttr {
    private static final String STRUCT = "ibv_wq_init_attr";

    private final @Nullable Object wqContext;
    private final int wqTypeCode;
    private final long maxWr;
    private final long maxSge;
    private final @Nullable ProtectionDomain pd;
    private final @Nullable CompletionQueue cq;
    private final Flags<WqFlag> createFlags;
    private final Flags<Mask> compMask;

    private WqInitAttr(Builder builder) {
        this.wqContext = builder.wqContext;
        this.wqTypeCode = builder.wqTypeCode;
        this.maxWr = builder.maxWr;
        this.maxSge = builder.maxSge;
        this.pd = builder.pd;
        this.cq = builder.cq;
        this.createFlags = builder.createFlags;
        Flags<Mask> chosen = builder.compMask;
        this.compMask = chosen == null ? builder.derived : chosen;
    }

    /**
     * Starts a request: a receive queue, everything else 0 or absent.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The object of the user that goes with the work queue.
     *
     * @return {@code wq_context}, if set
     */
    public Optional<Object> wqContext() {
        return Optional.ofNullable(wqContext);
    }

    /**
     * The kind of queue.
     *
     * @return {@code wq_type}
     */
    public WqType wqType() {
        return WqType.of(wqTypeCode);
    }

    /**
     * The number of {@link #wqType()}, also where it has no constant.
     *
     * @return {@code wq_type} as C has it
     */
    public int wqTypeCode() {
        return wqTypeCode;
    }

    /**
     * Requested number of outstanding work requests.
     *
     * @return {@code max_wr}, 0..4294967295
     */
    public long maxWr() {
        return maxWr;
    }

    /**
     * Requested number of scatter/gather elements of a work request.
     *
     * @return {@code max_sge}, 0..4294967295
     */
    public long maxSge() {
        return maxSge;
    }

    /**
     * The protection domain.
     *
     * @return {@code pd}, if set
     */
    public Optional<ProtectionDomain> pd() {
        return Optional.ofNullable(pd);
    }

    /**
     * The completion queue.
     *
     * @return {@code cq}, if set
     */
    public Optional<CompletionQueue> cq() {
        return Optional.ofNullable(cq);
    }

    /**
     * The creation flags.
     *
     * @return {@code create_flags}
     */
    public Flags<WqFlag> createFlags() {
        return createFlags;
    }

    /**
     * The extended fields that are valid.
     *
     * @return {@code comp_mask}
     */
    public Flags<Mask> compMask() {
        return compMask;
    }

    /** Builds {@link WqInitAttr}. Not for use by several threads at once. */
    public static final class Builder {
        private @Nullable Object wqContext;
        private int wqTypeCode = WqType.RQ.value();
        private long maxWr;
        private long maxSge;
        private @Nullable ProtectionDomain pd;
        private @Nullable CompletionQueue cq;
        private Flags<WqFlag> createFlags = Flags.none(WqFlag.class);
        private Flags<Mask> derived = Flags.none(Mask.class);
        private @Nullable Flags<Mask> compMask;

        private Builder() {}

        /**
         * Sets {@code wq_context}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder wqContext(Object value) {
            wqContext = Attr.present(STRUCT, "wq_context", value);
            return this;
        }

        /**
         * Sets {@code wq_type}.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder wqType(WqType value) {
            return wqTypeCode(
                    Attr.sendable(STRUCT, "wq_type", value, VerbsEnum::cName).value());
        }

        /**
         * Sets {@code wq_type} by number, for values that have no constant.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder wqTypeCode(int value) {
            wqTypeCode = value;
            return this;
        }

        /**
         * Sets {@code max_wr}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxWr(long value) {
            maxWr = Attr.uint32(STRUCT, "max_wr", value);
            return this;
        }

        /**
         * Sets {@code max_sge}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxSge(long value) {
            maxSge = Attr.uint32(STRUCT, "max_sge", value);
            return this;
        }

        /**
         * Sets {@code pd}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder pd(ProtectionDomain value) {
            pd = Attr.present(STRUCT, "pd", value);
            return this;
        }

        /**
         * Sets {@code cq}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder cq(CompletionQueue value) {
            cq = Attr.present(STRUCT, "cq", value);
            return this;
        }

        /**
         * Sets {@code create_flags} and adds {@link Mask#FLAGS} to the mask.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder createFlags(Flags<WqFlag> value) {
            createFlags = Attr.flags32(STRUCT, "create_flags", value, Flags::mask);
            derived = derived.with(Mask.FLAGS);
            return this;
        }

        /**
         * Sets {@code create_flags} and adds {@link Mask#FLAGS} to the mask.
         *
         * @param first one flag
         * @param others further flags
         * @return this builder
         */
        public Builder createFlags(WqFlag first, WqFlag... others) {
            return createFlags(Flags.of(first, others));
        }

        /**
         * Sets {@code comp_mask} instead of deriving it from what was set: an escape for bits without a constant.
         *
         * @param value the mask, exactly as C shall see it
         * @return this builder
         * @throws InvalidRequestException if wider than 32 bits
         */
        public Builder compMask(Flags<Mask> value) {
            compMask = Attr.flags32(STRUCT, "comp_mask", value, Flags::mask);
            return this;
        }

        /**
         * Finishes.
         *
         * @return the attributes
         */
        public WqInitAttr build() {
            return new WqInitAttr(this);
        }
    }

    /** The extended fields of {@link WqInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_wq_init_attr_mask}. */
    public enum Mask implements VerbsFlag {
        /** {@code create_flags}. */
        FLAGS("IBV_WQ_INIT_ATTR_FLAGS", 0);

        private final String cName;
        private final int bit;

        Mask(String cName, int bit) {
            this.cName = cName;
            this.bit = bit;
        }

        @Override
        public String cName() {
            return cName;
        }

        @Override
        public long mask() {
            return 1L << bit;
        }
    }
}
