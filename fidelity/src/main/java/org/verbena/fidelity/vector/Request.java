package org.verbena.fidelity.vector;

import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.CqCreateFlag;
import org.verbena.CqInitAttrMask;
import org.verbena.Flags;
import org.verbena.QpAttrMask;
import org.verbena.QpCap;
import org.verbena.QpCreateFlag;
import org.verbena.QpInitAttrMask;
import org.verbena.QpState;
import org.verbena.RxHashConf;
import org.verbena.RxHashField;
import org.verbena.RxHashFunction;
import org.verbena.SendOp;
import org.verbena.SrqAttr;
import org.verbena.SrqAttrMask;
import org.verbena.SrqInitAttrMask;
import org.verbena.WcFlag;
import org.verbena.WqCap;
import org.verbena.WqFlag;
import org.verbena.WqInitAttrMask;

/** What is asked, without handles: numbers, flags, and which kinds of object go with it. */
@ProviderType
public sealed interface Request {
    /**
     * The call.
     *
     * @return its name in a vector
     */
    Op op();

    /**
     * Hands the request to the method of a visitor that is made for it.
     *
     * @param visitor the visitor
     * @param <R> what the visitor returns
     * @return what the visitor returned
     */
    <R> R accept(Visitor<R> visitor);

    /**
     * Something that differs by the kind of request.
     *
     * @param <R> what comes of it
     */
    @ConsumerType
    interface Visitor<R> {
        /**
         * Takes a request for a queue pair.
         *
         * @param request the request
         * @return what comes of it
         */
        R createQp(CreateQp request);

        /**
         * Takes a change of a queue pair.
         *
         * @param request the request
         * @return what comes of it
         */
        R modifyQp(ModifyQp request);

        /**
         * Takes a request for a completion queue.
         *
         * @param request the request
         * @return what comes of it
         */
        R createCq(CreateCq request);

        /**
         * Takes a change of a completion queue's size.
         *
         * @param request the request
         * @return what comes of it
         */
        R resizeCq(ResizeCq request);

        /**
         * Takes a request for a shared receive queue.
         *
         * @param request the request
         * @return what comes of it
         */
        R createSrq(CreateSrq request);

        /**
         * Takes a change of a shared receive queue.
         *
         * @param request the request
         * @return what comes of it
         */
        R modifySrq(ModifySrq request);

        /**
         * Takes a request for a work queue.
         *
         * @param request the request
         * @return what comes of it
         */
        R createWq(CreateWq request);
    }

    /**
     * {@code ibv_create_qp(3)}, {@code ibv_create_qp_ex(3)}.
     *
     * @param extended the latter; the plain call has none of the fields from {@code comp_mask} on
     * @param qpTypeCode {@code qp_type} as C has it
     * @param srq whether a BASIC shared receive queue is attached
     * @param sqSigAll {@code sq_sig_all}
     * @param cap {@code cap}
     * @param compMask {@code comp_mask}; an indirection table goes with the request if the mask names one
     * @param createFlags {@code create_flags}
     * @param sendOps {@code send_ops_flags}
     * @param maxTsoHeader {@code max_tso_header}
     * @param rxHashKeyLen {@code rx_hash_key_len}, 0..255
     * @param rxHashFields {@code rx_hash_fields_mask}
     */
    record CreateQp(
            boolean extended,
            int qpTypeCode,
            boolean srq,
            boolean sqSigAll,
            QpCap cap,
            Flags<QpInitAttrMask> compMask,
            Flags<QpCreateFlag> createFlags,
            Flags<SendOp> sendOps,
            int maxTsoHeader,
            int rxHashKeyLen,
            Flags<RxHashField> rxHashFields)
            implements Request {
        /** {@code log_ind_tbl_size} of the indirection table: it has four work queues. */
        static final int LOG_IND_TBL_SIZE = 2;

        @Override
        public Op op() {
            return extended ? Op.CREATE_QP_EX : Op.CREATE_QP;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.createQp(this);
        }

        /** How received packets are spread: Toeplitz, with a key of the length asked for. */
        RxHashConf rxHashConf() {
            return RxHashConf.of(Flags.of(RxHashFunction.TOEPLITZ), new byte[rxHashKeyLen], rxHashFields);
        }
    }

