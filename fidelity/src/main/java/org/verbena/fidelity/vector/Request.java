// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;

/** A request without handles: numbers, flags, and the kinds of objects that it needs. */
@ProviderType
public sealed interface Request {
    /** {@return the call, which names the request in a vector} */
    Op op();

    /**
     * Calls the visitor's method for this kind of request.
     *
     * @param visitor the visitor
     * @param <R> the result type of the visitor
     * @return the result of the visitor
     */
    <R> R accept(Visitor<R> visitor);

    /**
     * An operation with one method per kind of request.
     *
     * @param <R> the result type
     */
    @ConsumerType
    interface Visitor<R> {
        /**
         * Visits a queue pair creation.
         *
         * @param request the request
         * @return the result
         */
        R createQp(CreateQp request);

        /**
         * Visits a queue pair change.
         *
         * @param request the request
         * @return the result
         */
        R modifyQp(ModifyQp request);

        /**
         * Visits a completion queue creation.
         *
         * @param request the request
         * @return the result
         */
        R createCq(CreateCq request);

        /**
         * Visits a completion queue resize.
         *
         * @param request the request
         * @return the result
         */
        R resizeCq(ResizeCq request);

        /**
         * Visits a shared receive queue creation.
         *
         * @param request the request
         * @return the result
         */
        R createSrq(CreateSrq request);

        /**
         * Visits a shared receive queue change.
         *
         * @param request the request
         * @return the result
         */
        R modifySrq(ModifySrq request);

        /**
         * Visits a work queue creation.
         *
         * @param request the request
         * @return the result
         */
        R createWq(CreateWq request);
    }

    /**
     * A call of {@code ibv_create_qp(3)} or {@code ibv_create_qp_ex(3)}.
     *
     * @param extended whether the call is {@code ibv_create_qp_ex(3)}; the plain call has no fields from
     *     {@code comp_mask} on
     * @param qpTypeCode {@code qp_type} as in C
     * @param srq whether a BASIC shared receive queue is attached
     * @param sqSigAll {@code sq_sig_all}
     * @param cap {@code cap}
     * @param compMask {@code comp_mask}; if it contains IND_TABLE, an indirection table is attached
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
            Flags<QpInitAttr.Mask> compMask,
            Flags<QpCreateFlag> createFlags,
            Flags<SendOp> sendOps,
            int maxTsoHeader,
            int rxHashKeyLen,
            Flags<RxHashField> rxHashFields)
            implements Request {
        /** The {@code log_ind_tbl_size} of the indirection table, which has four work queues. */
        static final int LOG_IND_TBL_SIZE = 2;

        @Override
        public Op op() {
            return extended ? Op.CREATE_QP_EX : Op.CREATE_QP;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.createQp(this);
        }

        /** Returns the hash configuration: Toeplitz, with a key of {@code rxHashKeyLen} bytes. */
        RxHashConf rxHashConf() {
            return RxHashConf.of(Flags.of(RxHashFunction.TOEPLITZ), new byte[rxHashKeyLen], rxHashFields);
        }
    }

    /**
     * A call of {@code ibv_modify_qp(3)} with valid values for all attributes.
     *
     * @param qpTypeCode {@code qp_type} as in C
     * @param from the state before the call
     * @param to {@code qp_state}
     * @param attrMask {@code attr_mask}
     */
    record ModifyQp(int qpTypeCode, QpState from, QpState to, Flags<QpAttr.Mask> attrMask) implements Request {
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
     * A call of {@code ibv_create_cq(3)} or {@code ibv_create_cq_ex(3)}.
     *
     * @param extended whether the call is {@code ibv_create_cq_ex(3)}; the plain call has no fields from
     *     {@code wc_flags} on
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
            Flags<CqInitAttr.Mask> compMask)
            implements Request {
        /** Creates a request for {@code ibv_create_cq(3)}. */
        static CreateCq plain(int cqe, int compVector) {
            return new CreateCq(
                    false,
                    cqe,
                    compVector,
                    Flags.none(WcFlag.class),
                    Flags.none(CqCreateFlag.class),
                    Flags.none(CqInitAttr.Mask.class));
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
     * A call of {@code ibv_resize_cq(3)}.
     *
     * @param fromCqe the granted size before the call
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
     * A call of {@code ibv_create_srq(3)} or {@code ibv_create_srq_ex(3)}.
     *
     * @param extended whether the call is {@code ibv_create_srq_ex(3)}
     * @param srqTypeCode {@code srq_type} as in C; BASIC for the plain call
     * @param compMask {@code comp_mask}; empty for the plain call
     * @param attr {@code attr}
     */
    record CreateSrq(boolean extended, int srqTypeCode, Flags<SrqInitAttr.Mask> compMask, SrqAttr attr)
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
     * A call of {@code ibv_modify_srq(3)}.
     *
     * @param created the attributes with which {@code ibv_create_srq(3)} created the queue
     * @param attr {@code srq_attr}
     * @param attrMask {@code srq_attr_mask}
     */
    record ModifySrq(SrqAttr created, SrqAttr attr, Flags<SrqAttr.Mask> attrMask) implements Request {
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
     * A call of {@code ibv_create_wq(3)}.
     *
     * @param wqTypeCode {@code wq_type} as in C
     * @param cap {@code max_wr} and {@code max_sge}
     * @param createFlags {@code create_flags}
     * @param compMask {@code comp_mask}
     */
    record CreateWq(int wqTypeCode, WqCap cap, Flags<WqFlag> createFlags, Flags<WqInitAttr.Mask> compMask)
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
