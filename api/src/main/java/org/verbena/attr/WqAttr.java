// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.util.Map;
import org.verbena.internal.CodeField;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;
import org.verbena.internal.MaskField;

/** Changes to a work queue: {@code struct ibv_wq_attr}, for {@link org.verbena.WorkQueue#modify}. Immutable. */
public final class WqAttr implements AttrStruct {
    private static final FieldTable TABLE = new FieldTable("ibv_wq_attr");
    private static final MaskField<Flags<Mask>> ATTR_MASK =
            TABLE.mask("attr_mask", bits -> Flags.ofMask(Mask.class, bits), Flags::mask);
    private static final CodeField<WqState> WQ_STATE =
            TABLE.code("wq_state", Mask.STATE.mask(), WqState.RESET, WqState::of, WqState::value, WqState::cName);
    private static final CodeField<WqState> CURR_WQ_STATE = TABLE.code(
            "curr_wq_state", Mask.CURR_STATE.mask(), WqState.RESET, WqState::of, WqState::value, WqState::cName);
    private static final Field<Flags<WqFlag>> FLAGS =
            TABLE.flags32("flags", Mask.FLAGS.mask(), Flags.none(WqFlag.class), Flags::mask);
    private static final Field<Flags<WqFlag>> FLAGS_MASK =
            TABLE.flags32("flags_mask", Mask.FLAGS.mask(), Flags.none(WqFlag.class), Flags::mask);

    private final FieldValues values;

    private WqAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder without any field set. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /** Creates a builder with the values and the mask of these attributes. Its setters add to this mask. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns {@code attr_mask}, the fields that are changed. */
    public Flags<Mask> attrMask() {
        return values.mask(ATTR_MASK);
    }

    /** Returns {@code wq_state}, the state to move to. */
    public WqState wqState() {
        return values.constant(WQ_STATE);
    }

    /** Returns {@code wq_state} as a C number, also if it has no constant. */
    public int wqStateCode() {
        return values.get(WQ_STATE);
    }

    /** Returns {@code curr_wq_state}, the state that the caller assumes. */
    public WqState currWqState() {
        return values.constant(CURR_WQ_STATE);
    }

    /** Returns {@code curr_wq_state} as a C number, also if it has no constant. */
    public int currWqStateCode() {
        return values.get(CURR_WQ_STATE);
    }

    /** Returns {@code flags}, the new values of the flags in {@code flags_mask}. */
    public Flags<WqFlag> flags() {
        return values.get(FLAGS);
    }

    /** Returns {@code flags_mask}, the flags that are changed. */
    public Flags<WqFlag> flagsMask() {
        return values.get(FLAGS_MASK);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WqAttr attr && attr.values.equals(values);
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
     * A builder of {@link WqAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code attr_mask} explicitly, in place of the derived mask; bits without a constant are allowed. */
        public Builder attrMask(Flags<Mask> value) {
            values.fixMask(ATTR_MASK, value);
            return this;
        }

        /** Sets {@code wq_state}, the state to move to. */
        public Builder wqState(WqState value) {
            values.setConstant(WQ_STATE, value);
            return this;
        }

        /** Sets {@code wq_state} to a C number that may have no constant. */
        public Builder wqStateCode(int value) {
            return set(WQ_STATE, value);
        }

        /** Sets {@code curr_wq_state}, the state that the caller assumes. */
        public Builder currWqState(WqState value) {
            values.setConstant(CURR_WQ_STATE, value);
            return this;
        }

        /** Sets {@code curr_wq_state} to a C number that may have no constant. */
        public Builder currWqStateCode(int value) {
            return set(CURR_WQ_STATE, value);
        }

        /** Sets {@code flags}, the new values of the flags in {@code flags_mask}; 32 bits. */
        public Builder flags(Flags<WqFlag> value) {
            return set(FLAGS, value);
        }

        /** Sets {@code flags} to one or more flags. */
        public Builder flags(WqFlag first, WqFlag... others) {
            return flags(Flags.of(first, others));
        }

        /** Sets {@code flags_mask}, the flags that are changed; 32 bits. */
        public Builder flagsMask(Flags<WqFlag> value) {
            return set(FLAGS_MASK, value);
        }

        /** Sets {@code flags_mask} to one or more flags. */
        public Builder flagsMask(WqFlag first, WqFlag... others) {
            return flagsMask(Flags.of(first, others));
        }

        /** Returns the attributes. Later changes of this builder do not affect them. */
        public WqAttr build() {
            return new WqAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
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
