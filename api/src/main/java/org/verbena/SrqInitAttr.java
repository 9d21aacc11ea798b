// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Map;
import java.util.Optional;
import org.verbena.attr.AttrStruct;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.attr.VerbsFlag;
import org.verbena.internal.CodeField;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;
import org.verbena.internal.MaskField;

/**
 * A request for a shared receive queue: {@code struct ibv_srq_init_attr} and {@code struct ibv_srq_init_attr_ex}, for
 * {@link ProtectionDomain#createSrq} and {@link DeviceContext#createSrqEx}. Immutable.
 */
public final class SrqInitAttr implements AttrStruct {
    private static final FieldTable TABLE = new FieldTable("ibv_srq_init_attr_ex");
    private static final Field<Object> SRQ_CONTEXT = TABLE.reference("srq_context");
    private static final Field<SrqAttr> ATTR = TABLE.value("attr", 0, SrqAttr.ZERO);
    private static final MaskField<Flags<Mask>> COMP_MASK =
            TABLE.mask("comp_mask", bits -> Flags.ofMask(Mask.class, bits), Flags::mask);
    private static final CodeField<SrqType> SRQ_TYPE =
            TABLE.code("srq_type", Mask.TYPE.mask(), SrqType.BASIC, SrqType::of, SrqType::value, SrqType::cName);
    private static final Field<ProtectionDomain> PD = TABLE.reference("pd", Mask.PD.mask());
    private static final Field<XrcDomain> XRCD = TABLE.reference("xrcd", Mask.XRCD.mask());
    private static final Field<CompletionQueue> CQ = TABLE.reference("cq", Mask.CQ.mask());
    private static final Field<TmCap> TM_CAP = TABLE.reference("tm_cap", Mask.TM.mask());

    private final FieldValues values;

    private SrqInitAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder of a basic queue whose capabilities are all 0. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /** Creates a builder with the values and the mask of these attributes. Its setters add to this mask. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns {@code srq_context}, the application's object; empty if not set. */
    public Optional<Object> srqContext() {
        return values.find(SRQ_CONTEXT);
    }

    /** Returns {@code attr}, the requested capabilities and the limit. */
    public SrqAttr attr() {
        return values.get(ATTR);
    }

    /** Returns {@code comp_mask}, the extended fields that are valid. */
    public Flags<Mask> compMask() {
        return values.mask(COMP_MASK);
    }

    /** Returns {@code srq_type}, by default {@link SrqType#BASIC}. */
    public SrqType srqType() {
        return values.constant(SRQ_TYPE);
    }

    /** Returns {@code srq_type} as a C number, also if it has no constant. */
    public int srqTypeCode() {
        return values.get(SRQ_TYPE);
    }

    /** Returns {@code pd}, the protection domain; empty if not set. */
    public Optional<ProtectionDomain> pd() {
        return values.find(PD);
    }

    /** Returns {@code xrcd}, the XRC domain of an XRC queue; empty if not set. */
    public Optional<XrcDomain> xrcd() {
        return values.find(XRCD);
    }

    /** Returns {@code cq}, the completion queue of an XRC or tag-matching queue; empty if not set. */
    public Optional<CompletionQueue> cq() {
        return values.find(CQ);
    }

    /** Returns {@code tm_cap}, the tag-matching limits; empty if not set. */
    public Optional<TmCap> tmCap() {
        return values.find(TM_CAP);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SrqInitAttr attr && attr.values.equals(values);
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
     * A builder of {@link SrqInitAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code srq_context}, the application's object for the queue. */
        public Builder srqContext(Object value) {
            return set(SRQ_CONTEXT, value);
        }

        /** Sets {@code attr}, all capabilities and the limit at once. */
        public Builder attr(SrqAttr value) {
            return set(ATTR, value);
        }

        /** Sets {@code comp_mask} explicitly, in place of the derived mask; bits without a constant are allowed. */
        public Builder compMask(Flags<Mask> value) {
            values.fixMask(COMP_MASK, value);
            return this;
        }

        /** Sets {@code srq_type}, the type of the queue. */
        public Builder srqType(SrqType value) {
            values.setConstant(SRQ_TYPE, value);
            return this;
        }

        /** Sets {@code srq_type} to a C number that may have no constant. */
        public Builder srqTypeCode(int value) {
            return set(SRQ_TYPE, value);
        }

        /** Sets {@code pd}, the protection domain. */
        public Builder pd(ProtectionDomain value) {
            return set(PD, value);
        }

        /** Sets {@code xrcd}, the XRC domain of an XRC queue. */
        public Builder xrcd(XrcDomain value) {
            return set(XRCD, value);
        }

        /** Sets {@code cq}, the completion queue of an XRC or tag-matching queue. */
        public Builder cq(CompletionQueue value) {
            return set(CQ, value);
        }

        /** Sets {@code tm_cap}, the tag-matching limits. */
        public Builder tmCap(TmCap value) {
            return set(TM_CAP, value);
        }

        /** Sets {@code attr.max_wr}, 0..4294967295; the driver may round it up. */
        public Builder maxWr(long value) {
            SrqAttr attr = values.get(ATTR);
            return attr(new SrqAttr(value, attr.maxSge(), attr.srqLimit()));
        }

        /** Sets {@code attr.max_sge}, 0..4294967295; the driver may round it up. */
        public Builder maxSge(long value) {
            SrqAttr attr = values.get(ATTR);
            return attr(new SrqAttr(attr.maxWr(), value, attr.srqLimit()));
        }

        /** Sets {@code attr.srq_limit}, 0..4294967295; 0 disables the limit event. */
        public Builder srqLimit(long value) {
            SrqAttr attr = values.get(ATTR);
            return attr(new SrqAttr(attr.maxWr(), attr.maxSge(), value));
        }

        /** Returns the attributes. Later changes of this builder do not affect them. */
        public SrqInitAttr build() {
            return new SrqInitAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }

    /**
     * The extended fields of {@link SrqInitAttr} that are valid ({@code comp_mask}): {@code enum
     * ibv_srq_init_attr_mask}.
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
