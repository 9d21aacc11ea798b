// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Map;
import java.util.Optional;
import org.verbena.attr.AttrStruct;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsFlag;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqType;
import org.verbena.internal.CodeField;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;
import org.verbena.internal.MaskField;

/** A request for a work queue: {@code struct ibv_wq_init_attr}, for {@link DeviceContext#createWq}. Immutable. */
public final class WqInitAttr implements AttrStruct {
    private static final FieldTable TABLE = new FieldTable("ibv_wq_init_attr");
    private static final Field<Object> WQ_CONTEXT = TABLE.reference("wq_context");
    private static final CodeField<WqType> WQ_TYPE =
            TABLE.code("wq_type", 0, WqType.RQ, WqType::of, WqType::value, WqType::cName);
    private static final Field<Long> MAX_WR = TABLE.uint32("max_wr");
    private static final Field<Long> MAX_SGE = TABLE.uint32("max_sge");
    private static final Field<ProtectionDomain> PD = TABLE.reference("pd");
    private static final Field<CompletionQueue> CQ = TABLE.reference("cq");
    private static final MaskField<Flags<Mask>> COMP_MASK =
            TABLE.mask("comp_mask", bits -> Flags.ofMask(Mask.class, bits), Flags::mask);
    private static final Field<Flags<WqFlag>> CREATE_FLAGS =
            TABLE.flags32("create_flags", Mask.FLAGS.mask(), Flags.none(WqFlag.class), Flags::mask);

    private final FieldValues values;

    private WqInitAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder of a receive queue whose other fields are 0 or absent. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /** Creates a builder with the values and the mask of these attributes. Its setters add to this mask. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns {@code wq_context}, the application's object; empty if not set. */
    public Optional<Object> wqContext() {
        return values.find(WQ_CONTEXT);
    }

    /** Returns {@code wq_type}, by default {@link WqType#RQ}. */
    public WqType wqType() {
        return values.constant(WQ_TYPE);
    }

    /** Returns {@code wq_type} as a C number, also if it has no constant. */
    public int wqTypeCode() {
        return values.get(WQ_TYPE);
    }

    /** Returns {@code max_wr}, the requested number of outstanding work requests, 0..4294967295. */
    public long maxWr() {
        return values.get(MAX_WR);
    }

    /** Returns {@code max_sge}, the requested number of scatter elements of a work request, 0..4294967295. */
    public long maxSge() {
        return values.get(MAX_SGE);
    }

    /** Returns {@code pd}, the protection domain; empty if not set. */
    public Optional<ProtectionDomain> pd() {
        return values.find(PD);
    }

    /** Returns {@code cq}, the completion queue; empty if not set. */
    public Optional<CompletionQueue> cq() {
        return values.find(CQ);
    }

    /** Returns {@code comp_mask}, the extended fields that are valid. */
    public Flags<Mask> compMask() {
        return values.mask(COMP_MASK);
    }

    /** Returns {@code create_flags}, the creation flags. */
    public Flags<WqFlag> createFlags() {
        return values.get(CREATE_FLAGS);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WqInitAttr attr && attr.values.equals(values);
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
     * A builder of {@link WqInitAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code wq_context}, the application's object for the work queue. */
        public Builder wqContext(Object value) {
            return set(WQ_CONTEXT, value);
        }

        /** Sets {@code wq_type}, the type of the queue. */
        public Builder wqType(WqType value) {
            values.setConstant(WQ_TYPE, value);
            return this;
        }

        /** Sets {@code wq_type} to a C number that may have no constant. */
        public Builder wqTypeCode(int value) {
            return set(WQ_TYPE, value);
        }

        /** Sets {@code max_wr}, the number of outstanding work requests, 0..4294967295; the driver may round it up. */
        public Builder maxWr(long value) {
            return set(MAX_WR, value);
        }

        /**
         * Sets {@code max_sge}, the number of scatter elements of a work request, 0..4294967295; the driver may round
         * it up.
         */
        public Builder maxSge(long value) {
            return set(MAX_SGE, value);
        }

        /** Sets {@code pd}, the protection domain. */
        public Builder pd(ProtectionDomain value) {
            return set(PD, value);
        }

        /** Sets {@code cq}, the completion queue. */
        public Builder cq(CompletionQueue value) {
            return set(CQ, value);
        }

        /** Sets {@code comp_mask} explicitly, in place of the derived mask; bits without a constant are allowed. */
        public Builder compMask(Flags<Mask> value) {
            values.fixMask(COMP_MASK, value);
            return this;
        }

        /** Sets {@code create_flags}, the creation flags; 32 bits. */
        public Builder createFlags(Flags<WqFlag> value) {
            return set(CREATE_FLAGS, value);
        }

        /** Sets {@code create_flags} to one or more flags. */
        public Builder createFlags(WqFlag first, WqFlag... others) {
            return createFlags(Flags.of(first, others));
        }

        /** Returns the attributes. Later changes of this builder do not affect them. */
        public WqInitAttr build() {
            return new WqInitAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }

    /**
     * The extended fields of {@link WqInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_wq_init_attr_mask}.
     */
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
