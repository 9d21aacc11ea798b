// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.core.model.rules.QpStateTable;

/** Builds changes of queue pairs, mostly along the state table, sometimes against it. */
final class QpStateArguments {
    private static final int UINT8_MAX = 0xFF;
    private static final int UINT16_MAX = 0xFFFF;
    private static final int UINT24_MAX = 0xFF_FFFF;
    private static final long PRIVILEGED_QKEY = 0x8000_0000L;
    private static final long ALL_ATTRIBUTES = 0x1F_FFFF;

    private QpStateArguments() {}

    static void modify(StepBuilder builder) {
        builder.pick(StepField.QP);
        builder.named(StepField.QP, QueuePair.class).ifPresent(qp -> modify(builder, qp));
    }

    private static void modify(StepBuilder builder, QueuePair qp) {
        StepValues values = builder.values();
        QpState from = qp.state();
        QpState to = next(values, from);
        Flags<QpAttr.Mask> mask = mask(values, qp.qpType(), from, to);
        builder.set(StepField.QP_ATTR_MASK, mask.mask()).set(StepField.QP_STATE, to.value());
        for (QpAttr.Mask attribute : mask.known()) {
            value(builder, attribute, from);
        }
        if (values.wildly(30)) {
            builder.set(StepField.QP_STATE, values.below(UINT8_MAX));
        }
    }

    private static QpState next(StepValues values, QpState from) {
        if (values.wildly(4)) {
            return values.oneOf(List.of(QpState.values()));
        }
        if (values.oneIn(6)) {
            return values.oneOf(List.of(QpState.RESET, QpState.ERR, QpState.SQD, from));
        }
        return switch (from) {
            case RESET -> QpState.INIT;
            case INIT -> QpState.RTR;
            case RTR, SQD, SQE -> QpState.RTS;
            case RTS -> values.oneIn(2) ? QpState.RTS : QpState.ERR;
            default -> QpState.RESET;
        };
    }

    /**
     * Returns the attributes that the table requires and some that it permits. In wild steps one bit may be inverted.
     */
    private static Flags<QpAttr.Mask> mask(StepValues values, QpType type, QpState from, QpState to) {
        Flags<QpAttr.Mask> mask = Flags.of(QpAttr.Mask.STATE);
        for (QpAttr.Mask attribute :
                QpStateTable.check(type.value(), from, to, mask).missing().known()) {
            mask = mask.with(attribute);
        }
        for (QpAttr.Mask attribute : QpAttr.Mask.values()) {
            QpStateTable.TransitionCheck check = QpStateTable.check(type.value(), from, to, mask.with(attribute));
            mask = values.oneIn(4) && check.unexpected().isEmpty() ? mask.with(attribute) : mask;
        }
        return values.wildly(3)
                ? Flags.ofMask(QpAttr.Mask.class, mask.mask() ^ 1L << values.below(QpAttr.Mask.values().length + 5))
                : mask;
    }

    private static void value(StepBuilder builder, QpAttr.Mask attribute, QpState from) {
        StepValues values = builder.values();
        switch (attribute) {
            case CUR_STATE -> builder.set(StepField.CUR_QP_STATE, values.wildly(4) ? values.below(9) : from.value());
            case EN_SQD_ASYNC_NOTIFY -> builder.set(StepField.EN_SQD_ASYNC_NOTIFY, values.below(2));
            case ACCESS_FLAGS -> builder.set(StepField.QP_ACCESS_FLAGS, accessFlags(values));
            case PKEY_INDEX -> builder.set(StepField.PKEY_INDEX, values.small(0, UINT16_MAX));
            case PORT -> builder.set(StepField.PORT_NUM, values.wildly(8) ? values.below(4) : 1);
            case QKEY ->
                builder.set(StepField.QKEY, values.wildly(6) ? PRIVILEGED_QKEY : values.number(Integer.MAX_VALUE));
            case AV -> DomainArguments.address(builder, StepField.AH_PORT_NUM);
            case PATH_MTU -> builder.set(StepField.PATH_MTU, values.wildly(8) ? values.below(9) : 1 + values.below(5));
            case TIMEOUT -> builder.set(StepField.TIMEOUT, values.small(31, UINT8_MAX));
            case RETRY_CNT -> builder.set(StepField.RETRY_CNT, values.small(7, UINT8_MAX));
            case RNR_RETRY -> builder.set(StepField.RNR_RETRY, values.small(7, UINT8_MAX));
            case RQ_PSN -> builder.set(StepField.RQ_PSN, values.number(UINT24_MAX));
            case SQ_PSN -> builder.set(StepField.SQ_PSN, values.number(UINT24_MAX));
            case MAX_QP_RD_ATOMIC ->
                builder.set(
                        StepField.MAX_RD_ATOMIC,
                        values.small(builder.bounds().device().maxQpInitRdAtom(), UINT8_MAX));
            case MAX_DEST_RD_ATOMIC ->
                builder.set(
                        StepField.MAX_DEST_RD_ATOMIC,
                        values.small(builder.bounds().device().maxQpRdAtom(), UINT8_MAX));
            case ALT_PATH ->
                builder.set(StepField.ALT_AH_PORT_NUM, 1)
                        .set(StepField.ALT_PORT_NUM, values.small(1, UINT8_MAX))
                        .set(StepField.ALT_TIMEOUT, values.small(31, UINT8_MAX));
            case MIN_RNR_TIMER -> builder.set(StepField.MIN_RNR_TIMER, values.small(31, UINT8_MAX));
            case PATH_MIG_STATE -> builder.set(StepField.PATH_MIG_STATE, values.small(2, 7));
            case CAP -> builder.set(StepField.MAX_SEND_WR, values.number(64));
            case DEST_QPN -> builder.set(StepField.DEST_QP_NUM, values.number(UINT24_MAX));
            case RATE_LIMIT -> builder.set(StepField.RATE_LIMIT, values.number(100_000));
            case STATE ->
                builder.set(StepField.QP_ATTR_MASK, builder.arguments().number(StepField.QP_ATTR_MASK));
        }
    }

    private static long accessFlags(StepValues values) {
        AccessFlag[] usual = {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ};
        return values.isTame() ? values.mask(usual, 2) : values.mask(AccessFlag.values(), 4);
    }

    static void query(StepBuilder builder) {
        StepValues values = builder.values();
        builder.pick(StepField.QP)
                .set(StepField.QP_ATTR_MASK, values.wildly(2) ? values.mask(QpAttr.Mask.values(), 3) : ALL_ATTRIBUTES);
    }
}
