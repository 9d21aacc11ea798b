// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.SharedReceiveQueue;
import org.verbena.XrcDomain;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;

/** Executes calls that create queue pairs, and calls that attach them to multicast groups or detach them. */
final class QpCalls {
    private QpCalls() {}

    static StepAnswer create(WalkDevice device, Step step) {
        ProtectionDomain pd = device.object(step, StepField.PD, ProtectionDomain.class);
        return made(device, step, pd.createQp(attr(device, step).build()));
    }

    static StepAnswer createEx(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        QpInitAttr.Builder attr = attr(device, step);
        device.find(step, StepField.PD, ProtectionDomain.class).ifPresent(attr::pd);
        device.find(step, StepField.XRCD, XrcDomain.class).ifPresent(attr::xrcd);
        device.find(step, StepField.RWQ_IND_TBL, RwqIndTable.class).ifPresent(attr::rwqIndTbl);
        arguments.ifPresent(
                StepField.QP_CREATE_FLAGS, mask -> attr.createFlags(Flags.ofMask(QpCreateFlag.class, mask)));
        arguments.ifPresent(StepField.MAX_TSO_HEADER, bytes -> attr.maxTsoHeader((int) bytes));
        arguments.ifPresent(StepField.SOURCE_QPN, attr::sourceQpn);
        arguments.ifPresent(StepField.SEND_OPS_FLAGS, mask -> attr.sendOpsFlags(Flags.ofMask(SendOp.class, mask)));
        arguments.ifPresent(
                StepField.RX_HASH_FUNCTION,
                function -> attr.rxHashConf(RxHashConf.of(
                        Flags.ofMask(RxHashFunction.class, function),
                        new byte[arguments.integer(StepField.RX_HASH_KEY_LEN)],
                        Flags.ofMask(RxHashField.class, arguments.number(StepField.RX_HASH_FIELDS_MASK)))));
        arguments.ifPresent(StepField.COMP_MASK, mask -> attr.compMask(Flags.ofMask(QpInitAttr.Mask.class, mask)));
        return made(device, step, device.context().createQpEx(attr.build()));
    }

    private static QpInitAttr.Builder attr(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        QpInitAttr.Builder attr = QpInitAttr.builder()
                .qpTypeCode(arguments.integer(StepField.QP_TYPE))
                .sqSigAll(arguments.number(StepField.SQ_SIG_ALL) != 0)
                .cap(new QpCap(
                        arguments.number(StepField.MAX_SEND_WR),
                        arguments.number(StepField.MAX_RECV_WR),
                        arguments.number(StepField.MAX_SEND_SGE),
                        arguments.number(StepField.MAX_RECV_SGE),
                        arguments.number(StepField.MAX_INLINE_DATA)));
        device.find(step, StepField.SEND_CQ, CompletionQueue.class).ifPresent(attr::sendCq);
        device.find(step, StepField.RECV_CQ, CompletionQueue.class).ifPresent(attr::recvCq);
        device.find(step, StepField.SRQ, SharedReceiveQueue.class).ifPresent(attr::srq);
        return attr;
    }

    private static StepAnswer made(WalkDevice device, Step step, QueuePair qp) {
        return device.made(step, qp)
                .with(qp.grantedCap())
                .with("state", qp.state())
                .with("qp_ex", qp.toQpEx().isPresent());
    }

    static StepAnswer open(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        QpOpenAttr.Builder attr = QpOpenAttr.builder();
        device.find(step, StepField.XRCD, XrcDomain.class).ifPresent(attr::xrcd);
        device.find(step, StepField.QP, QueuePair.class).ifPresent(qp -> attr.qpNum(qp.qpNum()));
        arguments.ifPresent(StepField.QP_NUM, attr::qpNum);
        arguments.ifPresent(StepField.QP_TYPE, code -> attr.qpTypeCode((int) code));
        return made(device, step, device.context().openQp(attr.build()));
    }

    static StepAnswer attachMcast(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        device.object(step, StepField.QP, QueuePair.class)
                .attachMcast(
                        GidWord.of(arguments.number(StepField.GID)).on(device.context()),
                        arguments.integer(StepField.LID));
        return StepAnswer.ok();
    }

    static StepAnswer detachMcast(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        device.object(step, StepField.QP, QueuePair.class)
                .detachMcast(
                        GidWord.of(arguments.number(StepField.GID)).on(device.context()),
                        arguments.integer(StepField.LID));
        return StepAnswer.ok();
    }
}
