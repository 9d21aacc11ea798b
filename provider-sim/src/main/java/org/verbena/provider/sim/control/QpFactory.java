package org.verbena.provider.sim.control;

import static org.verbena.spi.DriverBacked.driverOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.provider.sim.transport.CompletionRing;
import org.verbena.provider.sim.transport.EventQueue;
import org.verbena.provider.sim.transport.EventSource;
import org.verbena.provider.sim.transport.Framing;
import org.verbena.provider.sim.transport.QpSetup;
import org.verbena.provider.sim.transport.RssTable;
import org.verbena.provider.sim.transport.SrqReceives;
import org.verbena.provider.sim.wire.Service;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;

/** Creates queue pairs, for the plain and the extended call. */
final class QpFactory {
    private QpFactory() {}

    /**
     * Creates a queue pair.
     *
     * @param pd the domain of the plain call, or the domain of the extended call if {@code comp_mask} names one
     */
    static SimQp create(
            String verb, SimKernel kernel, EventQueue queue, QpRequest request, QpInitAttr attr, List<SimPd> pd) {
        QpGrant grant = kernel.model().createQp(request).orElseThrow(verb, kernel.toString());
        EventSource events = new EventSource(queue);
        Object domain = pd.isEmpty() ? events : pd.get(0);
        QpCore core = new QpCore(
                kernel, request, attr.sqSigAll(), grant, number -> setup(number, request, attr, grant, domain), events);
        SimQp handle = handle(kernel, core, request, attr, pd);
        events.of(handle);
        return handle;
    }

    private static SimQp handle(SimKernel kernel, QpCore core, QpRequest request, QpInitAttr attr, List<SimPd> pd) {
        if (core.isTarget()) {
            SimXrcd xrcd = driverOf(attr.xrcd().orElseThrow(), SimXrcd.class);
            xrcd.domain().add(core);
            return SimQp.target(kernel, core, xrcd);
        }
        return SimQp.of(kernel, core, uses(request, attr, pd));
    }

    /**
     * Returns the objects that the kernel counts as used (ib_qp_usecnt_inc). A completion queue on both sides counts
     * twice.
     */
    private static List<SimObject> uses(QpRequest request, QpInitAttr attr, List<SimPd> pd) {
        List<SimObject> uses = new ArrayList<>(pd);
        if (request.indTableLogSize().isPresent()) {
            // Such a queue pair does not send. libibverbs omits its send_cq.
            uses.add(driverOf(attr.rwqIndTbl().orElseThrow(), SimRwqIndTable.class));
            return uses;
        }
        attr.sendCq().ifPresent(cq -> uses.add(driverOf(cq, SimCq.class)));
        if (request.qpTypeCode() != QpType.XRC_SEND.value()) {
            attr.recvCq().ifPresent(cq -> uses.add(driverOf(cq, SimCq.class)));
        }
        attr.srq().ifPresent(srq -> uses.add(driverOf(srq, SimSrq.class)));
        return uses;
    }

    /** Describes the data path of a queue pair. For an XRC target, {@code domain} belongs to no other queue pair. */
    private static QpSetup setup(int number, QpRequest request, QpInitAttr attr, QpGrant grant, Object domain) {
        boolean initiator = request.qpTypeCode() == QpType.XRC_SEND.value();
        boolean target = request.qpTypeCode() == QpType.XRC_RECV.value();
        boolean spread = request.indTableLogSize().isPresent();
        boolean receives = !initiator && !target;
        QpCap granted = grant.granted();
        QpCap queried = grant.queried();
        Flags<QpCreateFlag> flags = request.effectiveCreateFlags();
        Optional<SrqReceives> srq =
                attr.srq().map(used -> driverOf(used, SimSrq.class)).map(SimSrq::receives);
        long recvDepth = receives && !spread && srq.isEmpty() ? Math.max(granted.maxRecvWr(), queried.maxRecvWr()) : 0;
        return QpSetup.of(number, service(QpType.of(request.qpTypeCode())), domain)
                .roles(!target && !spread, !initiator)
                .completions(target ? null : ring(attr.sendCq()), receives ? ring(attr.recvCq()) : null)
                .sendQueue(
                        Math.max(granted.maxSendWr(), queried.maxSendWr()),
                        granted.maxSendSge(),
                        granted.maxInlineData(),
                        attr.sqSigAll())
                .recvQueue(recvDepth, granted.maxRecvSge())
                .sharedReceives(receives ? srq.orElse(null) : null, spread ? table(request, attr) : null)
                .maxTsoHeader(request.effectiveMaxTsoHeader())
                .blocksOwnMulticast(flags.contains(QpCreateFlag.BLOCK_SELF_MCAST_LB))
                .sourceQpn(flags.contains(QpCreateFlag.SOURCE_QPN) ? (int) request.sourceQpn() : -1)
                .framing(new Framing(
                        flags.contains(QpCreateFlag.CVLAN_STRIPPING), flags.contains(QpCreateFlag.SCATTER_FCS)))
                .build();
    }

    private static @Nullable CompletionRing ring(Optional<CompletionQueue> queue) {
        return queue.map(cq -> driverOf(cq, SimCq.class).ring()).orElse(null);
    }

    private static RssTable table(QpRequest request, QpInitAttr attr) {
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
