package org.verbena.attr;

import org.jspecify.annotations.Nullable;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/** Attributes of a queue pair: {@code struct ibv_qp_attr}, for {@link org.verbena.QueuePair#modify} and as the answer of
 * {@link org.verbena.QueuePair#query}. The mask of a modify follows from the attributes that were set. Immutable. */
public final class QpAttr {
    private static final String STRUCT = "ibv_qp_attr";

    private final int qpStateCode;
    private final int curQpStateCode;
    private final int pathMtuCode;
    private final int pathMigStateCode;
    private final long qkey;
    private final long rqPsn;
    private final long sqPsn;
    private final long destQpNum;
    private final Flags<AccessFlag> qpAccessFlags;
    private final QpCap cap;
    private final AhAttr ahAttr;
    private final AhAttr altAhAttr;
    private final int pkeyIndex;
    private final int altPkeyIndex;
    private final int enSqdAsyncNotify;
    private final int sqDraining;
    private final int maxRdAtomic;
    private final int maxDestRdAtomic;
    private final int minRnrTimer;
    private final int portNum;
    private final int timeout;
    private final int retryCnt;
    private final int rnrRetry;
    private final int altPortNum;
    private final int altTimeout;
    private final long rateLimit;
    private final Flags<Mask> attrMask;

    private QpAttr(Builder builder) {
        this.qpStateCode = builder.qpStateCode;
        this.curQpStateCode = builder.curQpStateCode;
        this.pathMtuCode = builder.pathMtuCode;
        this.pathMigStateCode = builder.pathMigStateCode;
        this.qkey = builder.qkey;
        this.rqPsn = builder.rqPsn;
        this.sqPsn = builder.sqPsn;
        this.destQpNum = builder.destQpNum;
        this.qpAccessFlags = builder.qpAccessFlags;
        this.cap = builder.cap;
        this.ahAttr = builder.ahAttr;
        this.altAhAttr = builder.altAhAttr;
        this.pkeyIndex = builder.pkeyIndex;
        this.altPkeyIndex = builder.altPkeyIndex;
        this.enSqdAsyncNotify = builder.enSqdAsyncNotify;
        this.sqDraining = builder.sqDraining;
        this.maxRdAtomic = builder.maxRdAtomic;
        this.maxDestRdAtomic = builder.maxDestRdAtomic;
        this.minRnrTimer = builder.minRnrTimer;
        this.portNum = builder.portNum;
        this.timeout = builder.timeout;
        this.retryCnt = builder.retryCnt;
        this.rnrRetry = builder.rnrRetry;
        this.altPortNum = builder.altPortNum;
        this.altTimeout = builder.altTimeout;
        this.rateLimit = builder.rateLimit;
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
     * Creates a builder with the values and the mask of these attributes.
     *
     * @return the builder
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.qpStateCode = qpStateCode;
        builder.curQpStateCode = curQpStateCode;
        builder.pathMtuCode = pathMtuCode;
        builder.pathMigStateCode = pathMigStateCode;
        builder.qkey = qkey;
        builder.rqPsn = rqPsn;
        builder.sqPsn = sqPsn;
        builder.destQpNum = destQpNum;
        builder.qpAccessFlags = qpAccessFlags;
        builder.cap = cap;
        builder.ahAttr = ahAttr;
        builder.altAhAttr = altAhAttr;
        builder.pkeyIndex = pkeyIndex;
        builder.altPkeyIndex = altPkeyIndex;
        builder.enSqdAsyncNotify = enSqdAsyncNotify;
        builder.sqDraining = sqDraining;
        builder.maxRdAtomic = maxRdAtomic;
        builder.maxDestRdAtomic = maxDestRdAtomic;
        builder.minRnrTimer = minRnrTimer;
        builder.portNum = portNum;
        builder.timeout = timeout;
        builder.retryCnt = retryCnt;
        builder.rnrRetry = rnrRetry;
        builder.altPortNum = altPortNum;
        builder.altTimeout = altTimeout;
        builder.rateLimit = rateLimit;
        builder.derived = attrMask;
        return builder;
    }

