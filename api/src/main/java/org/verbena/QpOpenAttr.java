package org.verbena;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which shared XRC target to open: {@code struct ibv_qp_open_attr}, for {@link DeviceContext#openQp}. Immutable. */
public final class QpOpenAttr {
    private static final String STRUCT = "ibv_qp_open_attr";

    private final long qpNum;
    private final @Nullable XrcDomain xrcd;
    private final @Nullable Object qpContext;
    private final int qpTypeCode;
    private final Flags<QpOpenAttrMask> compMask;

    private QpOpenAttr(Builder builder) {
        this.qpNum = builder.qpNum;
        this.xrcd = builder.xrcd;
        this.qpContext = builder.qpContext;
        this.qpTypeCode = builder.qpTypeCode;
        Flags<QpOpenAttrMask> chosen = builder.compMask;
        this.compMask = chosen == null ? builder.derived : chosen;
    }

    /**
     * Starts a request with nothing set.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The number of the target.
     *
     * @return {@code qp_num}, 0..4294967295
     */
    public long qpNum() {
        return qpNum;
    }

    /**
     * The domain that the target belongs to.
     *
     * @return {@code xrcd}, if set
     */
    public Optional<XrcDomain> xrcd() {
        return Optional.ofNullable(xrcd);
    }

    /**
     * The object of the user that goes with the queue pair.
     *
     * @return {@code qp_context}, if set
     */
    public Optional<Object> qpContext() {
        return Optional.ofNullable(qpContext);
    }

    /**
     * The transport service, {@link QpType#XRC_RECV}.
     *
     * @return {@code qp_type}
     */
    public QpType qpType() {
        return QpType.of(qpTypeCode);
    }

    /**
     * The number of {@link #qpType()}, also where it has no constant.
     *
     * @return {@code qp_type} as C has it
     */
    public int qpTypeCode() {
        return qpTypeCode;
    }

    /**
     * The fields that are valid.
     *
     * @return {@code comp_mask}
     */
    public Flags<QpOpenAttrMask> compMask() {
        return compMask;
    }

    /** Builds {@link QpOpenAttr}. Not for use by several threads at once. */
    public static final class Builder {
        private long qpNum;
        private @Nullable XrcDomain xrcd;
        private @Nullable Object qpContext;
        private int qpTypeCode = QpType.XRC_RECV.value();
        private Flags<QpOpenAttrMask> derived = Flags.none(QpOpenAttrMask.class);
        private @Nullable Flags<QpOpenAttrMask> compMask;

        private Builder() {}

        /**
         * Sets {@code qp_num} and adds {@link QpOpenAttrMask#NUM} to the mask.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder qpNum(long value) {
            qpNum = Attr.uint32(STRUCT, "qp_num", value);
            derived = derived.with(QpOpenAttrMask.NUM);
            return this;
        }

        /**
         * Sets {@code xrcd} and adds {@link QpOpenAttrMask#XRCD} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder xrcd(XrcDomain value) {
            xrcd = Attr.present(STRUCT, "xrcd", value);
            derived = derived.with(QpOpenAttrMask.XRCD);
            return this;
        }

        /**
         * Sets {@code qp_context} and adds {@link QpOpenAttrMask#CONTEXT} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder qpContext(Object value) {
            qpContext = Attr.present(STRUCT, "qp_context", value);
            derived = derived.with(QpOpenAttrMask.CONTEXT);
            return this;
        }

        /**
         * Sets {@code qp_type} and adds {@link QpOpenAttrMask#TYPE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder qpType(QpType value) {
            return qpTypeCode(Attr.sendable(STRUCT, "qp_type", value).value());
        }

        /**
         * Sets {@code qp_type} by number, for values that have no constant, and adds {@link QpOpenAttrMask#TYPE} to the
         * mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder qpTypeCode(int value) {
            qpTypeCode = value;
            derived = derived.with(QpOpenAttrMask.TYPE);
            return this;
        }

        /**
         * Sets {@code comp_mask} instead of deriving it from what was set: an escape for bits without a constant.
         *
         * @param value the mask, exactly as C shall see it
         * @return this builder
         * @throws InvalidRequestException if wider than 32 bits
         */
        public Builder compMask(Flags<QpOpenAttrMask> value) {
            compMask = Attr.flags32(STRUCT, "comp_mask", value);
            return this;
        }

        /**
         * Finishes.
         *
         * @return the attributes
         */
        public QpOpenAttr build() {
            return new QpOpenAttr(this);
        }
    }
}
