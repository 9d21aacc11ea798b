package org.verbena;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsFlag;
import org.verbena.attr.WcFlag;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * A request for a completion queue: the arguments of {@code ibv_create_cq(3)} and {@code struct ibv_cq_init_attr_ex},
 * for {@link DeviceContext#createCq} and {@link DeviceContext#createCqEx}. Immutable.
 */
public final class CqInitAttr {
    private static final String STRUCT = "ibv_cq_init_attr_ex";

    private final int cqe;
    private final @Nullable Object cqContext;
    private final @Nullable CompletionChannel channel;
    private final int compVector;
    private final Flags<WcFlag> wcFlags;
    private final Flags<CqCreateFlag> flags;
    private final Flags<Mask> compMask;

    private CqInitAttr(Builder builder) {
        this.cqe = builder.cqe;
        this.cqContext = builder.cqContext;
        this.channel = builder.channel;
        this.compVector = builder.compVector;
        this.wcFlags = builder.wcFlags;
        this.flags = builder.flags;
        Flags<Mask> chosen = builder.compMask;
        this.compMask = chosen == null ? builder.derived : chosen;
    }

    /**
     * Starts a request with no entries, no channel, completion vector 0.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Requested number of entries; the driver may grant more.
     *
     * @return {@code cqe}
     */
    public int cqe() {
        return cqe;
    }

    /**
     * The object of the user that goes with the queue.
     *
     * @return {@code cq_context}, if set
     */
    public Optional<Object> cqContext() {
        return Optional.ofNullable(cqContext);
    }

    /**
     * The channel that completion events go to.
     *
     * @return {@code channel}, if set
     */
    public Optional<CompletionChannel> channel() {
        return Optional.ofNullable(channel);
    }

    /**
     * The completion vector, below {@link DeviceContext#numCompVectors()}.
     *
     * @return {@code comp_vector}
     */
    public int compVector() {
        return compVector;
    }

    /**
     * The fields that completions shall carry; extended call only.
     *
     * @return {@code wc_flags}
     */
    public Flags<WcFlag> wcFlags() {
        return wcFlags;
    }

    /**
     * The creation flags; extended call only.
     *
     * @return {@code flags}
     */
    public Flags<CqCreateFlag> flags() {
        return flags;
    }

    /**
     * The extended fields that are valid.
     *
     * @return {@code comp_mask}
     */
    public Flags<Mask> compMask() {
        return compMask;
    }

    /** Builds {@link CqInitAttr}. Not for use by several threads at once. */
    public static final class Builder {
        private int cqe;
        private @Nullable Object cqContext;
        private @Nullable CompletionChannel channel;
        private int compVector;
        private Flags<WcFlag> wcFlags = Flags.none(WcFlag.class);
        private Flags<CqCreateFlag> flags = Flags.none(CqCreateFlag.class);
        private Flags<Mask> derived = Flags.none(Mask.class);
        private @Nullable Flags<Mask> compMask;

        private Builder() {}

        /**
         * Sets {@code cqe}.
         *
         * @param value 0..2147483647
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder cqe(long value) {
            cqe = Attr.count(STRUCT, "cqe", value);
            return this;
        }

        /**
         * Sets {@code cq_context}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder cqContext(Object value) {
            cqContext = Attr.present(STRUCT, "cq_context", value);
            return this;
        }

        /**
         * Sets {@code channel}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder channel(CompletionChannel value) {
            channel = Attr.present(STRUCT, "channel", value);
            return this;
        }

        /**
         * Sets {@code comp_vector}.
         *
         * @param value 0..2147483647
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder compVector(long value) {
            compVector = Attr.count(STRUCT, "comp_vector", value);
            return this;
        }

        /**
         * Sets {@code wc_flags}.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         */
        public Builder wcFlags(Flags<WcFlag> value) {
            wcFlags = Attr.present(STRUCT, "wc_flags", value);
            return this;
        }

        /**
         * Sets {@code wc_flags}.
         *
         * @param first one flag
         * @param others further flags
         * @return this builder
         */
        public Builder wcFlags(WcFlag first, WcFlag... others) {
            return wcFlags(Flags.of(first, others));
        }

        /**
         * Sets {@code flags} and adds {@link Mask#FLAGS} to the mask.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder flags(Flags<CqCreateFlag> value) {
            flags = Attr.flags32(STRUCT, "flags", value, Flags::mask);
            derived = derived.with(Mask.FLAGS);
            return this;
        }

        /**
         * Sets {@code flags} and adds {@link Mask#FLAGS} to the mask.
         *
         * @param first one flag
         * @param others further flags
         * @return this builder
         */
        public Builder flags(CqCreateFlag first, CqCreateFlag... others) {
            return flags(Flags.of(first, others));
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
        public CqInitAttr build() {
            return new CqInitAttr(this);
        }
    }

    /** The extended fields of {@link CqInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_cq_init_attr_mask}. */
    public enum Mask implements VerbsFlag {
        /** The field {@code flags}. */
        FLAGS("IBV_CQ_INIT_ATTR_MASK_FLAGS", 0),

        /** The field {@code parent_domain}. */
        PD("IBV_CQ_INIT_ATTR_MASK_PD", 1);

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