    /**
     * The state to move to, or the state.
     *
     * @return {@code qp_state}
     */
    public QpState qpState() {
        return QpState.of(qpStateCode);
    }

    /**
     * The number of {@link #qpState()}, also where it has no constant.
     *
     * @return {@code qp_state} as C has it
     */
    public int qpStateCode() {
        return qpStateCode;
    }

    /**
     * The state that the caller assumes.
     *
     * @return {@code cur_qp_state}
     */
    public QpState curQpState() {
        return QpState.of(curQpStateCode);
    }

    /**
     * The number of {@link #curQpState()}, also where it has no constant.
     *
     * @return {@code cur_qp_state} as C has it
     */
    public int curQpStateCode() {
        return curQpStateCode;
    }

    /**
     * The path MTU; RC and UC.
     *
     * @return {@code path_mtu}
     */
    public Mtu pathMtu() {
        return Mtu.of(pathMtuCode);
    }

    /**
     * The number of {@link #pathMtu()}, also where it has no constant.
     *
     * @return {@code path_mtu} as C has it
     */
    public int pathMtuCode() {
        return pathMtuCode;
    }

    /**
     * The path migration state.
     *
     * @return {@code path_mig_state}
     */
    public MigState pathMigState() {
        return MigState.of(pathMigStateCode);
    }

    /**
     * The number of {@link #pathMigState()}, also where it has no constant.
     *
     * @return {@code path_mig_state} as C has it
     */
    public int pathMigStateCode() {
        return pathMigStateCode;
    }

    /**
     * The Q_Key; UD. Bit 31 makes it privileged.
     *
     * @return {@code qkey}, 0..4294967295
     */
    public long qkey() {
        return qkey;
    }

    /**
     * The first packet number of the receive queue, 24 bits.
     *
     * @return {@code rq_psn}, 0..4294967295
     */
    public long rqPsn() {
        return rqPsn;
    }

    /**
     * The first packet number of the send queue, 24 bits.
     *
     * @return {@code sq_psn}, 0..4294967295
     */
    public long sqPsn() {
        return sqPsn;
    }

    /**
     * The peer; RC and UC.
     *
     * @return {@code dest_qp_num}, 0..4294967295
     */
    public long destQpNum() {
        return destQpNum;
    }

    /**
     * What peers may do.
     *
     * @return {@code qp_access_flags}
     */
    public Flags<AccessFlag> qpAccessFlags() {
        return qpAccessFlags;
    }

    /**
     * The capabilities.
     *
     * @return {@code cap}
     */
    public QpCap cap() {
        return cap;
    }

    /**
     * The address vector of the primary path.
     *
     * @return {@code ah_attr}
     */
    public AhAttr ahAttr() {
        return ahAttr;
    }

    /**
     * The address vector of the alternate path.
     *
     * @return {@code alt_ah_attr}
     */
    public AhAttr altAhAttr() {
        return altAhAttr;
    }

    /**
     * Index in the P_Key table.
     *
     * @return {@code pkey_index}, 0..65535
     */
    public int pkeyIndex() {
        return pkeyIndex;
    }

    /**
     * Index in the P_Key table for the alternate path.
     *
     * @return {@code alt_pkey_index}, 0..65535
     */
    public int altPkeyIndex() {
        return altPkeyIndex;
    }

    /**
     * Whether an event tells that the send queue has drained: 0 or 1.
     *
     * @return {@code en_sqd_async_notify}, 0..255
     */
    public int enSqdAsyncNotify() {
        return enSqdAsyncNotify;
    }

    /**
     * Whether the send queue is draining: 0 or 1; query only.
     *
     * @return {@code sq_draining}, 0..255
     */
    public int sqDraining() {
        return sqDraining;
    }

    /**
     * Outstanding reads and atomics as initiator.
     *
     * @return {@code max_rd_atomic}, 0..255
     */
    public int maxRdAtomic() {
        return maxRdAtomic;
    }

