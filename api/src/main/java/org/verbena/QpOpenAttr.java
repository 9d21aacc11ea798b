// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Map;
import java.util.Optional;
import org.verbena.attr.AttrStruct;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.VerbsFlag;
import org.verbena.internal.CodeField;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;
import org.verbena.internal.MaskField;

/**
 * A request to open a shared XRC target: {@code struct ibv_qp_open_attr}, for {@link DeviceContext#openQp}. Immutable.
 */
public final class QpOpenAttr implements AttrStruct {
    private static final FieldTable TABLE = new FieldTable("ibv_qp_open_attr");
    private static final MaskField<Flags<Mask>> COMP_MASK =
            TABLE.mask("comp_mask", bits -> Flags.ofMask(Mask.class, bits), Flags::mask);
    private static final Field<Long> QP_NUM = TABLE.uint32("qp_num", Mask.NUM.mask());
    private static final Field<XrcDomain> XRCD = TABLE.reference("xrcd", Mask.XRCD.mask());
    private static final Field<Object> QP_CONTEXT = TABLE.reference("qp_context", Mask.CONTEXT.mask());
    private static final CodeField<QpType> QP_TYPE =
            TABLE.code("qp_type", Mask.TYPE.mask(), QpType.XRC_RECV, QpType::of, QpType::value, QpType::cName);

    private final FieldValues values;

    private QpOpenAttr(FieldValues values) {
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

    /** Returns {@code comp_mask}, the fields that are valid. */
    public Flags<Mask> compMask() {
        return values.mask(COMP_MASK);
    }

    /** Returns {@code qp_num}, the number of the target, 0..4294967295. */
    public long qpNum() {
        return values.get(QP_NUM);
    }

    /** Returns {@code xrcd}, the XRC domain of the target; empty if not set. */
    public Optional<XrcDomain> xrcd() {
        return values.find(XRCD);
    }

    /** Returns {@code qp_context}, the application's object; empty if not set. */
    public Optional<Object> qpContext() {
        return values.find(QP_CONTEXT);
    }

    /** Returns {@code qp_type}, the transport service, by default {@link QpType#XRC_RECV}. */
    public QpType qpType() {
        return values.constant(QP_TYPE);
    }

    /** Returns {@code qp_type} as a C number, also if it has no constant. */
    public int qpTypeCode() {
        return values.get(QP_TYPE);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QpOpenAttr attr && attr.values.equals(values);
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
     * A builder of {@link QpOpenAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code comp_mask} explicitly, in place of the derived mask; bits without a constant are allowed. */
        public Builder compMask(Flags<Mask> value) {
            values.fixMask(COMP_MASK, value);
            return this;
        }

        /** Sets {@code qp_num}, the number of the target, 0..4294967295. */
        public Builder qpNum(long value) {
            return set(QP_NUM, value);
        }

        /** Sets {@code xrcd}, the XRC domain of the target. */
        public Builder xrcd(XrcDomain value) {
            return set(XRCD, value);
        }

        /** Sets {@code qp_context}, the application's object for the queue pair. */
        public Builder qpContext(Object value) {
            return set(QP_CONTEXT, value);
        }

        /** Sets {@code qp_type}, the transport service. */
        public Builder qpType(QpType value) {
            values.setConstant(QP_TYPE, value);
            return this;
        }

        /** Sets {@code qp_type} to a C number that may have no constant. */
        public Builder qpTypeCode(int value) {
            return set(QP_TYPE, value);
        }

        /** Returns the attributes. Later changes of this builder do not affect them. */
        public QpOpenAttr build() {
            return new QpOpenAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }

    /** The fields of {@link QpOpenAttr} that are valid ({@code comp_mask}): {@code enum ibv_qp_open_attr_mask}. */
    public enum Mask implements VerbsFlag {
        /** {@code qp_num}. */
        NUM("IBV_QP_OPEN_ATTR_NUM", 0),

        /** {@code xrcd}. */
        XRCD("IBV_QP_OPEN_ATTR_XRCD", 1),

        /** {@code qp_context}. */
        CONTEXT("IBV_QP_OPEN_ATTR_CONTEXT", 2),

        /** {@code qp_type}. */
        TYPE("IBV_QP_OPEN_ATTR_TYPE", 3);

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
