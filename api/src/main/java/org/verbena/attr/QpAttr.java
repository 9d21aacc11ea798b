// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.util.Map;
import org.verbena.internal.Field;
import org.verbena.internal.FieldValues;

/**
 * Attributes of a queue pair: {@code struct ibv_qp_attr}, for {@link org.verbena.QueuePair#modify} and as the result of
 * {@link org.verbena.QueuePair#query}. Each setter adds the constant of its field to the mask. Immutable.
 */
public final class QpAttr implements AttrStruct {
    private final FieldValues values;

    private QpAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder without any field set. */
    public static Builder builder() {
        return new Builder(new FieldValues(QpFields.TABLE));
    }

    /** Creates a builder with the values and the mask of these attributes. Its setters add to this mask. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /**
     * Creates a builder that moves an RC or UC queue pair to INIT by {@code ibv_modify_qp(3)}, on a port in 1..255,
     * with {@code pkey_index} 0 and the operations that the peer may use. UD needs a Q_Key instead of access flags.
     */
    public static Builder toInit(int portNum, AccessFlag... access) {
        Builder builder = builder().qpState(QpState.INIT).pkeyIndex(0).portNum(portNum);
        return builder.qpAccessFlags(Flags.of(AccessFlag.class, access));
    }

    /**
     * Creates a builder that moves an RC queue pair from INIT to RTR by {@code ibv_modify_qp(3)}. It sets {@code
     * max_dest_rd_atomic} to 1 and {@code min_rnr_timer} to 12 (0.64 ms). UC and UD need other attributes.
     */
    public static Builder toRtr(Mtu pathMtu, long destQpNum, long rqPsn, AhAttr ahAttr) {
        Builder builder = builder().qpState(QpState.RTR).pathMtu(pathMtu).destQpNum(destQpNum);
        return builder.rqPsn(rqPsn).ahAttr(ahAttr).maxDestRdAtomic(1).minRnrTimer(12);
    }

    /**
     * Creates a builder that moves an RC queue pair from RTR to RTS by {@code ibv_modify_qp(3)}. It sets {@code
     * timeout} to 14 (67 ms), {@code retry_cnt} to 6, {@code rnr_retry} to 7 (infinite) and {@code max_rd_atomic} to 1.
     * UC and UD need other attributes.
     */
    public static Builder toRts(long sqPsn) {
        Builder builder = builder().qpState(QpState.RTS).sqPsn(sqPsn).timeout(14);
        return builder.retryCnt(6).rnrRetry(7).maxRdAtomic(1);
    }

    /** Returns {@code qp_state}, the state to move to or the present state. */
    public QpState qpState() {
        return values.constant(QpFields.QP_STATE);
    }

    /** Returns {@code qp_state} as a C number, also if it has no constant. */
    public int qpStateCode() {
        return values.get(QpFields.QP_STATE);
    }

    /** Returns {@code cur_qp_state}, the state that the caller assumes. */
    public QpState curQpState() {
        return values.constant(QpFields.CUR_QP_STATE);
    }

    /** Returns {@code cur_qp_state} as a C number, also if it has no constant. */
    public int curQpStateCode() {
        return values.get(QpFields.CUR_QP_STATE);
    }

    /** Returns {@code path_mtu}, for RC and UC. */
    public Mtu pathMtu() {
        return values.constant(QpFields.PATH_MTU);
    }

    /** Returns {@code path_mtu} as a C number, also if it has no constant. */
    public int pathMtuCode() {
        return values.get(QpFields.PATH_MTU);
    }

    /** Returns {@code path_mig_state}, the state of the path migration. */
    public MigState pathMigState() {
        return values.constant(QpFields.PATH_MIG_STATE);
    }

    /** Returns {@code path_mig_state} as a C number, also if it has no constant. */
    public int pathMigStateCode() {
        return values.get(QpFields.PATH_MIG_STATE);
    }

    /** Returns {@code qkey}, the Q_Key of a UD queue pair, 0..4294967295; bit 31 makes it privileged. */
    public long qkey() {
        return values.get(QpFields.QKEY);
    }

    /** Returns {@code rq_psn}, the first packet number of the receive queue; 24 bits are used. */
    public long rqPsn() {
        return values.get(QpFields.RQ_PSN);
    }

    /** Returns {@code sq_psn}, the first packet number of the send queue; 24 bits are used. */
    public long sqPsn() {
        return values.get(QpFields.SQ_PSN);
    }

