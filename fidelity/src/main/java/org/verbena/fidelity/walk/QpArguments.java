// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;

/** Builds arguments for calls that create queue pairs or attach them to multicast groups. */
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

    static void create(StepBuilder builder) {
        common(builder.pick(StepField.PD), type(builder, PLAIN));
    }

    static void createEx(StepBuilder builder) {
        StepValues values = builder.values();
        if (values.oneIn(5)) {
            createRss(builder);
            return;
        }
        QpType type = type(builder, EXTENDED);
        common(builder, type);
        if (values.mostly(type != QpType.XRC_RECV, 15)) {
            builder.pick(StepField.PD);
        }
        if (values.mostly(type == QpType.XRC_RECV, 10)) {
            builder.pick(StepField.XRCD);
        }
        if (values.mostly(type != QpType.XRC_RECV && values.oneIn(3), 10)) {
            builder.set(StepField.SEND_OPS_FLAGS, values.mask(SendOp.values(), values.isTame() ? 8 : 4));
        }
        if (values.wildly(4)) {
            builder.set(StepField.QP_CREATE_FLAGS, values.mask(QpCreateFlag.values(), 3));
            if (values.oneIn(2)) {
                builder.set(StepField.SOURCE_QPN, values.below(UINT24_MAX));
            }
        }
        if (values.mostly(type == QpType.RAW_PACKET && values.oneIn(3), 15)) {
            builder.set(StepField.MAX_TSO_HEADER, values.small(TSO_HEADER, UINT16_MAX));
        }
        if (values.wildly(15)) {
            hash(builder);
        }
        if (values.wildly(25)) {
            builder.set(StepField.COMP_MASK, values.mask(QpInitAttr.Mask.values(), 4));
        }
    }

    private static void createRss(StepBuilder builder) {
        StepValues values = builder.values();
        builder.set(StepField.QP_TYPE, (values.wildly(5) ? values.oneOf(EXTENDED) : QpType.RAW_PACKET).value());
        if (!values.wildly(10)) {
            builder.pick(StepField.PD);
        }
        if (!values.wildly(10)) {
            builder.pick(StepField.RWQ_IND_TBL);
        }
        if (!values.wildly(10)) {
            hash(builder);
        }
        if (values.wildly(4)) {
            common(builder, QpType.RAW_PACKET);
        }
        if (values.wildly(8)) {
            builder.set(StepField.QP_CREATE_FLAGS, values.mask(QpCreateFlag.values(), 4));
        }
        if (values.wildly(10)) {
            builder.set(StepField.SEND_OPS_FLAGS, values.mask(SendOp.values(), 4));
        }
    }

    private static void hash(StepBuilder builder) {
        StepValues values = builder.values();
        boolean tcp = values.oneIn(2);
        long ports = (tcp ? RxHashField.SRC_PORT_TCP : RxHashField.SRC_PORT_UDP).mask();
        long addresses = RxHashField.SRC_IPV4.mask() | RxHashField.DST_IPV4.mask();
        builder.set(StepField.RX_HASH_FUNCTION, values.wildly(8) ? values.below(4) : RxHashFunction.TOEPLITZ.mask())
                .set(StepField.RX_HASH_KEY_LEN, values.wildly(8) ? values.below(UINT8_MAX) : TOEPLITZ_KEY)
                .set(
                        StepField.RX_HASH_FIELDS_MASK,
                        values.wildly(3)
                                ? values.mask(RxHashField.values(), 4)
                                : addresses | (values.oneIn(2) ? ports : 0));
    }

    private static QpType type(StepBuilder builder, List<QpType> types) {
        StepValues values = builder.values();
        QpType type = values.wildly(20) ? values.oneOf(List.of(QpType.values())) : values.oneOf(types);
        builder.set(StepField.QP_TYPE, values.wildly(30) ? values.below(UINT8_MAX + 1) : type.value());
        return type;
    }

    private static void common(StepBuilder builder, QpType type) {
        StepValues values = builder.values();
        boolean sends = type != QpType.XRC_RECV;
        boolean receives = sends && type != QpType.XRC_SEND;
        if (values.mostly(sends, 15)) {
            builder.pick(StepField.SEND_CQ);
        }
        if (values.mostly(receives, 15)) {
            builder.pick(StepField.RECV_CQ);
        }
        if (values.mostly(receives && values.oneIn(5), 10)) {
            builder.pick(StepField.SRQ);
        }
        if (values.mostly(sends, 10)) {
            builder.set(
                            StepField.MAX_SEND_WR,
                            values.costly(builder.bounds().device().maxQpWr(), AFFORDABLE))
                    .set(
                            StepField.MAX_SEND_SGE,
                            values.number(builder.bounds().device().maxSge()));
        }
        if (values.mostly(receives, 10)) {
            builder.set(
                            StepField.MAX_RECV_WR,
                            values.costly(builder.bounds().device().maxQpWr(), AFFORDABLE))
                    .set(
                            StepField.MAX_RECV_SGE,
                            values.number(builder.bounds().device().maxSge()));
        }
        if (values.oneIn(3)) {
            builder.set(StepField.MAX_INLINE_DATA, values.number(INLINE));
        }
        if (values.oneIn(4)) {
            builder.set(StepField.SQ_SIG_ALL, 1);
        }
    }

    static void open(StepBuilder builder) {
        StepValues values = builder.values();
        builder.set(StepField.QP_TYPE, (values.wildly(10) ? values.oneOf(EXTENDED) : QpType.XRC_RECV).value());
        if (!values.wildly(15)) {
            builder.pick(StepField.XRCD);
        }
        if (values.wildly(10)) {
            // No device uses numbers this high.
            builder.set(StepField.QP_NUM, UINT24_MAX - values.below(4));
        } else {
            builder.prefer(StepField.QP, QueuePair.class, qp -> qp.qpType() == QpType.XRC_RECV);
        }
    }

    static void mcast(StepBuilder builder) {
        StepValues values = builder.values();
        List<GidWord> groups = List.of(GidWord.GROUP, GidWord.GROUP, GidWord.OTHER_GROUP, GidWord.IPV4_GROUP);
        builder.prefer(StepField.QP, QueuePair.class, qp -> qp.qpType() == QpType.UD)
                .set(
                        StepField.GID,
                        values.oneOf(values.wildly(4) ? List.of(GidWord.values()) : groups)
                                .number())
                .set(StepField.LID, values.oneIn(5) ? FIRST_GROUP_LID + values.below(2) : 0);
        if (values.wildly(8)) {
            builder.set(StepField.LID, values.below(UINT16_MAX + 1));
        }
    }
}
