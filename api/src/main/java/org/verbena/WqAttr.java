package org.verbena;

import org.jspecify.annotations.Nullable;

/** Changes to a work queue: {@code struct ibv_wq_attr}, for {@link WorkQueue#modify}. Immutable. */
public final class WqAttr {
    private static final String STRUCT = "ibv_wq_attr";

    private final int wqStateCode;
    private final int currWqStateCode;
    private final Flags<WqFlag> flags;
    private final Flags<WqFlag> flagsMask;
    private final Flags<WqAttrMask> attrMask;

    private WqAttr(Builder builder) {
        this.wqStateCode = builder.wqStateCode;
        this.currWqStateCode = builder.currWqStateCode;
        this.flags = builder.flags;
        this.flagsMask = builder.flagsMask;
        Flags<WqAttrMask> chosen = builder.attrMask;
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
    public Flags<WqAttrMask> attrMask() {
        return attrMask;
    }

    /** Builds {@link WqAttr}. Not for use by several threads at once. */
    public static final class Builder {
        private int wqStateCode = WqState.RESET.value();
        private int currWqStateCode = WqState.RESET.value();
        private Flags<WqFlag> flags = Flags.none(WqFlag.class);
        private Flags<WqFlag> flagsMask = Flags.none(WqFlag.class);
        private Flags<WqAttrMask> derived = Flags.none(WqAttrMask.class);
        private @Nullable Flags<WqAttrMask> attrMask;

        private Builder() {}

        /**
         * Sets {@code wq_state} and adds {@link WqAttrMask#STATE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder wqState(WqState value) {
            return wqStateCode(Attr.sendable(STRUCT, "wq_state", value).value());
        }

        /**
         * Sets {@code wq_state} by number, for values that have no constant, and adds {@link WqAttrMask#STATE} to the
         * mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder wqStateCode(int value) {
            wqStateCode = value;
            derived = derived.with(WqAttrMask.STATE);
            return this;
        }

        /**
         * Sets {@code curr_wq_state} and adds {@link WqAttrMask#CURR_STATE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder currWqState(WqState value) {
            return currWqStateCode(Attr.sendable(STRUCT, "curr_wq_state", value).value());
        }

        /**
         * Sets {@code curr_wq_state} by number, for values that have no constant, and adds {@link
         * WqAttrMask#CURR_STATE} to the mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder currWqStateCode(int value) {
            currWqStateCode = value;
            derived = derived.with(WqAttrMask.CURR_STATE);
            return this;
        }

        /**
         * Sets {@code flags} and adds {@link WqAttrMask#FLAGS} to the mask.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder flags(Flags<WqFlag> value) {
            flags = Attr.flags32(STRUCT, "flags", value);
            derived = derived.with(WqAttrMask.FLAGS);
            return this;
        }

        /**
         * Sets {@code flags} and adds {@link WqAttrMask#FLAGS} to the mask.
         *
         * @param first one flag
         * @param others further flags
         * @return this builder
         */
        public Builder flags(WqFlag first, WqFlag... others) {
            return flags(Flags.of(first, others));
        }

        /**
         * Sets {@code flags_mask} and adds {@link WqAttrMask#FLAGS} to the mask.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder flagsMask(Flags<WqFlag> value) {
            flagsMask = Attr.flags32(STRUCT, "flags_mask", value);
            derived = derived.with(WqAttrMask.FLAGS);
            return this;
        }

        /**
         * Sets {@code flags_mask} and adds {@link WqAttrMask#FLAGS} to the mask.
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
        public Builder attrMask(Flags<WqAttrMask> value) {
            attrMask = Attr.flags32(STRUCT, "attr_mask", value);
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
}
