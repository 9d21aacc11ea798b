package org.verbena.provider.sim.control;

import static org.verbena.spi.DriverBacked.driverOf;

import java.util.ArrayList;
import java.util.List;
import org.verbena.QpInitAttr;
import org.verbena.attr.QpType;
import org.verbena.provider.sim.transport.EventQueue;
import org.verbena.provider.sim.transport.EventSource;
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
        QpParts parts = new QpParts(attr, pd.isEmpty() ? events : pd.get(0));
        QpCore core = new QpCore(kernel, request, attr.sqSigAll(), grant, parts, events);
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
}
