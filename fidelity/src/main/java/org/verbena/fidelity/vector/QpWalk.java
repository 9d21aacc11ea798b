package org.verbena.fidelity.vector;

import java.util.List;
import java.util.Map;
import org.verbena.AhAttr;
import org.verbena.Flags;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpCap;
import org.verbena.QpInitAttr;
import org.verbena.QpState;
import org.verbena.QpType;
import org.verbena.QueuePair;
import org.verbena.VerbsException;
import org.verbena.spi.model.QpStateTable;

/** Brings a new queue pair into a state, the way that programs go. */
final class QpWalk {
    private static final Flags<QpAttrMask> STATE = Flags.of(QpAttrMask.STATE);

    /** The states on the way; into SQE only an error of a running send queue leads. */
    private static final Map<QpState, List<QpState>> WAYS = Map.of(
            QpState.RESET, List.of(),
            QpState.INIT, List.of(QpState.INIT),
            QpState.RTR, List.of(QpState.INIT, QpState.RTR),
            QpState.RTS, List.of(QpState.INIT, QpState.RTR, QpState.RTS),
            QpState.SQD, List.of(QpState.INIT, QpState.RTR, QpState.RTS, QpState.SQD),
            QpState.ERR, List.of(QpState.INIT, QpState.ERR));

    private static final QpCap SENDING = ValidAttributes.CAP.withMaxRecvWr(0).withMaxRecvSge(0);

    private final QueuePair qp;
    private final int qpTypeCode;
    private final AhAttr address;

    private QpWalk(QueuePair qp, int qpTypeCode, AhAttr address) {
        this.qp = qp;
        this.qpTypeCode = qpTypeCode;
        this.address = address;
    }

    /** Creates a queue pair. */
    static QpWalk on(Workbench bench, int qpTypeCode, AhAttr address) {
        return new QpWalk(bench.helper("queue pair", () -> create(bench, qpTypeCode)), qpTypeCode, address);
    }

    private static QueuePair create(Workbench bench, int qpTypeCode) {
        QpInitAttr.Builder attr = QpInitAttr.builder().qpTypeCode(qpTypeCode);
        return switch (QpType.of(qpTypeCode)) {
            case XRC_RECV -> bench.context().createQpEx(attr.xrcd(bench.xrcd()).build());
            case XRC_SEND ->
                bench.context()
                        .createQpEx(attr.cap(SENDING)
                                .pd(bench.pd())
                                .sendCq(bench.cq())
                                .build());
            default ->
                bench.pd()
                        .createQp(attr.cap(ValidAttributes.CAP)
                                .sendCq(bench.cq())
                                .recvCq(bench.cq())
                                .build());
        };
    }

    QueuePair queuePair() {
        return qp;
    }

    void to(QpState state) {
        List<QpState> way = WAYS.get(state);
        if (way == null) {
            throw new NotAskableException("no way leads into " + state);
        }
        QpState now = QpState.RESET;
        for (QpState next : way) {
            step(now, next);
            now = next;
        }
        arrived(state);
    }

    /** Adapters of iWARP take moves for nothing, and leave their states to the connection manager. */
    private void arrived(QpState state) {
        QpState there;
        try {
            there = qp.query(STATE).attr().qpState();
        } catch (VerbsException e) {
            return; // Nothing contradicts the state of the library.
        }
        if (there != state) {
            throw new NotAskableException("the way into " + state + " ends in " + there);
        }
    }

    private void step(QpState from, QpState to) {
        Flags<QpAttrMask> required =
                QpStateTable.check(qpTypeCode, from, to, STATE).missing();
        QpAttr attr = ValidAttributes.over(address)
                .qpState(to)
                .attrMask(required.with(QpAttrMask.STATE))
                .build();
        try {
            qp.modify(attr);
        } catch (VerbsException e) {
            throw new NotAskableException("the way into its state ends in " + from, e);
        }
    }
}
