// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.verbena.QueuePair;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.CmId;
import org.verbena.error.VerbsException;

/** The visible states of the identifiers of one device. Numbers that the kernel chooses freely are not included. */
final class CmState {
    private static final int PORT_FACTOR = 31;
    private static final long FLOW_LABEL_MASK = 0xF_FFFF;

    private static final Flags<QpAttr.Mask> QP_ATTR = Flags.of(
            QpAttr.Mask.STATE,
            QpAttr.Mask.ACCESS_FLAGS,
            QpAttr.Mask.PATH_MTU,
            QpAttr.Mask.TIMEOUT,
            QpAttr.Mask.RETRY_CNT,
            QpAttr.Mask.RNR_RETRY,
            QpAttr.Mask.MIN_RNR_TIMER,
            QpAttr.Mask.MAX_QP_RD_ATOMIC,
            QpAttr.Mask.MAX_DEST_RD_ATOMIC,
            QpAttr.Mask.QKEY);

    private final CmWalkSide side;

    CmState(CmWalkSide side) {
        this.side = side;
    }

    /** Returns the states by the names of the identifiers. */
    Map<String, String> ids() {
        Map<String, String> states = new TreeMap<>();
        side.openIds().forEach(id -> states.put(id.toString(), describe(id.id())));
        return states;
    }

    private String describe(CmId id) {
        CmAddresses addresses = side.addresses();
        StringJoiner text = new StringJoiner(",", "(", ")");
        text.add("channel=" + side.nameOf(id.channel()));
        text.add("verbs=" + (id.verbs().isPresent() ? "set" : "null"));
        text.add("port_num=" + id.portNum());
        id.localAddress().ifPresent(local -> text.add("src=" + addresses.describe(local)));
        id.peerAddress().ifPresent(peer -> text.add("dst=" + addresses.describe(peer)));
        id.path().ifPresent(path -> text.add("path=" + describe(path, id)));
        id.qp().ifPresent(qp -> text.add("qp=" + describe(qp)));
        return text.toString();
    }

    private String describe(SaPathRec path, CmId id) {
        return "[%s-%s,flow=%s,hops=%d,class=%d,reversible=%d,paths=%d,pkey=%d,sl=%d,mtu=%d/%d,rate=%d/%d,life=%d/%d]"
                .formatted(
                        side.addresses().describe(path.sgid()),
                        side.addresses().describe(path.dgid()),
                        flowLabel(path.flowLabel(), id),
                        path.hopLimit(),
                        path.trafficClass(),
                        path.reversible(),
                        path.numbPath(),
                        path.pkey(),
                        path.sl(),
                        path.mtuSelector(),
                        path.mtuCode(),
                        path.rateSelector(),
                        path.rate(),
                        path.packetLifeTimeSelector(),
                        path.packetLifeTime());
    }

    /** Returns {@code ports} for the label that the kernel computes from the ports, which differ. */
    static String flowLabel(long label, CmId id) {
        int source = id.localAddress().map(local -> local.getPort()).orElse(0);
        int destination = id.peerAddress().map(peer -> peer.getPort()).orElse(0);
        boolean ofPorts = label == ((long) source * PORT_FACTOR + destination & FLOW_LABEL_MASK)
                || label == ((long) destination * PORT_FACTOR + source & FLOW_LABEL_MASK);
        return ofPorts ? "ports" : Long.toString(label);
    }

    private static String describe(QueuePair qp) {
        try {
            QpAttr attr = qp.query(QP_ATTR).attr();
            return "%s[access=%s,mtu=%d,timeout=%d,retry=%d,rnr=%d,min_rnr=%d,rd=%d,dest_rd=%d,qkey=%#x]"
                    .formatted(
                            attr.qpState(),
                            attr.qpAccessFlags(),
                            attr.pathMtuCode(),
                            attr.timeout(),
                            attr.retryCnt(),
                            attr.rnrRetry(),
                            attr.minRnrTimer(),
                            attr.maxRdAtomic(),
                            attr.maxDestRdAtomic(),
                            attr.qkey());
        } catch (VerbsException e) {
            return e.errno().name();
        }
    }
}
