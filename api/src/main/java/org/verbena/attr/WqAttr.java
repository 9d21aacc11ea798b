package org.verbena.attr;

import org.jspecify.annotations.Nullable;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/** Changes to a work queue: {@code struct ibv_wq_attr}, for {@link org.verbena.WorkQueue#modify}. Immutable. */
public final class WqAttr {
    private static final String STRUCT = "ibv_wq_attr";

    private final int wqStateCode;
    private final int currWqStateCode;
    private final Flags<WqFlag> flags;
    private final Flags<WqFlag> flagsMask;
    private final Flags<Mask> attrMask;

    private WqAttr(Builder builder) {
        this.wqStateCode = builder.wqStateCode;
        this.currWqStateCode = builder.currWqStateCode;
        this.flags = builder.flags;
        this.flagsMask = builder.flagsMask;
        Flags<Mask> chosen = builder.attrMask;
        this.attrMask = chosen == null ? builder.derived : chosen;
    }

    /**
     * Starts a change of nothing.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The state to move to.
     *
     * @return {@code wq_state}
     */
    public WqState wqState() {
        return WqState.of(wqStateCode);
    }

    /**
     * The number of {@link #wqState()}, also where it has no constant.
     *
     * @return {@code wq_state} as C has it
     */
    public int wqStateCode() {
        return wqStateCode;
    }

    /**
     * The state that the caller assumes.
     *
     * @return {@code curr_wq_state}
     */
    public WqState currWqState() {
        return WqState.of(currWqStateCode);
    }

    /**
     * The number of {@link #currWqState()}, also where it has no constant.
     *
     * @return {@code curr_wq_state} as C has it
     */
    public int currWqStateCode() {
        return currWqStateCode;
    }

    /**
     * The flags to set.
     *
     * @return {@code flags}
     */
    public Flags<WqFlag> flags() {
        return flags;
    }

    /**
     * Which flags are changed.
     *
     * @return {@code flags_mask}
     */
    public Flags<WqFlag> flagsMask() {
        return flagsMask;
    }

    /**
     * The attributes that are changed.
     *
     * @return {@code attr_mask}
     */
    public Flags<Mask> attrMask() {
        return attrMask;
    }

    /** Builds {@link WqAttr}. Not for use by several threads at once. */
    public static final class Builder {
        private int wqStateCode = WqState.RESET.value();
        private int currWqStateCode = WqState.RESET.value();
        private Flags<WqFlag> flags = Flags.none(WqFlag.class);
        private Flags<WqFlag> flagsMask = Flags.none(WqFlag.class);
        private Flags<Mask> derived = Flags.none(Mask.class);
        private @Nullable Flags<Mask> attrMask;

        private Builder() {}

        /**
         * Sets {@code wq_state} and adds {@link Mask#STATE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder wqState(WqState value) {
            return wqStateCode(
                    Attr.sendable(STRUCT, "wq_state", value, VerbsEnum::cName).value());
        }

        /**
         * Sets {@code wq_state} by number, for values that have no constant, and adds {@link Mask#STATE} to the
         * mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder wqStateCode(int value) {
            wqStateCode = value;
            derived = derived.with(Mask.STATE);
            return this;
        }

        /**
         * Sets {@code curr_wq_state} and adds {@link Mask#CURR_STATE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder currWqState(WqState value) {
            return currWqStateCode(Attr.sendable(STRUCT, "curr_wq_state", value, VerbsEnum::cName)
                    .value());
        }

        /**
         * Sets {@code curr_wq_state} by number, for values that have no constant, and adds {@link
         * Mask#CURR_STATE} to the mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder currWqStateCode(int value) {
            currWqStateCode = value;
            derived = derived.with(Mask.CURR_STATE);
            return this;
        }

        /**
         * Sets {@code flags} and adds {@link Mask#FLAGS} to the mask.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder flags(Flags<WqFlag> value) {
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
        public Builder flags(WqFlag first, WqFlag... others) {
            return flags(Flags.of(first, others));
        }

        /**
         * Sets {@code flags_mask} and adds {@link Mask#FLAGS} to the mask.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder flagsMask(Flags<WqFlag> value) {
            flagsMask = Attr.flags32(STRUCT, "flags_mask", value, Flags::mask);
            derived = derived.with(Mask.FLAGS);
            return this;
        }

        /**
         * Sets {@code flags_mask} and adds {@link Mask#FLAGS} to the mask.
         *
         * @param first one flag
         * @param others further flags
         * @return this builder
         */
        public Builder flagsMask(WqFlag first, WqFlag... others) {
            return flagsMask(Flags.of(first, others));
        }

        /**
         * Sets {@code attr_mask} instead of deriving it from what was set: an escape for bits without a constant.
         *
         * @param value the mask, exactly as C shall see it
         * @return this builder
         * @throws InvalidRequestException if wider than 32 bits
         */
        public Builder attrMask(Flags<Mask> value) {
            attrMask = Attr.flags32(STRUCT, "attr_mask", value, Flags::mask);
            return this;
        }

        /**
         * Finishes.
         *
         * @return the attributes
         */
        public WqAttr build() {
            return new WqAttr(this);
        }
    }

    /** The attributes of {@link WqAttr} that a modify call covers: {@code enum ibv_wq_attr_mask}. */
    public enum Mask implements VerbsFlag {
        /** {@code wq_state}. */
        STATE("IBV_WQ_ATTR_STATE", 0),

        /** {@code curr_wq_state}. */
        CURR_STATE("IBV_WQ_ATTR_CURR_STATE", 1),

        /** {@code flags} and {@code flags_mask}. */
        FLAGS("IBV_WQ_ATTR_FLAGS", 2);

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
