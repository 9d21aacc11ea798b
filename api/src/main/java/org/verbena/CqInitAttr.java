// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Map;
import java.util.Optional;
import org.verbena.attr.AttrStruct;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsFlag;
import org.verbena.attr.WcFlag;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;
import org.verbena.internal.MaskField;

/**
 * A request for a completion queue: the arguments of {@code ibv_create_cq(3)} and {@code struct ibv_cq_init_attr_ex},
 * for {@link DeviceContext#createCq} and {@link DeviceContext#createCqEx}. Immutable.
 */
public final class CqInitAttr implements AttrStruct {
    private static final FieldTable TABLE = new FieldTable("ibv_cq_init_attr_ex");
    private static final Field<Long> CQE = TABLE.count("cqe");
    private static final Field<Object> CQ_CONTEXT = TABLE.reference("cq_context");
    private static final Field<CompletionChannel> CHANNEL = TABLE.reference("channel");
    private static final Field<Long> COMP_VECTOR = TABLE.count("comp_vector");
    private static final Field<Flags<WcFlag>> WC_FLAGS = TABLE.value("wc_flags", 0, Flags.none(WcFlag.class));
    private static final MaskField<Flags<Mask>> COMP_MASK =
            TABLE.mask("comp_mask", bits -> Flags.ofMask(Mask.class, bits), Flags::mask);
    private static final Field<Flags<CqCreateFlag>> FLAGS =
            TABLE.flags32("flags", Mask.FLAGS.mask(), Flags.none(CqCreateFlag.class), Flags::mask);

    private final FieldValues values;

    private CqInitAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder with no entries, no channel and completion vector 0. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /** Creates a builder with the values and the mask of these attributes. Its setters add to this mask. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns {@code cqe}, the requested number of entries, 0..2147483647. */
    public int cqe() {
        return values.get(CQE).intValue();
    }

    /** Returns {@code cq_context}, the application's object; empty if not set. */
    public Optional<Object> cqContext() {
        return values.find(CQ_CONTEXT);
    }

    /** Returns {@code channel}, the channel for completion events; empty if not set. */
    public Optional<CompletionChannel> channel() {
        return values.find(CHANNEL);
    }

    /** Returns {@code comp_vector}, below {@link DeviceContext#numCompVectors()}. */
    public int compVector() {
        return values.get(COMP_VECTOR).intValue();
    }

    /** Returns {@code wc_flags}, the fields that completions carry; extended call only. */
    public Flags<WcFlag> wcFlags() {
        return values.get(WC_FLAGS);
    }

    /** Returns {@code comp_mask}, the extended fields that are valid. */
    public Flags<Mask> compMask() {
        return values.mask(COMP_MASK);
    }

    /** Returns {@code flags}, the creation flags; extended call only. */
    public Flags<CqCreateFlag> flags() {
        return values.get(FLAGS);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CqInitAttr attr && attr.values.equals(values);
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
     * A builder of {@link CqInitAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code cqe}, the number of entries, 0..2147483647; the driver may round it up. */
        public Builder cqe(long value) {
            return set(CQE, value);
        }

        /** Sets {@code cq_context}, the application's object for the queue. */
        public Builder cqContext(Object value) {
            return set(CQ_CONTEXT, value);
        }

        /** Sets {@code channel}, the channel for completion events. */
        public Builder channel(CompletionChannel value) {
            return set(CHANNEL, value);
        }

        /** Sets {@code comp_vector}, 0..2147483647, below {@link DeviceContext#numCompVectors()}. */
        public Builder compVector(long value) {
            return set(COMP_VECTOR, value);
        }

        /** Sets {@code wc_flags}, the fields that completions carry; extended call only. */
        public Builder wcFlags(Flags<WcFlag> value) {
            return set(WC_FLAGS, value);
        }

        /** Sets {@code wc_flags} to one or more flags. */
        public Builder wcFlags(WcFlag first, WcFlag... others) {
            return wcFlags(Flags.of(first, others));
        }

        /** Sets {@code comp_mask} explicitly, in place of the derived mask; bits without a constant are allowed. */
        public Builder compMask(Flags<Mask> value) {
            values.fixMask(COMP_MASK, value);
            return this;
        }

        /** Sets {@code flags}, the creation flags, 32 bits; extended call only. */
        public Builder flags(Flags<CqCreateFlag> value) {
            return set(FLAGS, value);
        }

        /** Sets {@code flags} to one or more flags. */
        public Builder flags(CqCreateFlag first, CqCreateFlag... others) {
            return flags(Flags.of(first, others));
        }

        /** Returns the attributes. Later changes of this builder do not affect them. */
        public CqInitAttr build() {
            return new CqInitAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }

    /**
     * The extended fields of {@link CqInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_cq_init_attr_mask}.
     */
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