    /** Returns {@code dest_qp_num}, the number of the remote queue pair, 0..4294967295; for RC and UC. */
    public long destQpNum() {
        return values.get(QpFields.DEST_QP_NUM);
    }

    /** Returns {@code qp_access_flags}, the operations that remote peers may use. */
    public Flags<AccessFlag> qpAccessFlags() {
        return values.get(QpFields.QP_ACCESS_FLAGS);
    }

    /** Returns {@code cap}, the capabilities. */
    public QpCap cap() {
        return values.get(QpFields.CAP);
    }

    /** Returns {@code ah_attr}, the address vector of the primary path. */
    public AhAttr ahAttr() {
        return values.get(QpFields.AH_ATTR);
    }

    /** Returns {@code alt_ah_attr}, the address vector of the alternate path. */
    public AhAttr altAhAttr() {
        return values.get(QpFields.ALT_AH_ATTR);
    }

    /** Returns {@code pkey_index}, an index in the P_Key table, 0..65535. */
    public int pkeyIndex() {
        return values.get(QpFields.PKEY_INDEX);
    }

    /** Returns {@code alt_pkey_index} of the alternate path, 0..65535. */
    public int altPkeyIndex() {
        return values.get(QpFields.ALT_PKEY_INDEX);
    }

    /** Returns {@code en_sqd_async_notify}: 1 requests an event when the send queue has drained. */
    public int enSqdAsyncNotify() {
        return values.get(QpFields.EN_SQD_ASYNC_NOTIFY);
    }

    /** Returns {@code sq_draining}: 1 while the send queue drains; query only. */
    public int sqDraining() {
        return values.get(QpFields.SQ_DRAINING);
    }

    /** Returns {@code max_rd_atomic}, the number of outstanding reads and atomics as initiator, 0..255. */
    public int maxRdAtomic() {
        return values.get(QpFields.MAX_RD_ATOMIC);
    }

    /** Returns {@code max_dest_rd_atomic}, the number of outstanding reads and atomics as target, 0..255. */
    public int maxDestRdAtomic() {
        return values.get(QpFields.MAX_DEST_RD_ATOMIC);
    }

    /** Returns {@code min_rnr_timer}, the code of the minimum RNR NAK delay, 0..31. */
    public int minRnrTimer() {
        return values.get(QpFields.MIN_RNR_TIMER);
    }

    /** Returns {@code port_num}, 1..255. */
    public int portNum() {
        return values.get(QpFields.PORT_NUM);
    }

    /** Returns {@code timeout}, the acknowledgement timeout, 0..31: 4.096 us times 2 to this power; 0 is infinite. */
    public int timeout() {
        return values.get(QpFields.TIMEOUT);
    }

    /**
     * Returns {@code retry_cnt}, the number of retries after a timeout or a sequence error, 0..7. In the InfiniBand
     * specification, 7 means seven retries. On rdma_rxe, 7 is infinite (Linux drivers/infiniband/sw/rxe/rxe_comp.c,
     * COMPST_ERROR_RETRY). A send to a peer that never answers then does not complete. Use 6 or less to get an error.
     */
    public int retryCnt() {
        return values.get(QpFields.RETRY_CNT);
    }

    /** Returns {@code rnr_retry}, the number of retries after an RNR NAK, 0..7; 7 is infinite. */
    public int rnrRetry() {
        return values.get(QpFields.RNR_RETRY);
    }

    /** Returns {@code alt_port_num} of the alternate path, 1..255. */
    public int altPortNum() {
        return values.get(QpFields.ALT_PORT_NUM);
    }

    /** Returns {@code alt_timeout} of the alternate path, 0..31; the unit is that of {@code timeout}. */
    public int altTimeout() {
        return values.get(QpFields.ALT_TIMEOUT);
    }

    /** Returns {@code rate_limit} in kbit/s, 0..4294967295; for RAW_PACKET. */
    public long rateLimit() {
        return values.get(QpFields.RATE_LIMIT);
    }

