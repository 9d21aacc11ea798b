// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import org.verbena.QpQuery;
import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.error.VerbsException;

/** Executes calls that change and query queue pairs. */
final class QpStateCalls {
    private static final long DRAIN_NANOS = 1_000_000_000L;

    private QpStateCalls() {}

    /** Modifies a queue pair. The answer contains the state, even if the call is refused. */
    static StepAnswer modify(WalkDevice device, Step step) {
        QueuePair qp = device.object(step, StepField.QP, QueuePair.class);
        QpAttr attr = attr(device, step.arguments());
        try {
            qp.modify(attr);
            drain(qp, attr);
        } catch (VerbsException e) {
            return qp.isClosed() ? StepAnswer.refused(e) : StepAnswer.refused(e).with("state", qp.state());
        }
        return StepAnswer.ok().with("state", qp.state());
    }

    /** Waits until the send queue has drained, because a draining device accepts no other change of state. */
    private static void drain(QueuePair qp, QpAttr attr) {
        if (!attr.attrMask().contains(QpAttr.Mask.STATE) || attr.qpState() != QpState.SQD) {
            return;
        }
        long end = System.nanoTime() + DRAIN_NANOS;
        while (qp.query(Flags.of(QpAttr.Mask.STATE)).attr().sqDraining() != 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static QpAttr attr(WalkDevice device, StepArguments arguments) {
        QpAttr.Builder attr = QpAttr.builder()
                .qpStateCode(arguments.integer(StepField.QP_STATE))
                .curQpStateCode(arguments.integer(StepField.CUR_QP_STATE))
                .pathMtuCode(arguments.integer(StepField.PATH_MTU))
                .pathMigStateCode(arguments.integer(StepField.PATH_MIG_STATE))
                .qkey(arguments.number(StepField.QKEY))
                .rqPsn(arguments.number(StepField.RQ_PSN))
                .sqPsn(arguments.number(StepField.SQ_PSN))
                .destQpNum(arguments.number(StepField.DEST_QP_NUM))
                .qpAccessFlags(Flags.ofMask(AccessFlag.class, arguments.number(StepField.QP_ACCESS_FLAGS)))
                .cap(new QpCap(
                        arguments.number(StepField.MAX_SEND_WR),
                        arguments.number(StepField.MAX_RECV_WR),
                        arguments.number(StepField.MAX_SEND_SGE),
                        arguments.number(StepField.MAX_RECV_SGE),
                        arguments.number(StepField.MAX_INLINE_DATA)))
                .pkeyIndex(arguments.integer(StepField.PKEY_INDEX))
                .enSqdAsyncNotify(arguments.integer(StepField.EN_SQD_ASYNC_NOTIFY))
                .maxRdAtomic(arguments.integer(StepField.MAX_RD_ATOMIC))
                .maxDestRdAtomic(arguments.integer(StepField.MAX_DEST_RD_ATOMIC))
                .minRnrTimer(arguments.integer(StepField.MIN_RNR_TIMER))
                .portNum(arguments.integer(StepField.PORT_NUM))
                .timeout(arguments.integer(StepField.TIMEOUT))
                .retryCnt(arguments.integer(StepField.RETRY_CNT))
                .rnrRetry(arguments.integer(StepField.RNR_RETRY))
                .rateLimit(arguments.number(StepField.RATE_LIMIT))
                .ahAttr(Addresses.vector(device, arguments, StepField.AH_PORT_NUM))
                .altAhAttr(Addresses.vector(device, arguments, StepField.ALT_AH_PORT_NUM))
                .altPkeyIndex(arguments.integer(StepField.ALT_PKEY_INDEX))
                .altPortNum(arguments.integer(StepField.ALT_PORT_NUM))
                .altTimeout(arguments.integer(StepField.ALT_TIMEOUT));
        // Every field has a value now; the mask selects those that count.
        return attr.attrMask(Flags.ofMask(QpAttr.Mask.class, arguments.number(StepField.QP_ATTR_MASK)))
                .build();
    }

    static StepAnswer query(WalkDevice device, Step step) {
        QpQuery query = device.object(step, StepField.QP, QueuePair.class)
                .query(Flags.ofMask(QpAttr.Mask.class, step.arguments().number(StepField.QP_ATTR_MASK)));
        QpAttr attr = query.attr();
        return StepAnswer.ok()
                .with("qp_state", attr.qpState())
                .with("cur_qp_state", attr.curQpState())
                .with("path_mtu", attr.pathMtuCode())
                .with("path_mig_state", attr.pathMigStateCode())
                .with("qkey", attr.qkey())
                .with("rq_psn", attr.rqPsn())
                .with("sq_psn", attr.sqPsn())
                .with("dest_qp_num", attr.destQpNum())
                .with("qp_access_flags", attr.qpAccessFlags())
                .with("cap", attr.cap())
                .with("init_cap", query.initAttr().cap())
                .with("sq_sig_all", query.initAttr().sqSigAll())
                .with("pkey_index", attr.pkeyIndex())
                .with("en_sqd_async_notify", attr.enSqdAsyncNotify())
                .with("sq_draining", attr.sqDraining())
                .with("max_rd_atomic", attr.maxRdAtomic())
                .with("max_dest_rd_atomic", attr.maxDestRdAtomic())
                .with("min_rnr_timer", attr.minRnrTimer())
                .with("port_num", attr.portNum())
                .with("timeout", attr.timeout())
                .with("retry_cnt", attr.retryCnt())
                .with("rnr_retry", attr.rnrRetry())
                .with("alt_pkey_index", attr.altPkeyIndex())
                .with("alt_port_num", attr.altPortNum())
                .with("alt_timeout", attr.altTimeout())
                .with("rate_limit", attr.rateLimit())
                .with(Addresses.describe(device, "ah_attr.", attr.ahAttr()))
                .with(Addresses.describe(device, "alt_ah_attr.", attr.altAhAttr()));
    }
}