    /**
     * Outstanding reads and atomics as target.
     *
     * @return {@code max_dest_rd_atomic}, 0..255
     */
    public int maxDestRdAtomic() {
        return maxDestRdAtomic;
    }

    /**
     * Code of the least RNR NAK delay, 0..31.
     *
     * @return {@code min_rnr_timer}, 0..255
     */
    public int minRnrTimer() {
        return minRnrTimer;
    }

    /**
     * The port, from 1.
     *
     * @return {@code port_num}, 0..255
     */
    public int portNum() {
        return portNum;
    }

    /**
     * Local acknowledgement timeout, 4.096 microseconds times 2 to this power; 0 waits for ever.
     *
     * @return {@code timeout}, 0..255
     */
    public int timeout() {
        return timeout;
    }

    /**
     * Returns the number of retries after a timeout or a sequence error, 0..7. The InfiniBand specification and adapters
     * take 7 as seven retries, like any other number. rdma_rxe takes 7 as retries without end (Linux
     * drivers/infiniband/sw/rxe/rxe_comp.c: COMPST_ERROR_RETRY does not count down from 7), so that a send to a peer that
     * never answers does not complete. Use 6 or less where a failure must be reported.
     *
     * @return {@code retry_cnt}, 0..255
     */
    public int retryCnt() {
        return retryCnt;
    }

    /**
     * Retries after an RNR NAK, 0..7; 7 retries for ever.
     *
     * @return {@code rnr_retry}, 0..255
     */
    public int rnrRetry() {
        return rnrRetry;
    }

    /**
     * The port of the alternate path.
     *
     * @return {@code alt_port_num}, 0..255
     */
    public int altPortNum() {
        return altPortNum;
    }

    /**
     * The timeout of the alternate path.
     *
     * @return {@code alt_timeout}, 0..255
     */
    public int altTimeout() {
        return altTimeout;
    }

    /**
     * Rate limit in kbit/s; RAW_PACKET.
     *
     * @return {@code rate_limit}, 0..4294967295
     */
    public long rateLimit() {
        return rateLimit;
    }

    /**
     * The attributes that were set.
     *
     * @return {@code attr_mask}
     */
    public Flags<Mask> attrMask() {
        return attrMask;
    }

    /** Builds {@link QpAttr}. Not for use by several threads at once. */
    public static final class Builder {
        // What most leave as it is, thousands of queue pairs share.
        private static final AhAttr NO_ADDRESS = AhAttr.builder().build();
        private static final Flags<AccessFlag> NO_ACCESS = Flags.none(AccessFlag.class);
        private static final Flags<Mask> NO_MASK = Flags.none(Mask.class);

        private int qpStateCode = QpState.RESET.value();
        private int curQpStateCode = QpState.RESET.value();
        private int pathMtuCode = Mtu.BYTES_256.value();
        private int pathMigStateCode = MigState.MIGRATED.value();
        private long qkey;
        private long rqPsn;
        private long sqPsn;
        private long destQpNum;
        private Flags<AccessFlag> qpAccessFlags = NO_ACCESS;
        private QpCap cap = QpCap.ZERO;
        private AhAttr ahAttr = NO_ADDRESS;
        private AhAttr altAhAttr = NO_ADDRESS;
        private int pkeyIndex;
        private int altPkeyIndex;
        private int enSqdAsyncNotify;
        private int sqDraining;
        private int maxRdAtomic;
        private int maxDestRdAtomic;
        private int minRnrTimer;
        private int portNum;
        private int timeout;
        private int retryCnt;
        private int rnrRetry;
        private int altPortNum;
        private int altTimeout;
        private long rateLimit;
        private Flags<Mask> derived = NO_MASK;
        private @Nullable Flags<Mask> attrMask;

        private Builder() {}

