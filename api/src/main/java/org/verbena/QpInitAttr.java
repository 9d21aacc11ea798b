// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Map;
import java.util.Optional;
import org.verbena.attr.AttrStruct;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.SendOp;
import org.verbena.attr.VerbsFlag;
import org.verbena.internal.CodeField;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;
import org.verbena.internal.MaskField;

/**
 * A request for a queue pair: {@code struct ibv_qp_init_attr} and {@code struct ibv_qp_init_attr_ex}. The fields up to
 * {@code sq_sig_all} apply to {@link ProtectionDomain#createQp} and {@link DeviceContext#createQpEx}. The others apply
 * only to the extended call. The set fields determine {@code comp_mask}. Immutable.
 */
public final class QpInitAttr implements AttrStruct {
    private static final FieldTable TABLE = new FieldTable("ibv_qp_init_attr_ex");
    private static final Field<Object> QP_CONTEXT = TABLE.reference("qp_context");
    private static final Field<CompletionQueue> SEND_CQ = TABLE.reference("send_cq");
    private static final Field<CompletionQueue> RECV_CQ = TABLE.reference("recv_cq");
    private static final Field<SharedReceiveQueue> SRQ = TABLE.reference("srq");
    private static final Field<QpCap> CAP = TABLE.value("cap", 0, QpCap.ZERO);
    private static final CodeField<QpType> QP_TYPE =
            TABLE.code("qp_type", 0, QpType.RC, QpType::of, QpType::value, QpType::cName);
    private static final Field<Boolean> SQ_SIG_ALL = TABLE.value("sq_sig_all", 0, false);
    private static final MaskField<Flags<Mask>> COMP_MASK =
            TABLE.mask("comp_mask", bits -> Flags.ofMask(Mask.class, bits), Flags::mask);
    private static final Field<ProtectionDomain> PD = TABLE.reference("pd", Mask.PD.mask());
    private static final Field<XrcDomain> XRCD = TABLE.reference("xrcd", Mask.XRCD.mask());
    private static final Field<Flags<QpCreateFlag>> CREATE_FLAGS =
            TABLE.flags32("create_flags", Mask.CREATE_FLAGS.mask(), Flags.none(QpCreateFlag.class), Flags::mask);
    private static final Field<Integer> MAX_TSO_HEADER = TABLE.uint16("max_tso_header", Mask.MAX_TSO_HEADER.mask());
    private static final Field<RwqIndTable> RWQ_IND_TBL = TABLE.reference("rwq_ind_tbl", Mask.IND_TABLE.mask());
    private static final Field<RxHashConf> RX_HASH_CONF = TABLE.reference("rx_hash_conf", Mask.RX_HASH.mask());
    private static final Field<Long> SOURCE_QPN = TABLE.uint32("source_qpn", Mask.CREATE_FLAGS.mask());
    private static final Field<Flags<SendOp>> SEND_OPS_FLAGS =
            TABLE.value("send_ops_flags", Mask.SEND_OPS_FLAGS.mask(), Flags.none(SendOp.class));

    private final FieldValues values;

    private QpInitAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder of an RC queue pair whose capabilities are all 0. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /** Creates a builder with the values and the mask of these attributes. Its setters add to this mask. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns {@code qp_context}, the application's object; empty if not set. */
    public Optional<Object> qpContext() {
        return values.find(QP_CONTEXT);
    }

    /** Returns {@code send_cq}, the completion queue of the send queue; empty if not set. */
    public Optional<CompletionQueue> sendCq() {
        return values.find(SEND_CQ);
    }

    /** Returns {@code recv_cq}, the completion queue of the receive queue; empty if not set. */
    public Optional<CompletionQueue> recvCq() {
        return values.find(RECV_CQ);
    }

    /** Returns {@code srq}, the shared receive queue; empty if the queue pair has its own receive queue. */
    public Optional<SharedReceiveQueue> srq() {
        return values.find(SRQ);
    }

    /**
     * Returns {@code cap}, the requested capabilities. With an SRQ, {@code ibv_create_qp(3)} ignores those of the
     * receive queue.
     */
    public QpCap cap() {
        return values.get(CAP);
    }

    /** Returns {@code qp_type}, the transport service, by default {@link QpType#RC}. */
    public QpType qpType() {
        return values.constant(QP_TYPE);
    }

    /** Returns {@code qp_type} as a C number, also if it has no constant. */
    public int qpTypeCode() {
        return values.get(QP_TYPE);
    }

    /** Returns {@code sq_sig_all}: whether every send work request generates a completion. */
    public boolean sqSigAll() {
        return values.get(SQ_SIG_ALL);
    }

    /** Returns {@code comp_mask}, the extended fields that are valid. */
    public Flags<Mask> compMask() {
        return values.mask(COMP_MASK);
    }

    /** Returns {@code pd}, the protection domain; empty if not set. */
    public Optional<ProtectionDomain> pd() {
        return values.find(PD);
    }

    /** Returns {@code xrcd}, the XRC domain of a target; empty if not set. */
    public Optional<XrcDomain> xrcd() {
        return values.find(XRCD);
    }

    /** Returns {@code create_flags}, the creation flags. */
    public Flags<QpCreateFlag> createFlags() {
        return values.get(CREATE_FLAGS);
    }

    /**
     * Returns {@code max_tso_header}, the maximum header of a large send in bytes, 0..65535; posting a longer one
     * fails.
     */
    public int maxTsoHeader() {
        return values.get(MAX_TSO_HEADER);
    }

