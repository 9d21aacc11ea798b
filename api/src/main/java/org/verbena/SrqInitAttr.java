package org.verbena;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.attr.VerbsEnum;
import org.verbena.attr.VerbsFlag;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/** A request for a shared receive queue: {@code struct ibv_srq_init_attr} and {@code struct ibv_srq_init_attr_ex}, for
 * {@link ProtectionDomain#createSrq} and {@link DeviceContext#createSrqEx}. Immutable. */
public final class SrqInitAttr {
    private static final String STRUCT = "ibv_srq_init_attr_ex";

    private final @Nullable Object srqContext;
    private final SrqAttr attr;
    private final int srqTypeCode;
    private final @Nullable ProtectionDomain pd;
    private final @Nullable XrcDomain xrcd;
    private final @Nullable CompletionQueue cq;
    private final @Nullable TmCap tmCap;
    private final Flags<Mask> compMask;

    private SrqInitAttr(Builder builder) {
        this.srqContext = builder.srqContext;
        this.attr = builder.attr;
        this.srqTypeCode = builder.srqTypeCode;
        this.pd = builder.pd;
        this.xrcd = builder.xrcd;
        this.cq = builder.cq;
        this.tmCap = builder.tmCap;
        Flags<Mask> chosen = builder.compMask;
        this.compMask = chosen == null ? builder.derived : chosen;
    }

    /**
     * Starts a request: basic, all capabilities 0.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The object of the user that goes with the queue.
     *
     * @return {@code srq_context}, if set
     */
    public Optional<Object> srqContext() {
        return Optional.ofNullable(srqContext);
    }

    /**
     * The requested capabilities and limit.
     *
     * @return {@code attr}
     */
    public SrqAttr attr() {
        return attr;
    }

    /**
     * The kind of queue.
     *
     * @return {@code srq_type}
     */
    public SrqType srqType() {
        return SrqType.of(srqTypeCode);
    }

    /**
     * The number of {@link #srqType()}, also where it has no constant.
     *
     * @return {@code srq_type} as C has it
     */
    public int srqTypeCode() {
        return srqTypeCode;
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
     * The XRC domain of an XRC queue.
     *
     * @return {@code xrcd}, if set
     */
    public Optional<XrcDomain> xrcd() {
        return Optional.ofNullable(xrcd);
    }

    /**
     * The completion queue of an XRC or tag-matching queue.
     *
     * @return {@code cq}, if set
     */
    public Optional<CompletionQueue> cq() {
        return Optional.ofNullable(cq);
    }

    /**
     * The tag-matching limits.
     *
     * @return {@code tm_cap}, if set
     */
    public Optional<TmCap> tmCap() {
        return Optional.ofNullable(tmCap);
    }

    /**
     * The extended fields that are valid.
     *
     * @return {@code comp_mask}
     */
    public Flags<Mask> compMask() {
        return compMask;
    }

    /** Builds {@link SrqInitAttr}. Not for use by several threads at once. */
    public static final class Builder {
        private @Nullable Object srqContext;
        private SrqAttr attr = SrqAttr.ZERO;
        private int srqTypeCode = SrqType.BASIC.value();
        private @Nullable ProtectionDomain pd;
        private @Nullable XrcDomain xrcd;
        private @Nullable CompletionQueue cq;
        private @Nullable TmCap tmCap;
        private Flags<Mask> derived = Flags.none(Mask.class);
        private @Nullable Flags<Mask> compMask;

        private Builder() {}

        /**
         * Sets {@code srq_context}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder srqContext(Object value) {
            srqContext = Attr.present(STRUCT, "srq_context", value);
            return this;
        }

        /**
         * Sets {@code attr}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder attr(SrqAttr value) {
            attr = Attr.present(STRUCT, "attr", value);
            return this;
        }

        /**
         * Sets {@code srq_type} and adds {@link Mask#TYPE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder srqType(SrqType value) {
            return srqTypeCode(
                    Attr.sendable(STRUCT, "srq_type", value, VerbsEnum::cName).value());
        }

        /**
         * Sets {@code srq_type} by number, for values that have no constant, and adds {@link Mask#TYPE} to
         * the mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder srqTypeCode(int value) {
            srqTypeCode = value;
            derived = derived.with(Mask.TYPE);
            return this;
        }

        /**
         * Sets {@code pd} and adds {@link Mask#PD} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder pd(ProtectionDomain value) {
            pd = Attr.present(STRUCT, "pd", value);
            derived = derived.with(Mask.PD);
            return this;
        }

        /**
         * Sets {@code xrcd} and adds {@link Mask#XRCD} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder xrcd(XrcDomain value) {
            xrcd = Attr.present(STRUCT, "xrcd", value);
            derived = derived.with(Mask.XRCD);
            return this;
        }

        /**
         * Sets {@code cq} and adds {@link Mask#CQ} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder cq(CompletionQueue value) {
            cq = Attr.present(STRUCT, "cq", value);
            derived = derived.with(Mask.CQ);
            return this;
        }

        /**
         * Sets {@code tm_cap} and adds {@link Mask#TM} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder tmCap(TmCap value) {
            tmCap = Attr.present(STRUCT, "tm_cap", value);
            derived = derived.with(Mask.TM);
            return this;
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
         * Sets {@code attr.max_wr}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxWr(long value) {
            attr = new SrqAttr(value, attr.maxSge(), attr.srqLimit());
            return this;
        }

        /**
         * Sets {@code attr.max_sge}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxSge(long value) {
            attr = new SrqAttr(attr.maxWr(), value, attr.srqLimit());
            return this;
        }

        /**
         * Sets {@code attr.srq_limit}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder srqLimit(long value) {
            attr = new SrqAttr(attr.maxWr(), attr.maxSge(), value);
            return this;
        }

        /**
         * Finishes.
         *
         * @return the attributes
         */
        public SrqInitAttr build() {
            return new SrqInitAttr(this);
        }
    }

    /**
     * The extended fields of {@link SrqInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_srq_init_attr_mask}.
     */
    public enum Mask implements VerbsFlag {
        /** {@code srq_type}. */
        TYPE("IBV_SRQ_INIT_ATTR_TYPE", 0),

        /** {@code pd}. */
        PD("IBV_SRQ_INIT_ATTR_PD", 1),

        /** {@code xrcd}. */
        XRCD("IBV_SRQ_INIT_ATTR_XRCD", 2),

        /** {@code cq}. */
        CQ("IBV_SRQ_INIT_ATTR_CQ", 3),

        /** {@code tm_cap}. */
        TM("IBV_SRQ_INIT_ATTR_TM", 4);

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