        /**
         * Sets {@code qp_state} and adds {@link Mask#STATE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder qpState(QpState value) {
            return qpStateCode(
                    Attr.sendable(STRUCT, "qp_state", value, VerbsEnum::cName).value());
        }

        /**
         * Sets {@code qp_state} by number, for values that have no constant, and adds {@link Mask#STATE} to the
         * mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder qpStateCode(int value) {
            qpStateCode = value;
            derived = derived.with(Mask.STATE);
            return this;
        }

        /**
         * Sets {@code cur_qp_state} and adds {@link Mask#CUR_STATE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder curQpState(QpState value) {
            return curQpStateCode(Attr.sendable(STRUCT, "cur_qp_state", value, VerbsEnum::cName)
                    .value());
        }

        /**
         * Sets {@code cur_qp_state} by number, for values that have no constant, and adds {@link Mask#CUR_STATE}
         * to the mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder curQpStateCode(int value) {
            curQpStateCode = value;
            derived = derived.with(Mask.CUR_STATE);
            return this;
        }

        /**
         * Sets {@code path_mtu} and adds {@link Mask#PATH_MTU} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder pathMtu(Mtu value) {
            return pathMtuCode(
                    Attr.sendable(STRUCT, "path_mtu", value, VerbsEnum::cName).value());
        }

        /**
         * Sets {@code path_mtu} by number, for values that have no constant, and adds {@link Mask#PATH_MTU} to
         * the mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder pathMtuCode(int value) {
            pathMtuCode = value;
            derived = derived.with(Mask.PATH_MTU);
            return this;
        }

        /**
         * Sets {@code path_mig_state} and adds {@link Mask#PATH_MIG_STATE} to the mask.
         *
         * @param value the constant
         * @return this builder
         * @throws InvalidRequestException if the constant has no number in C
         */
        public Builder pathMigState(MigState value) {
            return pathMigStateCode(Attr.sendable(STRUCT, "path_mig_state", value, VerbsEnum::cName)
                    .value());
        }

        /**
         * Sets {@code path_mig_state} by number, for values that have no constant, and adds {@link
         * Mask#PATH_MIG_STATE} to the mask.
         *
         * @param value the number that C sees
         * @return this builder
         */
        public Builder pathMigStateCode(int value) {
            pathMigStateCode = value;
            derived = derived.with(Mask.PATH_MIG_STATE);
            return this;
        }

        /**
         * Sets {@code qkey} and adds {@link Mask#QKEY} to the mask.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder qkey(long value) {
            qkey = Attr.uint32(STRUCT, "qkey", value);
            derived = derived.with(Mask.QKEY);
            return this;
        }

        /**
         * Sets {@code rq_psn} and adds {@link Mask#RQ_PSN} to the mask.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder rqPsn(long value) {
            rqPsn = Attr.uint32(STRUCT, "rq_psn", value);
            derived = derived.with(Mask.RQ_PSN);
            return this;
        }

        /**
         * Sets {@code sq_psn} and adds {@link Mask#SQ_PSN} to the mask.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder sqPsn(long value) {
            sqPsn = Attr.uint32(STRUCT, "sq_psn", value);
            derived = derived.with(Mask.SQ_PSN);
            return this;
        }

        /**
         * Sets {@code dest_qp_num} and adds {@link Mask#DEST_QPN} to the mask.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder destQpNum(long value) {
            destQpNum = Attr.uint32(STRUCT, "dest_qp_num", value);
            derived = derived.with(Mask.DEST_QPN);
            return this;
        }

        /**
         * Sets {@code qp_access_flags} and adds {@link Mask#ACCESS_FLAGS} to the mask.
         *
         * @param value the flags, unknown bits included
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder qpAccessFlags(Flags<AccessFlag> value) {
            qpAccessFlags = Attr.flags32(STRUCT, "qp_access_flags", value, Flags::mask);
            derived = derived.with(Mask.ACCESS_FLAGS);
            return this;
        }

        /**
         * Sets {@code qp_access_flags} and adds {@link Mask#ACCESS_FLAGS} to the mask.
         *
         * @param first one flag
         * @param others further flags
         * @return this builder
         */
        public Builder qpAccessFlags(AccessFlag first, AccessFlag... others) {
            return qpAccessFlags(Flags.of(first, others));
        }

