package org.verbena;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.VerbsEnum;
import org.verbena.attr.VerbsFlag;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * A request to open a shared XRC target: {@code struct ibv_qp_open_attr}, for {@link DeviceContext#openQp}. This class
 * is immutable.
 */
public final class QpOpenAttr {
    private static final String STRUCT = "ibv_qp_open_attr";

    private final long qpNum;
    private final @Nullable XrcDomain xrcd;
    private final @Nullable Object qpContext;
    private final int qpTypeCode;
    private final Flags<Mask> compMask;

    private QpOpenAttr(Builder builder) {
        this.qpNum = builder.qpNum;
        this.xrcd = builder.xrcd;
        this.qpContext = builder.qpContext;
        this.qpTypeCode = builder.qpTypeCode;
        Flags<Mask> chosen = builder.compMask;
        this.compMask = chosen == null ? builder.derived : chosen;
    }

    /**
     * Creates a builder without any field set.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the number of the target.
     *
     * @return {@code qp_num}, 0..4294967295
     */
    public long qpNum() {
        return qpNum;
    }

    /**
     * Returns the XRC domain of the target.
     *
     * @return {@code xrcd}, empty if not set
     */
    public Optional<XrcDomain> xrcd() {
        return Optional.ofNullable(xrcd);
    }

    /**
     * Returns the application's object that is associated with the queue pair.
     *
     * @return {@code qp_context}, empty if not set
     */
    public Optional<Object> qpContext() {
        return Optional.ofNullable(qpContext);
    }

    /**
     * Returns the transport service, by default {@link QpType#XRC_RECV}.
     *
     * @return {@code qp_type}
     */
    public QpType qpType() {
        return QpType.of(qpTypeCode);
    }

    /**
     * Returns the C number of {@link #qpType()}, even if it has no constant.
     *
     * @return {@code qp_type} as a C number
     */
    public int qpTypeCode() {
        return qpTypeCode;
    }

    /**
     * Returns the fields that are valid.
     *
     * @return {@code comp_mask}
     */
    public Flags<Mask> compMask() {
        return compMask;
    }

    /** A builder of {@link QpOpenAttr}. It is not safe for use by several threads. */
    public static final class Builder {
        private long qpNum;
        private @Nullable XrcDomain xrcd;
        private @Nullable Object qpContext;
        private int qpTypeCode = QpType.XRC_RECV.value();
        private Flags<Mask> derived = Flags.none(Mask.class);
        private @Nullable Flags<Mask> compMask;

        private Builder() {}

        /**
         * Sets {@code qp_num} and adds {@link Mask#NUM} to the mask.
         *
         * @param value the number, 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if the value is out of range
         */
        public Builder qpNum(long value) {
            qpNum = Attr.uint32(STRUCT, "qp_num", value);
            derived = derived.with(Mask.NUM);
            return this;
        }

        /**
         * Sets {@code xrcd} and adds {@link Mask#XRCD} to the mask.
         *
         * @param value the XRC domain
         * @return this builder
         */
        public Builder xrcd(XrcDomain value) {
            xrcd = Attr.present(STRUCT, "xrcd", value);
            derived = derived.with(Mask.XRCD);
            return this;
        }

        /**
         * Sets {@code qp_context} and adds {@link Mask#CONTEXT} to the mask.
         *
         * @param value the application's object
         * @return this builder
         */
        public Builder qpContext(Object value) {
            qpContext = Attr.present(STRUCT, "qp_context", value);
            derived = derived.with(Mask.CONTEXT);
            return this;
        }

        /**
         * Sets {@code qp_type} and adds {@link Mask#TYPE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no C number
         */
        public Builder qpType(QpType value) {
            return qpTypeCode(
                    Attr.sendable(STRUCT, "qp_type", value, VerbsEnum::cName).value());
        }

        /**
         * Sets {@code qp_type} by its C number, for numbers without a constant, and adds {@link Mask#TYPE} to
         * the mask.
         *
         * @param value the C number
         * @return this builder
         */
        public Builder qpTypeCode(int value) {
            qpTypeCode = value;
            derived = derived.with(Mask.TYPE);
            return this;
        }

        /**
         * Sets {@code comp_mask} explicitly instead of deriving it from the fields that were set. This allows bits
         * without a constant.
         *
         * @param value the mask, passed to C unchanged
         * @return this builder
         * @throws InvalidRequestException if the mask is wider than 32 bits
         */
        public Builder compMask(Flags<Mask> value) {
            compMask = Attr.flags32(STRUCT, "comp_mask", value, Flags::mask);
            return this;
        }

        /**
         * Creates the request.
         *
         * @return the attributes
         */
        public QpOpenAttr build() {
            return new QpOpenAttr(this);
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
