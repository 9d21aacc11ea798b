package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.model.rules.QpStateTable;
import org.verbena.model.rules.TransitionCheck;

/** Drafts changes of queue pairs, mostly along the state table, sometimes against it. */
final class QpStateArguments {
    private static final int UINT8_MAX = 0xFF;
    private static final int UINT16_MAX = 0xFFFF;
    private static final int UINT24_MAX = 0xFF_FFFF;
    private static final long PRIVILEGED_QKEY = 0x8000_0000L;
    private static final long ALL_ATTRIBUTES = 0x1F_FFFF;

    private QpStateArguments() {}

    static void modify(StepBuilder draft) {
        draft.pick(StepField.QP);
        draft.named(StepField.QP, QueuePair.class).ifPresent(qp -> modify(draft, qp));
    }

    private static void modify(StepBuilder draft, QueuePair qp) {
        StepValues dice = draft.dice();
        QpState from = qp.state();
        QpState to = next(dice, from);
        Flags<QpAttr.Mask> mask = mask(dice, qp.qpType(), from, to);
        draft.set(StepField.QP_ATTR_MASK, mask.mask()).set(StepField.QP_STATE, to.value());
        for (QpAttr.Mask attribute : mask.known()) {
            value(draft, attribute, from);
        }
        if (dice.wildly(30)) {
            draft.set(StepField.QP_STATE, dice.below(UINT8_MAX));
        }
    }

    private static QpState next(StepValues dice, QpState from) {
        if (dice.wildly(4)) {
            return dice.oneOf(List.of(QpState.values()));
        }
        if (dice.oneIn(6)) {
            return dice.oneOf(List.of(QpState.RESET, QpState.ERR, QpState.SQD, from));
        }
        return switch (from) {
            case RESET -> QpState.INIT;
            case INIT -> QpState.RTR;
            case RTR, SQD, SQE -> QpState.RTS;
            case RTS -> dice.oneIn(2) ? QpState.RTS : QpState.ERR;
            default -> QpState.RESET;
        };
    }

    /**
     * Returns the attributes that the table requires and some that it permits. In wild steps one bit may be inverted.
     */
    private static Flags<QpAttr.Mask> mask(StepValues dice, QpType type, QpState from, QpState to) {
        Flags<QpAttr.Mask> mask = Flags.of(QpAttr.Mask.STATE);
        for (QpAttr.Mask attribute :
                QpStateTable.check(type.value(), from, to, mask).missing().known()) {
            mask = mask.with(attribute);
        }
        for (QpAttr.Mask attribute : QpAttr.Mask.values()) {
            TransitionCheck check = QpStateTable.check(type.value(), from, to, mask.with(attribute));
            mask = dice.oneIn(4) && check.unexpected().isEmpty() ? mask.with(attribute) : mask;
        }
        return dice.wildly(3)
                ? Flags.ofMask(QpAttr.Mask.class, mask.mask() ^ 1L << dice.below(QpAttr.Mask.values().length + 5))
                : mask;
    }

    private static void value(StepBuilder draft, QpAttr.Mask attribute, QpState from) {
        StepValues dice = draft.dice();
        switch (attribute) {
            case CUR_STATE -> draft.set(StepField.CUR_QP_STATE, dice.wildly(4) ? dice.below(9) : from.value());
            case EN_SQD_ASYNC_NOTIFY -> draft.set(StepField.EN_SQD_ASYNC_NOTIFY, dice.below(2));
            case ACCESS_FLAGS -> draft.set(StepField.QP_ACCESS_FLAGS, accessFlags(dice));
            case PKEY_INDEX -> draft.set(StepField.PKEY_INDEX, dice.small(0, UINT16_MAX));
            case PORT -> draft.set(StepField.PORT_NUM, dice.wildly(8) ? dice.below(4) : 1);
            case QKEY -> draft.set(StepField.QKEY, dice.wildly(6) ? PRIVILEGED_QKEY : dice.number(Integer.MAX_VALUE));
            case AV -> DomainArguments.address(draft, StepField.AH_PORT_NUM);
            case PATH_MTU -> draft.set(StepField.PATH_MTU, dice.wildly(8) ? dice.below(9) : 1 + dice.below(5));
            case TIMEOUT -> draft.set(StepField.TIMEOUT, dice.small(31, UINT8_MAX));
            case RETRY_CNT -> draft.set(StepField.RETRY_CNT, dice.small(7, UINT8_MAX));
            case RNR_RETRY -> draft.set(StepField.RNR_RETRY, dice.small(7, UINT8_MAX));
            case RQ_PSN -> draft.set(StepField.RQ_PSN, dice.number(UINT24_MAX));
            case SQ_PSN -> draft.set(StepField.SQ_PSN, dice.number(UINT24_MAX));
            case MAX_QP_RD_ATOMIC ->
                draft.set(
                        StepField.MAX_RD_ATOMIC, dice.small(draft.bounds().device().maxQpInitRdAtom(), UINT8_MAX));
            case MAX_DEST_RD_ATOMIC ->
                draft.set(
                        StepField.MAX_DEST_RD_ATOMIC,
                        dice.small(draft.bounds().device().maxQpRdAtom(), UINT8_MAX));
            case ALT_PATH ->
                draft.set(StepField.ALT_AH_PORT_NUM, 1)
                        .set(StepField.ALT_PORT_NUM, dice.small(1, UINT8_MAX))
                        .set(StepField.ALT_TIMEOUT, dice.small(31, UINT8_MAX));
            case MIN_RNR_TIMER -> draft.set(StepField.MIN_RNR_TIMER, dice.small(31, UINT8_MAX));
            case PATH_MIG_STATE -> draft.set(StepField.PATH_MIG_STATE, dice.small(2, 7));
            case CAP -> draft.set(StepField.MAX_SEND_WR, dice.number(64));
            case DEST_QPN -> draft.set(StepField.DEST_QP_NUM, dice.number(UINT24_MAX));
            case RATE_LIMIT -> draft.set(StepField.RATE_LIMIT, dice.number(100_000));
            case STATE -> draft.set(StepField.QP_ATTR_MASK, draft.arguments().number(StepField.QP_ATTR_MASK));
        }
    }

    private static long accessFlags(StepValues dice) {
        AccessFlag[] usual = {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ};
        return dice.isTame() ? dice.mask(usual, 2) : dice.mask(AccessFlag.values(), 4);
    }

    static void query(StepBuilder draft) {
        StepValues dice = draft.dice();
        draft.pick(StepField.QP)
                .set(StepField.QP_ATTR_MASK, dice.wildly(2) ? dice.mask(QpAttr.Mask.values(), 3) : ALL_ATTRIBUTES);
    }
}