        /**
         * Sets {@code cap} and adds {@link Mask#CAP} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder cap(QpCap value) {
            cap = Attr.present(STRUCT, "cap", value);
            derived = derived.with(Mask.CAP);
            return this;
        }

        /**
         * Sets {@code ah_attr} and adds {@link Mask#AV} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder ahAttr(AhAttr value) {
            ahAttr = Attr.present(STRUCT, "ah_attr", value);
            derived = derived.with(Mask.AV);
            return this;
        }

        /**
         * Sets {@code alt_ah_attr} and adds {@link Mask#ALT_PATH} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder altAhAttr(AhAttr value) {
            altAhAttr = Attr.present(STRUCT, "alt_ah_attr", value);
            derived = derived.with(Mask.ALT_PATH);
            return this;
        }

        /**
         * Sets {@code pkey_index} and adds {@link Mask#PKEY_INDEX} to the mask.
         *
         * @param value 0..65535
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder pkeyIndex(int value) {
            pkeyIndex = Attr.uint16(STRUCT, "pkey_index", value);
            derived = derived.with(Mask.PKEY_INDEX);
            return this;
        }

        /**
         * Sets {@code alt_pkey_index} and adds {@link Mask#ALT_PATH} to the mask.
         *
         * @param value 0..65535
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder altPkeyIndex(int value) {
            altPkeyIndex = Attr.uint16(STRUCT, "alt_pkey_index", value);
            derived = derived.with(Mask.ALT_PATH);
            return this;
        }

        /**
         * Sets {@code en_sqd_async_notify} and adds {@link Mask#EN_SQD_ASYNC_NOTIFY} to the mask.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder enSqdAsyncNotify(int value) {
            enSqdAsyncNotify = Attr.uint8(STRUCT, "en_sqd_async_notify", value);
            derived = derived.with(Mask.EN_SQD_ASYNC_NOTIFY);
            return this;
        }

        /**
         * Sets {@code sq_draining}.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder sqDraining(int value) {
            sqDraining = Attr.uint8(STRUCT, "sq_draining", value);
            return this;
        }

        /**
         * Sets {@code max_rd_atomic} and adds {@link Mask#MAX_QP_RD_ATOMIC} to the mask.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxRdAtomic(int value) {
            maxRdAtomic = Attr.uint8(STRUCT, "max_rd_atomic", value);
            derived = derived.with(Mask.MAX_QP_RD_ATOMIC);
            return this;
        }

        /**
         * Sets {@code max_dest_rd_atomic} and adds {@link Mask#MAX_DEST_RD_ATOMIC} to the mask.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxDestRdAtomic(int value) {
            maxDestRdAtomic = Attr.uint8(STRUCT, "max_dest_rd_atomic", value);
            derived = derived.with(Mask.MAX_DEST_RD_ATOMIC);
            return this;
        }

        /**
         * Sets {@code min_rnr_timer} and adds {@link Mask#MIN_RNR_TIMER} to the mask.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder minRnrTimer(int value) {
            minRnrTimer = Attr.uint8(STRUCT, "min_rnr_timer", value);
            derived = derived.with(Mask.MIN_RNR_TIMER);
            return this;
        }

        /**
         * Sets {@code port_num} and adds {@link Mask#PORT} to the mask.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder portNum(int value) {
            portNum = Attr.uint8(STRUCT, "port_num", value);
            derived = derived.with(Mask.PORT);
            return this;
        }

        /**
         * Sets {@code timeout} and adds {@link Mask#TIMEOUT} to the mask.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder timeout(int value) {
            timeout = Attr.uint8(STRUCT, "timeout", value);
            derived = derived.with(Mask.TIMEOUT);
            return this;
        }

        /**
         * Sets {@code retry_cnt} and adds {@link Mask#RETRY_CNT} to the mask. On rdma_rxe 7 means without end, see
         * {@link QpAttr#retryCnt()}.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder retryCnt(int value) {
            retryCnt = Attr.uint8(STRUCT, "retry_cnt", value);
            derived = derived.with(Mask.RETRY_CNT);
            return this;
        }

        /**
         * Sets {@code rnr_retry} and adds {@link Mask#RNR_RETRY} to the mask.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder rnrRetry(int value) {
            rnrRetry = Attr.uint8(STRUCT, "rnr_retry", value);
            derived = derived.with(Mask.RNR_RETRY);
            return this;
        }

        /**
         * Sets {@code alt_port_num} and adds {@link Mask#ALT_PATH} to the mask.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder altPortNum(int value) {
            altPortNum = Attr.uint8(STRUCT, "alt_port_num", value);
            derived = derived.with(Mask.ALT_PATH);
            return this;
        }

        /**
         * Sets {@code alt_timeout} and adds {@link Mask#ALT_PATH} to the mask.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder altTimeout(int value) {
            altTimeout = Attr.uint8(STRUCT, "alt_timeout", value);
            derived = derived.with(Mask.ALT_PATH);
            return this;
        }

        /**
         * Sets {@code rate_limit} and adds {@link Mask#RATE_LIMIT} to the mask.
         *
         * @param value 0..4294967295
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder rateLimit(long value) {
            rateLimit = Attr.uint32(STRUCT, "rate_limit", value);
            derived = derived.with(Mask.RATE_LIMIT);
            return this;
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
        public QpAttr build() {
            return new QpAttr(this);
        }
    }

    /** The attributes of {@link QpAttr} that a modify or query call covers: {@code enum ibv_qp_attr_mask}. */
    public enum Mask implements VerbsFlag {
        /** {@code qp_state}. */
        STATE("IBV_QP_STATE", 0),