    /** Returns {@code rwq_ind_tbl}, the indirection table of an RSS queue pair; empty if not set. */
    public Optional<RwqIndTable> rwqIndTbl() {
        return values.find(RWQ_IND_TBL);
    }

    /** Returns {@code rx_hash_conf}, the receive hash of an RSS queue pair; empty if not set. */
    public Optional<RxHashConf> rxHashConf() {
        return values.find(RX_HASH_CONF);
    }

    /**
     * Returns {@code source_qpn}, the queue pair number in UD packets, 0..4294967295; needs {@link
     * QpCreateFlag#SOURCE_QPN}.
     */
    public long sourceQpn() {
        return values.get(SOURCE_QPN);
    }

    /** Returns {@code send_ops_flags}, the send operations that {@link QueuePair#toQpEx()} supports. */
    public Flags<SendOp> sendOpsFlags() {
        return values.get(SEND_OPS_FLAGS);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QpInitAttr attr && attr.values.equals(values);
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
     * A builder of {@link QpInitAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code qp_context}, the application's object for the queue pair. */
        public Builder qpContext(Object value) {
            return set(QP_CONTEXT, value);
        }

        /** Sets {@code send_cq}, the completion queue of the send queue. */
        public Builder sendCq(CompletionQueue value) {
            return set(SEND_CQ, value);
        }

        /** Sets {@code recv_cq}, the completion queue of the receive queue. */
        public Builder recvCq(CompletionQueue value) {
            return set(RECV_CQ, value);
        }

        /** Sets {@code srq}, the shared receive queue. */
        public Builder srq(SharedReceiveQueue value) {
            return set(SRQ, value);
        }

        /** Sets {@code cap}, all capabilities at once. */
        public Builder cap(QpCap value) {
            return set(CAP, value);
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

        /** Sets {@code sq_sig_all}: whether every send work request generates a completion. */
        public Builder sqSigAll(boolean value) {
            return set(SQ_SIG_ALL, value);
        }

        /** Sets {@code comp_mask} explicitly, in place of the derived mask; bits without a constant are allowed. */
        public Builder compMask(Flags<Mask> value) {
            values.fixMask(COMP_MASK, value);
            return this;
        }

        /** Sets {@code pd}, the protection domain. */
        public Builder pd(ProtectionDomain value) {
            return set(PD, value);
        }

        /** Sets {@code xrcd}, the XRC domain of a target. */
        public Builder xrcd(XrcDomain value) {
            return set(XRCD, value);
        }

        /** Sets {@code create_flags}, the creation flags; 32 bits. */
        public Builder createFlags(Flags<QpCreateFlag> value) {
            return set(CREATE_FLAGS, value);
        }

        /** Sets {@code create_flags} to one or more flags. */
        public Builder createFlags(QpCreateFlag first, QpCreateFlag... others) {
            return createFlags(Flags.of(first, others));
        }

        /** Sets {@code max_tso_header}, the maximum header of a large send in bytes, 0..65535. */
        public Builder maxTsoHeader(int value) {
            return set(MAX_TSO_HEADER, value);
        }

        /** Sets {@code rwq_ind_tbl}, the indirection table of an RSS queue pair. */
        public Builder rwqIndTbl(RwqIndTable value) {
            return set(RWQ_IND_TBL, value);
        }

        /** Sets {@code rx_hash_conf}, the receive hash of an RSS queue pair. */
        public Builder rxHashConf(RxHashConf value) {
            return set(RX_HASH_CONF, value);
        }

        /**
         * Sets {@code source_qpn}, the queue pair number in UD packets, 0..4294967295; needs {@link
         * QpCreateFlag#SOURCE_QPN}.
         */
        public Builder sourceQpn(long value) {
            return set(SOURCE_QPN, value);
        }

        /** Sets {@code send_ops_flags}, the send operations that {@link QueuePair#toQpEx()} supports. */
        public Builder sendOpsFlags(Flags<SendOp> value) {
            return set(SEND_OPS_FLAGS, value);
        }

        /** Sets {@code send_ops_flags} to one or more flags. */
        public Builder sendOpsFlags(SendOp first, SendOp... others) {
            return sendOpsFlags(Flags.of(first, others));
        }

        /** Sets {@code cap.max_send_wr}, 0..4294967295; the driver may round it up. */
        public Builder maxSendWr(long value) {
            return cap(values.get(CAP).withMaxSendWr(value));
        }

        /** Sets {@code cap.max_recv_wr}, 0..4294967295; the driver may round it up. */
        public Builder maxRecvWr(long value) {
            return cap(values.get(CAP).withMaxRecvWr(value));
        }

        /** Sets {@code cap.max_send_sge}, 0..4294967295; the driver may round it up. */
        public Builder maxSendSge(long value) {
            return cap(values.get(CAP).withMaxSendSge(value));
        }

        /** Sets {@code cap.max_recv_sge}, 0..4294967295; the driver may round it up. */
        public Builder maxRecvSge(long value) {
            return cap(values.get(CAP).withMaxRecvSge(value));
        }

        /** Sets {@code cap.max_inline_data}, 0..4294967295 bytes; the driver may round it up. */
        public Builder maxInlineData(long value) {
            return cap(values.get(CAP).withMaxInlineData(value));
        }

        /** Returns the attributes. Later changes of this builder do not affect them. */
        public QpInitAttr build() {
            return new QpInitAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }

    /**
     * The extended fields of {@link QpInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_qp_init_attr_mask}.
     */
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
