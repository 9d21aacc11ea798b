// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.libibverbs.abi.QpStructs.IbvQpAttr;
import org.verbena.libibverbs.abi.Struct;

/** Converts queue pair attributes between Java and {@code struct ibv_qp_attr}. */
public final class QpAttrs {
    private QpAttrs() {}

    /**
     * Writes all attributes. The mask that selects the valid attributes is a separate argument of the verb.
     *
     * @param struct the target, a zeroed {@code struct ibv_qp_attr}
     * @param attr the attributes
     */
    public static void write(Struct struct, QpAttr attr) {
        struct.put(IbvQpAttr.QP_STATE, attr.qpStateCode())
                .put(IbvQpAttr.CUR_QP_STATE, attr.curQpStateCode())
                .put(IbvQpAttr.PATH_MTU, attr.pathMtuCode())
                .put(IbvQpAttr.PATH_MIG_STATE, attr.pathMigStateCode())
                .put(IbvQpAttr.QKEY, attr.qkey())
                .put(IbvQpAttr.RQ_PSN, attr.rqPsn())
                .put(IbvQpAttr.SQ_PSN, attr.sqPsn())
                .put(IbvQpAttr.DEST_QP_NUM, attr.destQpNum())
                .put(IbvQpAttr.QP_ACCESS_FLAGS, attr.qpAccessFlags().mask())
                .put(IbvQpAttr.PKEY_INDEX, attr.pkeyIndex())
                .put(IbvQpAttr.ALT_PKEY_INDEX, attr.altPkeyIndex())
                .put(IbvQpAttr.EN_SQD_ASYNC_NOTIFY, attr.enSqdAsyncNotify())
                .put(IbvQpAttr.SQ_DRAINING, attr.sqDraining())
                .put(IbvQpAttr.MAX_RD_ATOMIC, attr.maxRdAtomic())
                .put(IbvQpAttr.MAX_DEST_RD_ATOMIC, attr.maxDestRdAtomic())
                .put(IbvQpAttr.MIN_RNR_TIMER, attr.minRnrTimer())
                .put(IbvQpAttr.PORT_NUM, attr.portNum())
                .put(IbvQpAttr.TIMEOUT, attr.timeout())
                .put(IbvQpAttr.RETRY_CNT, attr.retryCnt())
                .put(IbvQpAttr.RNR_RETRY, attr.rnrRetry())
                .put(IbvQpAttr.ALT_PORT_NUM, attr.altPortNum())
                .put(IbvQpAttr.ALT_TIMEOUT, attr.altTimeout())
                .put(IbvQpAttr.RATE_LIMIT, attr.rateLimit());
        CapMarshal.write(struct.inner(IbvQpAttr.CAP), attr.cap());
        AhAttrs.write(struct.inner(IbvQpAttr.AH_ATTR), attr.ahAttr());
        AhAttrs.write(struct.inner(IbvQpAttr.ALT_AH_ATTR), attr.altAhAttr());
    }

    /**
     * Reads all attributes.
     *
     * @param struct the source, a {@code struct ibv_qp_attr}
     * @param mask the attributes that the query requested
     * @return the attributes
     */
    public static QpAttr read(Struct struct, Flags<QpAttr.Mask> mask) {
        return QpAttr.builder()
                .qpStateCode(struct.getInt(IbvQpAttr.QP_STATE))
                .curQpStateCode(struct.getInt(IbvQpAttr.CUR_QP_STATE))
                .pathMtuCode(struct.getInt(IbvQpAttr.PATH_MTU))
                .pathMigStateCode(struct.getInt(IbvQpAttr.PATH_MIG_STATE))
                .qkey(struct.get(IbvQpAttr.QKEY))
                .rqPsn(struct.get(IbvQpAttr.RQ_PSN))
                .sqPsn(struct.get(IbvQpAttr.SQ_PSN))
                .destQpNum(struct.get(IbvQpAttr.DEST_QP_NUM))
                .qpAccessFlags(Flags.ofMask(AccessFlag.class, struct.get(IbvQpAttr.QP_ACCESS_FLAGS)))
                .cap(CapMarshal.readQpCap(struct.inner(IbvQpAttr.CAP)))
                .ahAttr(AhAttrs.read(struct.inner(IbvQpAttr.AH_ATTR)))
                .altAhAttr(AhAttrs.read(struct.inner(IbvQpAttr.ALT_AH_ATTR)))
                .pkeyIndex(struct.getInt(IbvQpAttr.PKEY_INDEX))
                .altPkeyIndex(struct.getInt(IbvQpAttr.ALT_PKEY_INDEX))
                .enSqdAsyncNotify(struct.getInt(IbvQpAttr.EN_SQD_ASYNC_NOTIFY))
                .sqDraining(struct.getInt(IbvQpAttr.SQ_DRAINING))
                .maxRdAtomic(struct.getInt(IbvQpAttr.MAX_RD_ATOMIC))
                .maxDestRdAtomic(struct.getInt(IbvQpAttr.MAX_DEST_RD_ATOMIC))
                .minRnrTimer(struct.getInt(IbvQpAttr.MIN_RNR_TIMER))
                .portNum(struct.getInt(IbvQpAttr.PORT_NUM))
                .timeout(struct.getInt(IbvQpAttr.TIMEOUT))
                .retryCnt(struct.getInt(IbvQpAttr.RETRY_CNT))
                .rnrRetry(struct.getInt(IbvQpAttr.RNR_RETRY))
                .altPortNum(struct.getInt(IbvQpAttr.ALT_PORT_NUM))
                .altTimeout(struct.getInt(IbvQpAttr.ALT_TIMEOUT))
                .rateLimit(struct.get(IbvQpAttr.RATE_LIMIT))
                .attrMask(mask)
                .build();
    }
}
