package org.verbena.cli;

import java.util.List;
import org.verbena.AccessFlag;
import org.verbena.AhAttr;
import org.verbena.DeviceContext;
import org.verbena.Flags;
import org.verbena.GidEntry;
import org.verbena.GlobalRoute;
import org.verbena.MigState;
import org.verbena.PortAttr;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpState;
import org.verbena.QueuePair;
import org.verbena.spi.model.QpStateTable;

/**
 * Takes a new queue pair, connected to itself, to a state.
 *
 * @param context its device
 * @param qp the queue pair, in state RESET
 */
record QpWalk(DeviceContext context, QueuePair qp) {
    private static final int PORT = 1;
    private static final String LINK_LOCAL = "fe80:";
    private static final List<QpState> FORWARD =
            List.of(QpState.RESET, QpState.INIT, QpState.RTR, QpState.RTS, QpState.SQD);

    /** Goes there with no more attributes than required. */
    void to(QpState state) {
        if (state == QpState.ERR) {
            to(QpState.INIT);
            step(QpState.ERR);
            return;
        }
        int last = FORWARD.indexOf(state);
        if (last < 0) {
            throw new UsageException("a queue pair gets into " + state + " by an error only, not by ibv_modify_qp(3)");
        }
        FORWARD.subList(1, last + 1).forEach(this::step);
    }

    private void step(QpState state) {
        Flags<QpAttrMask> required = QpStateTable.check(
                        qp.qpType().value(), qp.state(), state, Flags.of(QpAttrMask.STATE))
                .missing();
        qp.modify(change(state, required));
    }

    /** A change of state with some attributes, each with a value that is valid on this device. */
    QpAttr change(QpState state, Flags<QpAttrMask> attributes) {
        PortAttr port = context.queryPort(PORT);
        AhAttr self = ownAddress(port);
        return QpAttr.builder()
                .curQpState(qp.state())
                .enSqdAsyncNotify(1)
                .qpAccessFlags(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE)
                .pkeyIndex(0)
                .portNum(PORT)
                .qkey(1)
                .ahAttr(self)
                .pathMtu(port.activeMtu())
                .timeout(14)
                .retryCnt(7)
                .rnrRetry(7)
                .rqPsn(1)
                .maxRdAtomic(1)
                .altAhAttr(self)
                .altPkeyIndex(0)
                .altPortNum(PORT)
                .altTimeout(14)
                .minRnrTimer(12)
                .sqPsn(1)
                .maxDestRdAtomic(1)
                .pathMigState(MigState.MIGRATED)
                .cap(qp.grantedCap())
                .destQpNum(qp.qpNum())
                .rateLimit(0)
                .qpState(state)
                .attrMask(attributes.with(QpAttrMask.STATE))
                .build();
    }

    /** By a GID that is routed, if there is one. */
    private AhAttr ownAddress(PortAttr port) {
        List<GidEntry> gids = context.queryGidTable().stream()
                .filter(gid -> gid.portNum() == PORT)
                .toList();
        int index = gids.stream()
                .filter(gid -> !gid.gid().toString().startsWith(LINK_LOCAL))
                .mapToInt(gid -> (int) gid.gidIndex())
                .findFirst()
                .orElse(0);
        return AhAttr.builder()
                .grh(GlobalRoute.to(context.queryGid(PORT, index), index))
                .dlid(port.lid())
                .portNum(PORT)
                .build();
    }
}
