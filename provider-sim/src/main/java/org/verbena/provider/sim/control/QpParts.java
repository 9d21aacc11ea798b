package org.verbena.provider.sim.control;

import static org.verbena.spi.DriverBacked.driverOf;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.QpInitAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.provider.sim.transport.CompletionRing;
import org.verbena.provider.sim.transport.Framing;
import org.verbena.provider.sim.transport.QpSetup;
import org.verbena.provider.sim.transport.RssTable;
import org.verbena.provider.sim.wire.Service;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;

/**
 * The objects that a queue pair uses, as the application named them.
 *
 * @param attr the request
 * @param domain its protection domain; for an XRC target, an object that no other queue pair has
 */
record QpParts(QpInitAttr attr, Object domain) {
    QpSetup setup(int number, QpRequest request, QpGrant grant, boolean sqSigAll) {
        boolean initiator = request.qpTypeCode() == QpType.XRC_SEND.value();
        boolean target = request.qpTypeCode() == QpType.XRC_RECV.value();
        boolean spread = request.indTableLogSize().isPresent();
        Optional<SimSrq> srq = attr.srq().map(used -> driverOf(used, SimSrq.class));
        return new QpSetup(
                number,
                service(QpType.of(request.qpTypeCode())),
                !target && !spread,
                !initiator,
                domain,
                target ? null : ring(attr.sendCq().map(used -> driverOf(used, SimCq.class))),
                initiator || target ? null : ring(attr.recvCq().map(used -> driverOf(used, SimCq.class))),
                initiator || target ? null : srq.map(SimSrq::receives).orElse(null),
                spread ? table(request) : null,
                Math.max(grant.granted().maxSendWr(), grant.queried().maxSendWr()),
                grant.granted().maxSendSge(),
                grant.granted().maxInlineData(),
                initiator || target || spread || srq.isPresent()
                        ? 0
                        : Math.max(grant.granted().maxRecvWr(), grant.queried().maxRecvWr()),
                grant.granted().maxRecvSge(),
                sqSigAll,
                request.effectiveMaxTsoHeader(),
                request.effectiveCreateFlags().contains(QpCreateFlag.BLOCK_SELF_MCAST_LB),
                request.effectiveCreateFlags().contains(QpCreateFlag.SOURCE_QPN) ? (int) request.sourceQpn() : -1,
                new Framing(
                        request.effectiveCreateFlags().contains(QpCreateFlag.CVLAN_STRIPPING),
                        request.effectiveCreateFlags().contains(QpCreateFlag.SCATTER_FCS)));
    }

    private static @Nullable CompletionRing ring(Optional<SimCq> queue) {
        return queue.map(SimCq::ring).orElse(null);
    }

    private RssTable table(QpRequest request) {
        SimRwqIndTable table = driverOf(attr.rwqIndTbl().orElseThrow(), SimRwqIndTable.class);
        Optional<RxHashConf> hash = request.rxHash();
        return new RssTable(
                table.slots(),
                hash.map(RxHashConf::key).orElse(new byte[0]),
                hash.map(conf -> conf.fields().mask()).orElse(0L));
    }

    private static Service service(QpType type) {
        return switch (type) {
            case UC -> Service.UNRELIABLE;
            case UD -> Service.DATAGRAM;
            case RAW_PACKET -> Service.RAW;
            case XRC_SEND, XRC_RECV -> Service.EXTENDED;
            default -> Service.RELIABLE;
        };
    }
}
