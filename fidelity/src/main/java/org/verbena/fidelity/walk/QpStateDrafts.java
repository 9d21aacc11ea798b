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
final class QpStateDrafts {
    private static final int UINT8_MAX = 0xFF;
    private static final int UINT16_MAX = 0xFFFF;
    private static final int UINT24_MAX = 0xFF_FFFF;
    private static final long PRIVILEGED_QKEY = 0x8000_0000L;
    private static final long ALL_ATTRIBUTES = 0x1F_FFFF;

    private QpStateDrafts() {}

    static void modify(Draft draft) {
        draft.pick(Field.QP);
        draft.named(Field.QP, QueuePair.class).ifPresent(qp -> modify(draft, qp));
    }

    private static void modify(Draft draft, QueuePair qp) {
        Dice dice = draft.dice();
        QpState from = qp.state();
        QpState to = next(dice, from);
        Flags<QpAttr.Mask> mask = mask(dice, qp.qpType(), from, to);
        draft.set(Field.QP_ATTR_MASK, mask.mask()).set(Field.QP_STATE, to.value());
        for (QpAttr.Mask attribute : mask.known()) {
            value(draft, attribute, from);
        }
        if (dice.wildly(30)) {
            draft.set(Field.QP_STATE, dice.below(UINT8_MAX));
        }
    }

    private static QpState next(Dice dice, QpState from) {
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
    private static Flags<QpAttr.Mask> mask(Dice dice, QpType type, QpState from, QpState to) {
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

    private static void value(Draft draft, QpAttr.Mask attribute, QpState from) {
        Dice dice = draft.dice();
        switch (attribute) {
            case CUR_STATE -> draft.set(Field.CUR_QP_STATE, dice.wildly(4) ? dice.below(9) : from.value());
            case EN_SQD_ASYNC_NOTIFY -> draft.set(Field.EN_SQD_ASYNC_NOTIFY, dice.below(2));
            case ACCESS_FLAGS -> draft.set(Field.QP_ACCESS_FLAGS, accessFlags(dice));
            case PKEY_INDEX -> draft.set(Field.PKEY_INDEX, dice.small(0, UINT16_MAX));
            case PORT -> draft.set(Field.PORT_NUM, dice.wildly(8) ? dice.below(4) : 1);
            case QKEY -> draft.set(Field.QKEY, dice.wildly(6) ? PRIVILEGED_QKEY : dice.number(Integer.MAX_VALUE));
            case AV -> DomainDrafts.address(draft, Field.AH_PORT_NUM);
            case PATH_MTU -> draft.set(Field.PATH_MTU, dice.wildly(8) ? dice.below(9) : 1 + dice.below(5));
            case TIMEOUT -> draft.set(Field.TIMEOUT, dice.small(31, UINT8_MAX));
            case RETRY_CNT -> draft.set(Field.RETRY_CNT, dice.small(7, UINT8_MAX));
            case RNR_RETRY -> draft.set(Field.RNR_RETRY, dice.small(7, UINT8_MAX));
            case RQ_PSN -> draft.set(Field.RQ_PSN, dice.number(UINT24_MAX));
            case SQ_PSN -> draft.set(Field.SQ_PSN, dice.number(UINT24_MAX));
            case MAX_QP_RD_ATOMIC ->
                draft.set(
                        Field.MAX_RD_ATOMIC, dice.small(draft.bounds().device().maxQpInitRdAtom(), UINT8_MAX));
            case MAX_DEST_RD_ATOMIC ->
                draft.set(
                        Field.MAX_DEST_RD_ATOMIC,
                        dice.small(draft.bounds().device().maxQpRdAtom(), UINT8_MAX));
            case ALT_PATH ->
                draft.set(Field.ALT_AH_PORT_NUM, 1)
                        .set(Field.ALT_PORT_NUM, dice.small(1, UINT8_MAX))
                        .set(Field.ALT_TIMEOUT, dice.small(31, UINT8_MAX));
            case MIN_RNR_TIMER -> draft.set(Field.MIN_RNR_TIMER, dice.small(31, UINT8_MAX));
            case PATH_MIG_STATE -> draft.set(Field.PATH_MIG_STATE, dice.small(2, 7));
            case CAP -> draft.set(Field.MAX_SEND_WR, dice.number(64));
            case DEST_QPN -> draft.set(Field.DEST_QP_NUM, dice.number(UINT24_MAX));
            case RATE_LIMIT -> draft.set(Field.RATE_LIMIT, dice.number(100_000));
            case STATE -> draft.set(Field.QP_ATTR_MASK, draft.arguments().number(Field.QP_ATTR_MASK));
        }
    }

    private static long accessFlags(Dice dice) {
        AccessFlag[] usual = {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ};
        return dice.isTame() ? dice.mask(usual, 2) : dice.mask(AccessFlag.values(), 4);
    }

    static void query(Draft draft) {
        Dice dice = draft.dice();
        draft.pick(Field.QP)
                .set(Field.QP_ATTR_MASK, dice.wildly(2) ? dice.mask(QpAttr.Mask.values(), 3) : ALL_ATTRIBUTES);
    }
}