        /** {@code cur_qp_state}. */
        CUR_STATE("IBV_QP_CUR_STATE", 1),

        /** {@code en_sqd_async_notify}. */
        EN_SQD_ASYNC_NOTIFY("IBV_QP_EN_SQD_ASYNC_NOTIFY", 2),

        /** {@code qp_access_flags}. */
        ACCESS_FLAGS("IBV_QP_ACCESS_FLAGS", 3),

        /** {@code pkey_index}. */
        PKEY_INDEX("IBV_QP_PKEY_INDEX", 4),

        /** {@code port_num}. */
        PORT("IBV_QP_PORT", 5),

        /** {@code qkey}. */
        QKEY("IBV_QP_QKEY", 6),

        /** {@code ah_attr}: the address vector of the primary path. */
        AV("IBV_QP_AV", 7),

        /** {@code path_mtu}. */
        PATH_MTU("IBV_QP_PATH_MTU", 8),

        /** {@code timeout}. */
        TIMEOUT("IBV_QP_TIMEOUT", 9),

        /** {@code retry_cnt}. */
        RETRY_CNT("IBV_QP_RETRY_CNT", 10),

        /** {@code rnr_retry}. */
        RNR_RETRY("IBV_QP_RNR_RETRY", 11),

        /** {@code rq_psn}. */
        RQ_PSN("IBV_QP_RQ_PSN", 12),

        /** {@code max_rd_atomic}. */
        MAX_QP_RD_ATOMIC("IBV_QP_MAX_QP_RD_ATOMIC", 13),

        /** {@code alt_ah_attr}, {@code alt_pkey_index}, {@code alt_port_num} and {@code alt_timeout}. */
        ALT_PATH("IBV_QP_ALT_PATH", 14),

        /** {@code min_rnr_timer}. */
        MIN_RNR_TIMER("IBV_QP_MIN_RNR_TIMER", 15),

        /** {@code sq_psn}. */
        SQ_PSN("IBV_QP_SQ_PSN", 16),

        /** {@code max_dest_rd_atomic}. */
        MAX_DEST_RD_ATOMIC("IBV_QP_MAX_DEST_RD_ATOMIC", 17),

        /** {@code path_mig_state}. */
        PATH_MIG_STATE("IBV_QP_PATH_MIG_STATE", 18),

        /** {@code cap}. */
        CAP("IBV_QP_CAP", 19),

        /** {@code dest_qp_num}. */
        DEST_QPN("IBV_QP_DEST_QPN", 20),

        /** {@code rate_limit}. */
        RATE_LIMIT("IBV_QP_RATE_LIMIT", 25);

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
