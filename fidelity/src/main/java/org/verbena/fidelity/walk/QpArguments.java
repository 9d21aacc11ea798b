package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;

/** Drafts arguments for calls that create queue pairs or attach them to multicast groups. */
final class QpArguments {
    private static final int AFFORDABLE = 2048;
    private static final int INLINE = 1024;
    private static final int TSO_HEADER = 128;
    private static final int TOEPLITZ_KEY = 40;
    private static final int UINT8_MAX = 0xFF;
    private static final int UINT16_MAX = 0xFFFF;
    private static final int UINT24_MAX = 0xFF_FFFF;
    private static final int FIRST_GROUP_LID = 0xC000;

    private static final List<QpType> PLAIN = List.of(QpType.RC, QpType.RC, QpType.UC, QpType.UD, QpType.RAW_PACKET);
    private static final List<QpType> EXTENDED = List.of(
            QpType.RC, QpType.UC, QpType.UD, QpType.RAW_PACKET, QpType.XRC_SEND, QpType.XRC_RECV, QpType.XRC_RECV);

    private QpArguments() {}

    static void create(StepBuilder draft) {
        common(draft.pick(StepField.PD), type(draft, PLAIN));
    }

    static void createEx(StepBuilder draft) {
        StepValues dice = draft.dice();
        if (dice.oneIn(5)) {
            createRss(draft);
            return;
        }
        QpType type = type(draft, EXTENDED);
        common(draft, type);
        if (dice.mostly(type != QpType.XRC_RECV, 15)) {
            draft.pick(StepField.PD);
        }
        if (dice.mostly(type == QpType.XRC_RECV, 10)) {
            draft.pick(StepField.XRCD);
        }
        if (dice.mostly(type != QpType.XRC_RECV && dice.oneIn(3), 10)) {
            draft.set(StepField.SEND_OPS_FLAGS, dice.mask(SendOp.values(), dice.isTame() ? 8 : 4));
        }
        if (dice.wildly(4)) {
            draft.set(StepField.QP_CREATE_FLAGS, dice.mask(QpCreateFlag.values(), 3));
            if (dice.oneIn(2)) {
                draft.set(StepField.SOURCE_QPN, dice.below(UINT24_MAX));
            }
        }
        if (dice.mostly(type == QpType.RAW_PACKET && dice.oneIn(3), 15)) {
            draft.set(StepField.MAX_TSO_HEADER, dice.small(TSO_HEADER, UINT16_MAX));
        }
        if (dice.wildly(15)) {
            hash(draft);
        }
        if (dice.wildly(25)) {
            draft.set(StepField.COMP_MASK, dice.mask(QpInitAttr.Mask.values(), 4));
        }
    }

    private static void createRss(StepBuilder draft) {
        StepValues dice = draft.dice();
        draft.set(StepField.QP_TYPE, (dice.wildly(5) ? dice.oneOf(EXTENDED) : QpType.RAW_PACKET).value());
        if (!dice.wildly(10)) {
            draft.pick(StepField.PD);
        }
        if (!dice.wildly(10)) {
            draft.pick(StepField.RWQ_IND_TBL);
        }
        if (!dice.wildly(10)) {
            hash(draft);
        }
        if (dice.wildly(4)) {
            common(draft, QpType.RAW_PACKET);
        }
        if (dice.wildly(8)) {
            draft.set(StepField.QP_CREATE_FLAGS, dice.mask(QpCreateFlag.values(), 4));
        }
        if (dice.wildly(10)) {
            draft.set(StepField.SEND_OPS_FLAGS, dice.mask(SendOp.values(), 4));
        }
    }

    private static void hash(StepBuilder draft) {
        StepValues dice = draft.dice();
        boolean tcp = dice.oneIn(2);
        long ports = (tcp ? RxHashField.SRC_PORT_TCP : RxHashField.SRC_PORT_UDP).mask();
        long addresses = RxHashField.SRC_IPV4.mask() | RxHashField.DST_IPV4.mask();
        draft.set(StepField.RX_HASH_FUNCTION, dice.wildly(8) ? dice.below(4) : RxHashFunction.TOEPLITZ.mask())
                .set(StepField.RX_HASH_KEY_LEN, dice.wildly(8) ? dice.below(UINT8_MAX) : TOEPLITZ_KEY)
                .set(
                        StepField.RX_HASH_FIELDS_MASK,
                        dice.wildly(3) ? dice.mask(RxHashField.values(), 4) : addresses | (dice.oneIn(2) ? ports : 0));
    }

    private static QpType type(StepBuilder draft, List<QpType> types) {
        StepValues dice = draft.dice();
        QpType type = dice.wildly(20) ? dice.oneOf(List.of(QpType.values())) : dice.oneOf(types);
        draft.set(StepField.QP_TYPE, dice.wildly(30) ? dice.below(UINT8_MAX + 1) : type.value());
        return type;
    }

    private static void common(StepBuilder draft, QpType type) {
        StepValues dice = draft.dice();
        boolean sends = type != QpType.XRC_RECV;
        boolean receives = sends && type != QpType.XRC_SEND;
        if (dice.mostly(sends, 15)) {
            draft.pick(StepField.SEND_CQ);
        }
        if (dice.mostly(receives, 15)) {
            draft.pick(StepField.RECV_CQ);
        }
        if (dice.mostly(receives && dice.oneIn(5), 10)) {
            draft.pick(StepField.SRQ);
        }
        if (dice.mostly(sends, 10)) {
            draft.set(StepField.MAX_SEND_WR, dice.costly(draft.bounds().device().maxQpWr(), AFFORDABLE))
                    .set(StepField.MAX_SEND_SGE, dice.number(draft.bounds().device().maxSge()));
        }
        if (dice.mostly(receives, 10)) {
            draft.set(StepField.MAX_RECV_WR, dice.costly(draft.bounds().device().maxQpWr(), AFFORDABLE))
                    .set(StepField.MAX_RECV_SGE, dice.number(draft.bounds().device().maxSge()));
        }
        if (dice.oneIn(3)) {
            draft.set(StepField.MAX_INLINE_DATA, dice.number(INLINE));
        }
        if (dice.oneIn(4)) {
            draft.set(StepField.SQ_SIG_ALL, 1);
        }
    }

    static void open(StepBuilder draft) {
        StepValues dice = draft.dice();
        draft.set(StepField.QP_TYPE, (dice.wildly(10) ? dice.oneOf(EXTENDED) : QpType.XRC_RECV).value());
        if (!dice.wildly(15)) {
            draft.pick(StepField.XRCD);
        }
        if (dice.wildly(10)) {
            // No device uses numbers this high.
            draft.set(StepField.QP_NUM, UINT24_MAX - dice.below(4));
        } else {
            draft.prefer(StepField.QP, QueuePair.class, qp -> qp.qpType() == QpType.XRC_RECV);
        }
    }

    static void mcast(StepBuilder draft) {
        StepValues dice = draft.dice();
        List<GidWord> groups = List.of(GidWord.GROUP, GidWord.GROUP, GidWord.OTHER_GROUP, GidWord.IPV4_GROUP);
        draft.prefer(StepField.QP, QueuePair.class, qp -> qp.qpType() == QpType.UD)
                .set(
                        StepField.GID,
                        dice.oneOf(dice.wildly(4) ? List.of(GidWord.values()) : groups)
                                .number())
                .set(StepField.LID, dice.oneIn(5) ? FIRST_GROUP_LID + dice.below(2) : 0);
        if (dice.wildly(8)) {
            draft.set(StepField.LID, dice.below(UINT16_MAX + 1));
        }
    }
}