    /** Returns {@code attr_mask}, the fields that are valid. */
    public Flags<Mask> attrMask() {
        return values.mask(QpFields.ATTR_MASK);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QpAttr attr && attr.values.equals(values);
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
     * A builder of {@link QpAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code qp_state}, the state to move to. */
        public Builder qpState(QpState value) {
            values.setConstant(QpFields.QP_STATE, value);
            return this;
        }

        /** Sets {@code qp_state} to a C number that may have no constant. */
        public Builder qpStateCode(int value) {
            return set(QpFields.QP_STATE, value);
        }

        /** Sets {@code cur_qp_state}, the state that the caller assumes. */
        public Builder curQpState(QpState value) {
            values.setConstant(QpFields.CUR_QP_STATE, value);
            return this;
        }

        /** Sets {@code cur_qp_state} to a C number that may have no constant. */
        public Builder curQpStateCode(int value) {
            return set(QpFields.CUR_QP_STATE, value);
        }

        /** Sets {@code path_mtu}, for RC and UC. */
        public Builder pathMtu(Mtu value) {
            values.setConstant(QpFields.PATH_MTU, value);
            return this;
        }

        /** Sets {@code path_mtu} to a C number that may have no constant. */
        public Builder pathMtuCode(int value) {
            return set(QpFields.PATH_MTU, value);
        }

        /** Sets {@code path_mig_state}, the state of the path migration. */
        public Builder pathMigState(MigState value) {
            values.setConstant(QpFields.PATH_MIG_STATE, value);
            return this;
        }

        /** Sets {@code path_mig_state} to a C number that may have no constant. */
        public Builder pathMigStateCode(int value) {
            return set(QpFields.PATH_MIG_STATE, value);
        }

        /** Sets {@code qkey}, the Q_Key of a UD queue pair, 0..4294967295; bit 31 makes it privileged. */
        public Builder qkey(long value) {
            return set(QpFields.QKEY, value);
        }

        /** Sets {@code rq_psn}, 0..4294967295; 24 bits are used. */
        public Builder rqPsn(long value) {
            return set(QpFields.RQ_PSN, value);
        }

        /** Sets {@code sq_psn}, 0..4294967295; 24 bits are used. */
        public Builder sqPsn(long value) {
            return set(QpFields.SQ_PSN, value);
        }

        /** Sets {@code dest_qp_num}, 0..4294967295; for RC and UC. */
        public Builder destQpNum(long value) {
            return set(QpFields.DEST_QP_NUM, value);
        }

        /** Sets {@code qp_access_flags}, the operations that remote peers may use; 32 bits. */
        public Builder qpAccessFlags(Flags<AccessFlag> value) {
            return set(QpFields.QP_ACCESS_FLAGS, value);
        }

        /** Sets {@code qp_access_flags} to one or more flags. */
        public Builder qpAccessFlags(AccessFlag first, AccessFlag... others) {
            return qpAccessFlags(Flags.of(first, others));
        }

        /** Sets {@code cap}, the capabilities. */
        public Builder cap(QpCap value) {
            return set(QpFields.CAP, value);
        }

        /** Sets {@code ah_attr}, the address vector of the primary path. */
        public Builder ahAttr(AhAttr value) {
            return set(QpFields.AH_ATTR, value);
        }

        /** Sets {@code alt_ah_attr}, the address vector of the alternate path. */
        public Builder altAhAttr(AhAttr value) {
            return set(QpFields.ALT_AH_ATTR, value);
        }

        /** Sets {@code pkey_index}, an index in the P_Key table, 0..65535. */
        public Builder pkeyIndex(int value) {
            return set(QpFields.PKEY_INDEX, value);
        }

        /** Sets {@code alt_pkey_index} of the alternate path, 0..65535. */
        public Builder altPkeyIndex(int value) {
            return set(QpFields.ALT_PKEY_INDEX, value);
        }

        /** Sets {@code en_sqd_async_notify}, 0 or 1: 1 requests an event when the send queue has drained. */
        public Builder enSqdAsyncNotify(int value) {
            return set(QpFields.EN_SQD_ASYNC_NOTIFY, value);
        }

        /** Sets {@code sq_draining}, 0..255. It is not part of the mask. */
        public Builder sqDraining(int value) {
            return set(QpFields.SQ_DRAINING, value);
        }

        /** Sets {@code max_rd_atomic}, outstanding reads and atomics as initiator, 0..255. */
        public Builder maxRdAtomic(int value) {
            return set(QpFields.MAX_RD_ATOMIC, value);
        }

        /** Sets {@code max_dest_rd_atomic}, outstanding reads and atomics as target, 0..255. */
        public Builder maxDestRdAtomic(int value) {
            return set(QpFields.MAX_DEST_RD_ATOMIC, value);
        }

        /** Sets {@code min_rnr_timer}, the code of the minimum RNR NAK delay, 0..31. */
        public Builder minRnrTimer(int value) {
            return set(QpFields.MIN_RNR_TIMER, value);
        }

        /** Sets {@code port_num}, 1..255. */
        public Builder portNum(int value) {
            return set(QpFields.PORT_NUM, value);
        }

        /** Sets {@code timeout}, the acknowledgement timeout, 0..31: 4.096 us times 2 to this power; 0 is infinite. */
        public Builder timeout(int value) {
            return set(QpFields.TIMEOUT, value);
        }

        /**
         * Sets {@code retry_cnt}, retries after a timeout, 0..7; on rdma_rxe, 7 is infinite, see {@link
         * QpAttr#retryCnt()}.
         */
        public Builder retryCnt(int value) {
            return set(QpFields.RETRY_CNT, value);
        }

        /** Sets {@code rnr_retry}, the number of retries after an RNR NAK, 0..7; 7 is infinite. */
        public Builder rnrRetry(int value) {
            return set(QpFields.RNR_RETRY, value);
        }

        /** Sets {@code alt_port_num} of the alternate path, 1..255. */
        public Builder altPortNum(int value) {
            return set(QpFields.ALT_PORT_NUM, value);
        }

        /** Sets {@code alt_timeout} of the alternate path, 0..31; the unit is that of {@code timeout}. */
        public Builder altTimeout(int value) {
            return set(QpFields.ALT_TIMEOUT, value);
        }

        /** Sets {@code rate_limit} in kbit/s, 0..4294967295; for RAW_PACKET. */
        public Builder rateLimit(long value) {
            return set(QpFields.RATE_LIMIT, value);
        }

        /** Sets {@code attr_mask} explicitly, in place of the derived mask; bits without a constant are allowed. */
        public Builder attrMask(Flags<Mask> value) {
            values.fixMask(QpFields.ATTR_MASK, value);
            return this;
        }

        /** Returns the attributes. Later changes of this builder do not affect them. */
        public QpAttr build() {
            return new QpAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }

    /**
     * The attributes of {@link QpAttr} that a modify or query call covers: {@code enum ibv_qp_attr_mask}. A constant
     * without a description has the name of its field.
     */
    public enum Mask implements VerbsFlag {
        /** {@code qp_state}. */
        STATE("IBV_QP_STATE", 0),
        /** {@code cur_qp_state}. */
        CUR_STATE("IBV_QP_CUR_STATE", 1),
        EN_SQD_ASYNC_NOTIFY("IBV_QP_EN_SQD_ASYNC_NOTIFY", 2),
        /** {@code qp_access_flags}. */
        ACCESS_FLAGS("IBV_QP_ACCESS_FLAGS", 3),
        PKEY_INDEX("IBV_QP_PKEY_INDEX", 4),
        /** {@code port_num}. */
        PORT("IBV_QP_PORT", 5),
        QKEY("IBV_QP_QKEY", 6),
        /** {@code ah_attr}. */
        AV("IBV_QP_AV", 7),
        PATH_MTU("IBV_QP_PATH_MTU", 8),
        TIMEOUT("IBV_QP_TIMEOUT", 9),
        RETRY_CNT("IBV_QP_RETRY_CNT", 10),
        RNR_RETRY("IBV_QP_RNR_RETRY", 11),
        RQ_PSN("IBV_QP_RQ_PSN", 12),
        /** {@code max_rd_atomic}. */
        MAX_QP_RD_ATOMIC("IBV_QP_MAX_QP_RD_ATOMIC", 13),
        /** {@code alt_ah_attr}, {@code alt_pkey_index}, {@code alt_port_num} and {@code alt_timeout}. */
        ALT_PATH("IBV_QP_ALT_PATH", 14),
        MIN_RNR_TIMER("IBV_QP_MIN_RNR_TIMER", 15),
        SQ_PSN("IBV_QP_SQ_PSN", 16),
        MAX_DEST_RD_ATOMIC("IBV_QP_MAX_DEST_RD_ATOMIC", 17),
        PATH_MIG_STATE("IBV_QP_PATH_MIG_STATE", 18),
        CAP("IBV_QP_CAP", 19),
        /** {@code dest_qp_num}. */
        DEST_QPN("IBV_QP_DEST_QPN", 20),
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
