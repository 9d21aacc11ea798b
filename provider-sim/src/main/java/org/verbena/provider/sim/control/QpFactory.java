// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverQp;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;

/** Creates queue pairs, for the plain and the extended call. */
final class QpFactory {
    private QpFactory() {}

    static SimQp create(String verb, SimKernel kernel, EventQueue queue, DriverQp.Init init) {
        QpRequest request = init.request();
        // The comp_mask of the plain call contains PD, too.
        List<SimPd> pd = request.has(QpInitAttr.Mask.PD)
                ? init.pd().stream().map(SimPd.class::cast).toList()
                : List.of();
        kernel.requireOnWire(verb, request);
        QpGrant grant = kernel.model().createQp(request).orElseThrow(verb, kernel.toString());
        EventSource events = new EventSource(queue);
        Object domain = pd.isEmpty() ? events : pd.get(0);
        QpCore core = new QpCore(
                kernel, request, init.sqSigAll(), grant, number -> setup(number, init, grant, domain), events);
        SimQp handle = handle(kernel, core, init, pd);
        events.of(handle);
        return handle;
    }

    private static SimQp handle(SimKernel kernel, QpCore core, DriverQp.Init init, List<SimPd> pd) {
        if (core.isTarget()) {
            SimXrcd xrcd = (SimXrcd) init.xrcd().orElseThrow();
            xrcd.domain().add(core);
            return SimQp.target(kernel, core, xrcd);
        }
        return SimQp.of(kernel, core, uses(init, pd));
    }

    /**
     * Returns the objects that the kernel counts as used (ib_qp_usecnt_inc). A completion queue on both sides counts
     * twice.
     */
    private static List<SimObject> uses(DriverQp.Init init, List<SimPd> pd) {
        List<SimObject> uses = new ArrayList<>(pd);
        if (init.request().indTableLogSize().isPresent()) {
            // Such a queue pair does not send. libibverbs omits its send_cq.
            uses.add((SimRwqIndTable) init.rwqIndTbl().orElseThrow());
            return uses;
        }
        init.sendCq().ifPresent(cq -> uses.add((SimCq) cq));
        if (!init.request().is(QpType.XRC_SEND)) {
            init.recvCq().ifPresent(cq -> uses.add((SimCq) cq));
        }
        init.srq().ifPresent(srq -> uses.add((SimSrq) srq));
        return uses;
    }

    /** Describes the data path of a queue pair. For an XRC target, {@code domain} belongs to no other queue pair. */
    private static QpSetup setup(int number, DriverQp.Init init, QpGrant grant, Object domain) {
        QpRequest request = init.request();
        boolean initiator = request.is(QpType.XRC_SEND);
        boolean target = request.is(QpType.XRC_RECV);
        boolean spread = request.indTableLogSize().isPresent();
        boolean receives = !initiator && !target;
        QpCap granted = grant.granted();
        QpCap queried = grant.queried();
        Flags<QpCreateFlag> flags = request.effectiveCreateFlags();
        Optional<SrqReceives> srq = init.srq().map(used -> ((SimSrq) used).receives());
        long recvDepth = receives && !spread && srq.isEmpty() ? Math.max(granted.maxRecvWr(), queried.maxRecvWr()) : 0;
        return QpSetup.of(number, service(QpType.of(request.qpTypeCode())), domain)
                .roles(!target && !spread, !initiator)
                .completions(target ? null : ring(init.sendCq()), receives ? ring(init.recvCq()) : null)
                .sendQueue(
                        Math.max(granted.maxSendWr(), queried.maxSendWr()),
                        granted.maxSendSge(),
                        granted.maxInlineData(),
                        init.sqSigAll())
                .recvQueue(recvDepth, granted.maxRecvSge())
                .sharedReceives(receives ? srq.orElse(null) : null, spread ? table(init) : null)
                .maxTsoHeader(request.effectiveMaxTsoHeader())
                .blocksOwnMulticast(flags.contains(QpCreateFlag.BLOCK_SELF_MCAST_LB))
                .sourceQpn(flags.contains(QpCreateFlag.SOURCE_QPN) ? (int) request.sourceQpn() : -1)
                .framing(new Framing(
                        flags.contains(QpCreateFlag.CVLAN_STRIPPING),
                        flags.contains(QpCreateFlag.SCATTER_FCS),
                        flags.contains(QpCreateFlag.PCI_WRITE_END_PADDING)))
                .build();
    }

    private static @Nullable CompletionRing ring(Optional<DriverCq> queue) {
        return queue.map(cq -> ((SimCq) cq).ring()).orElse(null);
    }

    private static RssTable table(DriverQp.Init init) {
        SimRwqIndTable table = (SimRwqIndTable) init.rwqIndTbl().orElseThrow();
        Optional<RxHashConf> hash = init.request().rxHash();
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