    /**
     * {@code ibv_modify_qp(3)} with valid values of all attributes.
     *
     * @param qpTypeCode {@code qp_type} as C has it
     * @param from the state before
     * @param to {@code qp_state}
     * @param attrMask {@code attr_mask}
     */
    record ModifyQp(int qpTypeCode, QpState from, QpState to, Flags<QpAttrMask> attrMask) implements Request {
        @Override
        public Op op() {
            return Op.MODIFY_QP;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.modifyQp(this);
        }
    }

    /**
     * {@code ibv_create_cq(3)}, {@code ibv_create_cq_ex(3)}.
     *
     * @param extended the latter; the plain call has none of the fields from {@code wc_flags} on
     * @param cqe {@code cqe}, signed as in C
     * @param compVector {@code comp_vector}, signed as in C
     * @param wcFlags {@code wc_flags}
     * @param flags {@code flags}
     * @param compMask {@code comp_mask}
     */
    record CreateCq(
            boolean extended,
            int cqe,
            int compVector,
            Flags<WcFlag> wcFlags,
            Flags<CqCreateFlag> flags,
            Flags<CqInitAttrMask> compMask)
            implements Request {
        /** A request for {@code ibv_create_cq(3)}. */
        static CreateCq plain(int cqe, int compVector) {
            return new CreateCq(
                    false,
                    cqe,
                    compVector,
                    Flags.none(WcFlag.class),
                    Flags.none(CqCreateFlag.class),
                    Flags.none(CqInitAttrMask.class));
        }

        @Override
        public Op op() {
            return extended ? Op.CREATE_CQ_EX : Op.CREATE_CQ;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.createCq(this);
        }
    }

    /**
     * {@code ibv_resize_cq(3)}.
     *
     * @param fromCqe the size before, as granted
     * @param cqe {@code cqe}, signed as in C
     */
    record ResizeCq(int fromCqe, int cqe) implements Request {
        @Override
        public Op op() {
            return Op.RESIZE_CQ;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.resizeCq(this);
        }
    }

    /**
     * {@code ibv_create_srq(3)}, {@code ibv_create_srq_ex(3)}.
     *
     * @param extended the latter
     * @param srqTypeCode {@code srq_type} as C has it; of the plain call that of BASIC
     * @param compMask {@code comp_mask}; of the plain call none
     * @param attr {@code attr}
     */
    record CreateSrq(boolean extended, int srqTypeCode, Flags<SrqInitAttrMask> compMask, SrqAttr attr)
            implements Request {
        @Override
        public Op op() {
            return extended ? Op.CREATE_SRQ_EX : Op.CREATE_SRQ;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.createSrq(this);
        }
    }

    /**
     * {@code ibv_modify_srq(3)}.
     *
     * @param created what the queue was created with, by the plain call
     * @param attr {@code srq_attr}
     * @param attrMask {@code srq_attr_mask}
     */
    record ModifySrq(SrqAttr created, SrqAttr attr, Flags<SrqAttrMask> attrMask) implements Request {
        @Override
        public Op op() {
            return Op.MODIFY_SRQ;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.modifySrq(this);
        }
    }

    /**
     * {@code ibv_create_wq(3)}.
     *
     * @param wqTypeCode {@code wq_type} as C has it
     * @param cap {@code max_wr} and {@code max_sge}
     * @param createFlags {@code create_flags}
     * @param compMask {@code comp_mask}
     */
    record CreateWq(int wqTypeCode, WqCap cap, Flags<WqFlag> createFlags, Flags<WqInitAttrMask> compMask)
            implements Request {
        @Override
        public Op op() {
            return Op.CREATE_WQ;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.createWq(this);
        }
    }
}
