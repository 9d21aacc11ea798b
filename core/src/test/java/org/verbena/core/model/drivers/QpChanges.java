// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.spi.model.QpChange;

/** Creates state changes of RC queue pairs for tests, each with its required attributes. */
public final class QpChanges {
    public static final AhAttr PEER =
            AhAttr.global(GlobalRoute.to(Gid.parse("0000:0000:0000:0000:0000:ffff:c0a8:6302"), 0), 1);

    private QpChanges() {}

    public static QpAttr.Builder toInit() {
        return QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(1)
                .qpAccessFlags(AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE);
    }

    public static QpAttr.Builder toRtr() {
        return QpAttr.builder()
                .qpState(QpState.RTR)
                .ahAttr(PEER)
                .pathMtu(Mtu.BYTES_1024)
                .destQpNum(7)
                .rqPsn(1)
                .maxDestRdAtomic(1)
                .minRnrTimer(12);
    }

    public static QpAttr.Builder toRts() {
        return QpAttr.builder()
                .qpState(QpState.RTS)
                .timeout(14)
                .retryCnt(6)
                .rnrRetry(6)
                .sqPsn(1)
                .maxRdAtomic(1);
    }

    /** Returns a change to a state, for a queue pair that is in the state before it. */
    public static QpChange step(QpAttr.Builder wanted) {
        QpAttr attr = wanted.build();
        QpState before = QpState.of(attr.qpStateCode() - 1);
        return change(QpType.RC, QpAttr.builder().qpState(before).portNum(1).build(), attr);
    }

    public static QpChange change(QpType type, QpAttr now, QpAttr attr) {
        return new QpChange(type.value(), false, now, attr);
    }

    public static QpAttr in(QpState state) {
        return QpAttr.builder().qpState(state).portNum(1).build();
    }
}
