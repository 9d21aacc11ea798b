package org.verbena;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.SendOp;
import org.verbena.attr.VerbsEnum;
import org.verbena.attr.VerbsFlag;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * A request for a queue pair: {@code struct ibv_qp_init_attr} and {@code struct ibv_qp_init_attr_ex}. The fields down
 * to {@code sq_sig_all} belong to both {@link ProtectionDomain#createQp} and {@link DeviceContext#createQpEx}, the
 * others to the extended call alone. {@code comp_mask} follows from the fields that were set. Immutable.
 */
public final class QpInitAttr {
    private static final String STRUCT = "ibv_qp_init_attr_ex";

    private final @Nullable Object qpContext;
    private final @Nullable CompletionQueue sendCq;
    private final @Nullable CompletionQueue recvCq;
    private final @Nullable SharedReceiveQueue srq;
    private final QpCap cap;
    private final int qpTypeCode;
    private final boolean sqSigAll;
    private final @Nullable ProtectionDomain pd;
    private final @Nullable XrcDomain xrcd;
    private final Flags<QpCreateFlag> createFlags;
    private final int maxTsoHeader;
    private final @Nullable RwqIndTable rwqIndTbl;
    private final @Nullable RxHashConf rxHashConf;
    private final long sourceQpn;
    private final Flags<SendOp> sendOpsFlags;
    private final Flags<Mask> compMask;

    private QpInitAttr(Builder builder) {
        this.qpContext = builder.qpContext;
        this.sendCq = builder.sendCq;
        this.recvCq = builder.recvCq;
        this.srq = builder.srq;
        this.cap = builder.cap;
        this.qpTypeCode = builder.qpTypeCode;
        this.sqSigAll = builder.sqSigAll;
        this.pd = builder.pd;
        this.xrcd = builder.xrcd;
        this.createFlags = builder.createFlags;
        this.maxTsoHeader = builder.maxTsoHeader;
        this.rwqIndTbl = builder.rwqIndTbl;
        this.rxHashConf = builder.rxHashConf;
        this.sourceQpn = builder.sourceQpn;
        this.sendOpsFlags = builder.sendOpsFlags;
        Flags<Mask> chosen = builder.compMask;
        this.compMask = chosen == null ? builder.derived : chosen;
    }

    /**
     * Starts a request: RC, all capabilities 0, nothing else set.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a request that differs from this one. Fields that are set join {@link #compMask()}.
     *
     * @return a builder that holds what this request says
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.qpContext = qpContext;
        builder.sendCq = sendCq;
        builder.recvCq = recvCq;
        builder.srq = srq;
        builder.cap = cap;
        builder.qpTypeCode = qpTypeCode;
        builder.sqSigAll = sqSigAll;
        builder.pd = pd;
        builder.xrcd = xrcd;
        builder.createFlags = createFlags;
        builder.maxTsoHeader = maxTsoHeader;
        builder.rwqIndTbl = rwqIndTbl;
        builder.rxHashConf = rxHashConf;
        builder.sourceQpn = sourceQpn;
        builder.sendOpsFlags = sendOpsFlags;
        builder.derived = compMask;
        return builder;
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
     * The completion queue of the send queue.
     *
     * @return {@code send_cq}, if set
     */
    public Optional<CompletionQueue> sendCq() {
        return Optional.ofNullable(sendCq);
    }

    /**
     * The completion queue of the receive queue.
     *
     * @return {@code recv_cq}, if set
     */
    public Optional<CompletionQueue> recvCq() {
        return Optional.ofNullable(recvCq);
    }

    /**
     * The shared receive queue, if the queue pair takes its receives from one.
     *
     * @return {@code srq}, if set
     */
    public Optional<SharedReceiveQueue> srq() {
        return Optional.ofNullable(srq);
    }

    /**
     * The requested capabilities; with an SRQ the man page says that those of the receive queue are ignored.
     *
     * @return {@code cap}
     */
    public QpCap cap() {
        return cap;
    }

    /**
     * The transport service.
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
     * Whether every send work request makes a completion.
     *
     * @return {@code sq_sig_all}
     */
    public boolean sqSigAll() {
        return sqSigAll;
    }

    /**
     * The protection domain.
     *
     * @return {@code pd}, if set
     */
    public Optional<ProtectionDomain> pd() {
        return Optional.ofNullable(pd);
    }

    /**
     * The XRC domain of a target.
     *
     * @return {@code xrcd}, if set
     */
    public Optional<XrcDomain> xrcd() {
        return Optional.ofNullable(xrcd);
    }

    /**
     * The creation flags.
     *
     * @return {@code create_flags}
     */
    public Flags<QpCreateFlag> createFlags() {
        return createFlags;
    }

    /**
     * Returns the longest header of a large send. Posting a longer one fails.
     *
     * @return {@code max_tso_header}, 0..65535
     */
    public int maxTsoHeader() {
        return maxTsoHeader;
    }

    /**
     * The indirection table of an RSS queue pair.
     *
     * @return {@code rwq_ind_tbl}, if set
     */
    public Optional<RwqIndTable> rwqIndTbl() {
        return Optional.ofNullable(rwqIndTbl);
    }

    /**
     * The receive-side hash of an RSS queue pair.
     *
     * @return {@code rx_hash_conf}, if set
     */
    public Optional<RxHashConf> rxHashConf() {
        return Optional.ofNullable(rxHashConf);
    }

    /**
     * Returns the queue pair number in datagrams; needs {@link QpCreateFlag#SOURCE_QPN}, UD only.
     *
     * @return {@code source_qpn}, 0..4294967295
     */
    public long sourceQpn() {
        return sourceQpn;
    }

    /**
     * The send operations that {@link QueuePair#toQpEx()} shall offer.
     *
     * @return {@code send_ops_flags}
     */
    public Flags<SendOp> sendOpsFlags() {
        return sendOpsFlags;
    }

    /**
     * The extended fields that are valid.
     *
     * @return {@code comp_mask}
     */
    public Flags<Mask> compMask() {
        return compMask;
    }

    /** Builds {@link QpInitAttr}. Not for use by several threads at once. */
    public static final class Builder {
        // What most leave as it is, thousands of queue pairs share.
        private static final Flags<QpCreateFlag> NO_CREATE_FLAGS = Flags.none(QpCreateFlag.class);
        private static final Flags<SendOp> NO_SEND_OPS = Flags.none(SendOp.class);
        private static final Flags<Mask> NO_MASK = Flags.none(Mask.class);

        private @Nullable Object qpContext;
        private @Nullable CompletionQueue sendCq;
        private @Nullable CompletionQueue recvCq;
        private @Nullable SharedReceiveQueue srq;
        private QpCap cap = QpCap.ZERO;
        private int qpTypeCode = QpType.RC.value();
        private boolean sqSigAll;
        private @Nullable ProtectionDomain pd;
        private @Nullable XrcDomain xrcd;
        private Flags<QpCreateFlag> createFlags = NO_CREATE_FLAGS;
        private int maxTsoHeader;
        private @Nullable RwqIndTable rwqIndTbl;
        private @Nullable RxHashConf rxHashConf;
        private long sourceQpn;
        private Flags<SendOp> sendOpsFlags = NO_SEND_OPS;
        private Flags<Mask> derived = NO_MASK;
        private @Nullable Flags<Mask> compMask;

        private Builder() {}

        /**
         * Sets {@code qp_context}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder qpContext(Object value) {
            qpContext = Attr.present(STRUCT, "qp_context", value);
            return this;
        }

        /**
         * Sets {@code send_cq}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder sendCq(CompletionQueue value) {
            sendCq = Attr.present(STRUCT, "send_cq", value);
            return this;
        }

        /**
         * Sets {@code recv_cq}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder recvCq(CompletionQueue value) {
            recvCq = Attr.present(STRUCT, "recv_cq", value);
            return this;
        }

        /**
         * Sets {@code srq}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder srq(SharedReceiveQueue value) {
            srq = Attr.present(STRUCT, "srq", value);
            return this;
        }

        /**
         * Sets {@code cap}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder cap(QpCap value) {
            cap = Attr.present(STRUCT, "cap", value);
            return this;
        }

        /**
         * Sets {@code qp_type}.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder qpType(QpType value) {
            return qpTypeCode(
                    Attr.sendable(STRUCT, "qp_type", value, VerbsEnum::cName).value());
        }

        /**
         * Sets {@code qp_type} by number, for values that have no constant.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder qpTypeCode(int value) {
            qpTypeCode = value;
            return this;
        }

        /**
         * Sets {@code sq_sig_all}.
         *
         * @param value the value
         * @return this builder
         */
        public Builder sqSigAll(boolean value) {
            sqSigAll = value;
            return this;
        }

        /**
         * Sets {@code pd} and adds {@link Mask#PD} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder pd(ProtectionDomain value) {
            pd = Attr.present(STRUCT, "pd", value);
            derived = derived.with(Mask.PD);
            return this;
        }

        /**
         * Sets {@code xrcd} and adds {@link Mask#XRCD} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder xrcd(XrcDomain value) {
            xrcd = Attr.present(STRUCT, "xrcd", value);
            derived = derived.with(Mask.XRCD);
            return this;
        }

        /**
         * Sets {@code create_flags} and adds {@link Mask#CREATE_FLAGS} to the mask.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder createFlags(Flags<QpCreateFlag> value) {
            createFlags = Attr.flags32(STRUCT, "create_flags", value, Flags::mask);
            derived = derived.with(Mask.CREATE_FLAGS);
            return this;
        }

        /**
         * Sets {@code create_flags} and adds {@link Mask#CREATE_FLAGS} to the mask.
         *
         * @param first one flag
         * @param others further flags
         * @return this builder
         */
        public Builder createFlags(QpCreateFlag first, QpCreateFlag... others) {
            return createFlags(Flags.of(first, others));
        }

        /**
         * Sets {@code max_tso_header} and adds {@link Mask#MAX_TSO_HEADER} to the mask.
         *
         * @param value 0..65535
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxTsoHeader(int value) {
            maxTsoHeader = Attr.uint16(STRUCT, "max_tso_header", value);
            derived = derived.with(Mask.MAX_TSO_HEADER);
            return this;
        }

        /**
         * Sets {@code rwq_ind_tbl} and adds {@link Mask#IND_TABLE} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder rwqIndTbl(RwqIndTable value) {
            rwqIndTbl = Attr.present(STRUCT, "rwq_ind_tbl", value);
            derived = derived.with(Mask.IND_TABLE);
            return this;
        }

        /**
         * Sets {@code rx_hash_conf} and adds {@link Mask#RX_HASH} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder rxHashConf(RxHashConf value) {
            rxHashConf = Attr.present(STRUCT, "rx_hash_conf", value);
            derived = derived.with(Mask.RX_HASH);
            return this;
        }

        /**
         * Sets {@code source_qpn} and adds {@link Mask#CREATE_FLAGS} to the mask.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder sourceQpn(long value) {
            sourceQpn = Attr.uint32(STRUCT, "source_qpn", value);
            derived = derived.with(Mask.CREATE_FLAGS);
            return this;
        }

        /**
         * Sets {@code send_ops_flags} and adds {@link Mask#SEND_OPS_FLAGS} to the mask.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         */
        public Builder sendOpsFlags(Flags<SendOp> value) {
            sendOpsFlags = Attr.present(STRUCT, "send_ops_flags", value);
            derived = derived.with(Mask.SEND_OPS_FLAGS);
            return this;
        }

        /**
         * Sets {@code send_ops_flags} and adds {@link Mask#SEND_OPS_FLAGS} to the mask.
         *
         * @param first one flag
         * @param others further flags
         * @return this builder
         */
        public Builder sendOpsFlags(SendOp first, SendOp... others) {
            return sendOpsFlags(Flags.of(first, others));
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
         * Sets {@code cap.max_send_wr}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxSendWr(long value) {
            cap = cap.withMaxSendWr(value);
            return this;
        }

        /**
         * Sets {@code cap.max_recv_wr}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxRecvWr(long value) {
            cap = cap.withMaxRecvWr(value);
            return this;
        }

        /**
         * Sets {@code cap.max_send_sge}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxSendSge(long value) {
            cap = cap.withMaxSendSge(value);
            return this;
        }

        /**
         * Sets {@code cap.max_recv_sge}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxRecvSge(long value) {
            cap = cap.withMaxRecvSge(value);
            return this;
        }

        /**
         * Sets {@code cap.max_inline_data}.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxInlineData(long value) {
            cap = cap.withMaxInlineData(value);
            return this;
        }

        /**
         * Finishes.
         *
         * @return the attributes
         */
        public QpInitAttr build() {
            return new QpInitAttr(this);
        }
    }

    /** The extended fields of {@link QpInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_qp_init_attr_mask}. */
    public enum Mask implements VerbsFlag {
        /** {@code pd}. */
        PD("IBV_QP_INIT_ATTR_PD", 0),

        /** {@code xrcd}. */
        XRCD("IBV_QP_INIT_ATTR_XRCD", 1),

        /** {@code create_flags} and {@code source_qpn}. */
        CREATE_FLAGS("IBV_QP_INIT_ATTR_CREATE_FLAGS", 2),

        /** {@code max_tso_header}. */
        MAX_TSO_HEADER("IBV_QP_INIT_ATTR_MAX_TSO_HEADER", 3),

        /** {@code rwq_ind_tbl}. */
        IND_TABLE("IBV_QP_INIT_ATTR_IND_TABLE", 4),

        /** {@code rx_hash_conf}. */
        RX_HASH("IBV_QP_INIT_ATTR_RX_HASH", 5),

        /** {@code send_ops_flags}. */
        SEND_OPS_FLAGS("IBV_QP_INIT_ATTR_SEND_OPS_FLAGS", 6);

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
