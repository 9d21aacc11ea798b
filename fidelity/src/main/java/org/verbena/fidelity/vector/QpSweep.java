// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import static org.verbena.QpInitAttr.Mask.CREATE_FLAGS;
import static org.verbena.QpInitAttr.Mask.IND_TABLE;
import static org.verbena.QpInitAttr.Mask.MAX_TSO_HEADER;
import static org.verbena.QpInitAttr.Mask.PD;
import static org.verbena.QpInitAttr.Mask.RX_HASH;
import static org.verbena.QpInitAttr.Mask.SEND_OPS_FLAGS;
import static org.verbena.QpInitAttr.Mask.XRCD;

import java.util.List;
import org.verbena.QpInitAttr;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashField;
import org.verbena.attr.SendOp;
import org.verbena.core.model.rules.QpStateTable;
import org.verbena.fidelity.state.ValidAttributes;

/** A source of random requests for queue pairs. */
final class QpSweep {
    private static final List<QpType> TYPES = List.of(
            QpType.RC,
            QpType.RC,
            QpType.UC,
            QpType.UD,
            QpType.UD,
            QpType.RAW_PACKET,
            QpType.XRC_SEND,
            QpType.XRC_RECV,
            QpType.DRIVER);
    private static final List<QpType> TYPES_WITH_STATES =
            List.of(QpType.RC, QpType.UC, QpType.UD, QpType.RAW_PACKET, QpType.XRC_SEND, QpType.XRC_RECV);

    /** The states before a change. SQE is missing, because no program can take a queue pair there. */
    private static final List<QpState> FROM =
            List.of(QpState.RESET, QpState.INIT, QpState.RTR, QpState.RTS, QpState.SQD, QpState.ERR);

    private static final List<QpState> TO =
            List.of(QpState.RESET, QpState.INIT, QpState.RTR, QpState.RTS, QpState.SQD, QpState.SQE, QpState.ERR);

    /** An upper bound of inline data in bytes. Devices do not report it; all known devices have less. */
    private static final int INLINE = 1024;

    private static final int TOEPLITZ_KEY = 40;
    private static final int TSO_HEADER = 256;

    private final RandomRequestValues values;
    private final DeviceAttr limits;

    QpSweep(RandomRequestValues values, DeviceAttr limits) {
        this.values = values;
        this.limits = limits;
    }

    Request create() {
        QpType type = values.one(TYPES);
        return new Request.CreateQp(
                false,
                type.value(),
                values.oneIn(4),
                values.oneIn(2),
                cap(),
                Flags.none(QpInitAttr.Mask.class),
                Flags.none(QpCreateFlag.class),
                Flags.none(SendOp.class),
                0,
                0,
                Flags.none(RxHashField.class));
    }

    Request createEx() {
        QpType type = values.one(TYPES);
        Flags<QpInitAttr.Mask> mask = compMask(type);
        // A queue pair for receive-side scaling has no queues, and libibverbs crashes on a size without a completion
        // queue.
        QpCap cap = mask.contains(IND_TABLE) ? QpCap.ZERO : cap();
        return new Request.CreateQp(
                true,
                type.value(),
                values.oneIn(6),
                values.oneIn(2),
                cap,
                mask,
                mask.contains(CREATE_FLAGS) ? values.flags(QpCreateFlag.class) : Flags.none(QpCreateFlag.class),
                mask.contains(SEND_OPS_FLAGS) ? values.flags(SendOp.class) : Flags.none(SendOp.class),
                mask.contains(MAX_TSO_HEADER) ? values.below(TSO_HEADER) : 0,
                mask.contains(RX_HASH) && !values.oneIn(6) ? TOEPLITZ_KEY : 0,
                mask.contains(RX_HASH) ? values.flags(RxHashField.class) : Flags.none(RxHashField.class));
    }

    private Flags<QpInitAttr.Mask> compMask(QpType type) {
        Flags<QpInitAttr.Mask> owner = Flags.of(type == QpType.XRC_RECV ? XRCD : PD);
        return switch (values.below(8)) {
            case 0 -> owner;
            case 1, 2 -> owner.with(CREATE_FLAGS);
            case 3 -> type == QpType.RAW_PACKET ? owner.with(IND_TABLE).with(RX_HASH) : owner.with(MAX_TSO_HEADER);
            case 4 -> owner.with(SEND_OPS_FLAGS).with(CREATE_FLAGS);
            default -> owner.with(SEND_OPS_FLAGS);
        };
    }

    /** Returns capabilities of which one or two are near a limit; the others have usual values. */
    private QpCap cap() {
        QpCap cap = ValidAttributes.CAP;
        for (int i = values.below(2); i < 2; i++) {
            cap = switch (values.below(5)) {
                case 0 -> cap.withMaxSendWr(values.near(limits.maxQpWr()));
                case 1 -> cap.withMaxRecvWr(values.near(limits.maxQpWr()));
                case 2 -> cap.withMaxSendSge(values.near(limits.maxSge()));
                case 3 -> cap.withMaxRecvSge(values.near(limits.maxSge()));
                default -> cap.withMaxInlineData(values.near(INLINE));
            };
        }
        return cap;
    }

    Request modify() {
        int type = values.one(TYPES_WITH_STATES).value();
        QpState from = values.one(FROM);
        QpState to = values.one(TO);
        Flags<QpAttr.Mask> mask = QpStateTable.check(type, from, to, Flags.of(QpAttr.Mask.STATE))
                .missing()
                .with(QpAttr.Mask.STATE);
        return new Request.ModifyQp(type, from, to, disturb(mask));
    }

    /** Returns the required mask as it is, with one attribute less, or with one more. */
    private Flags<QpAttr.Mask> disturb(Flags<QpAttr.Mask> mask) {
        return switch (values.below(3)) {
            case 0 -> mask.without(values.one(List.copyOf(mask.known())));
            case 1 -> mask.with(values.one(List.of(QpAttr.Mask.values())));
            default -> mask;
        };
    }
}
