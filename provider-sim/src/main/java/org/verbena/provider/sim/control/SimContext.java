// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.GidEntry;
import org.verbena.attr.PortAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WqCap;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.provider.sim.transport.EventQueue;
import org.verbena.spi.DriverAsyncEvent;
import org.verbena.spi.DriverCompChannel;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverPd;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverRwqIndTable;
import org.verbena.spi.DriverSrq;
import org.verbena.spi.DriverWq;
import org.verbena.spi.DriverXrcd;
import org.verbena.spi.ModelledContext;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.SrqGrant;

/** An open context of a simulated device. */
final class SimContext extends ModelledContext {
    private final SimKernel kernel;
    private final DriverModel model;
    private final EventQueue events;

    SimContext(SimKernel kernel) {
        super(kernel.model(), kernel.guid());
        this.kernel = kernel;
        this.model = kernel.model();
        this.events = new EventQueue(kernel.engine());
        kernel.engine().run(() -> kernel.nic().open(events));
    }

    @Override
    public void destroy() {
        // All objects of the context are closed before the context. Only its event queue is left.
        kernel.engine().run(() -> kernel.nic().close(events));
    }

    // ---------------------------------------------------------------- the device

    @Override
    protected void requireAlive(String verb) {
        kernel.requireAlive(verb);
    }

    @Override
    protected PortAttr portAttr(int portNum) {
        return kernel.portAttr(portNum);
    }

    @Override
    protected List<GidEntry> gids(int portNum) {
        return kernel.gidTable(portNum).entries();
    }

    /** Returns the counters of the wire, which a device on the network does not share. */
    @Override
    public Map<String, Long> portCounters(int portNum) {
        return portNum >= 1 && portNum <= kernel.ports() ? kernel.nic().wire().counters() : Map.of();
    }

    @Override
    public String toString() {
        return kernel.toString();
    }

    // ---------------------------------------------------------------- creation

    @Override
    public DriverPd allocPd() {
        return new SimPd(kernel, events);
    }

    @Override
    public DriverXrcd openXrcd(XrcdInitAttr attr) {
        model.openXrcd(attr).orElseThrow("ibv_open_xrcd", kernel.toString());
        return new SimXrcd(kernel, kernel.xrcDomains().open(attr));
    }

    @Override
    public DriverCompChannel createCompChannel() {
        return new SimCompChannel(kernel);
    }

    @Override
    public DriverCq createCq(DriverCq.Init init) {
        return createCq("ibv_create_cq", init);
    }

    @Override
    public DriverCq createCqEx(DriverCq.Init init) {
        return createCq("ibv_create_cq_ex", init);
    }

    private SimCq createCq(String verb, DriverCq.Init init) {
        int cqe = model.createCq(init.request()).orElseThrow(verb, kernel.toString());
        List<SimCompChannel> channel =
                init.channel().stream().map(SimCompChannel.class::cast).toList();
        return new SimCq(kernel, events, cqe, channel, init.request());
    }

    @Override
    public DriverSrq createSrqEx(DriverSrq.Init init) {
        SrqGrant grant = model.createSrq(init.request()).orElseThrow("ibv_create_srq_ex", kernel.toString());
        SrqType type = SrqType.of(init.request().effectiveType());
        List<SimObject> uses = new ArrayList<>();
        init.pd().ifPresent(pd -> uses.add((SimPd) pd));
        if (type == SrqType.XRC) {
            init.xrcd().ifPresent(xrcd -> uses.add((SimXrcd) xrcd));
        }
        if (type != SrqType.BASIC) {
            init.cq().ifPresent(cq -> uses.add((SimCq) cq));
        }
        return new SimSrq(kernel, events, type, grant, uses);
    }

    @Override
    public DriverQp createQpEx(DriverQp.Init init) {
        return QpFactory.create("ibv_create_qp_ex", kernel, events, init);
    }

    @Override
    public DriverQp openQp(DriverQp.Open open) {
        model.openQp(open.request()).orElseThrow("ibv_open_qp", kernel.toString());
        SimXrcd xrcd = (SimXrcd) open.xrcd().orElseThrow();
        QpCore target = xrcd.domain()
                .open(open.qpNum())
                .orElseThrow(() -> new VerbsException(
                        "ibv_open_qp",
                        Errno.EINVAL,
                        kernel.toString(),
                        Diagnosis.of(new Violation(
                                "qp_num",
                                Long.toString(open.qpNum()),
                                "an XRC_RECV queue pair of the domain",
                                "the XRC domain has no such target",
                                "Linux drivers/infiniband/core/verbs.c: ib_open_qp"))));
        return SimQp.opened(kernel, target, xrcd);
    }

    @Override
    public DriverWq createWq(DriverWq.Init init) {
        WqCap granted = model.createWq(init.request()).orElseThrow("ibv_create_wq", kernel.toString());
        return new SimWq(
                kernel, events, granted, init.request().effectiveFlags(), (SimPd) init.pd(), (SimCq) init.cq());
    }

    @Override
    public DriverRwqIndTable createRwqIndTable(DriverRwqIndTable.Init init) {
        model.createRwqIndTable(init.request()).orElseThrow("ibv_create_rwq_ind_table", kernel.toString());
        List<SimWq> slots = init.indTbl().stream().map(SimWq.class::cast).toList();
        return new SimRwqIndTable(kernel, slots);
    }

    // ---------------------------------------------------------------- memory and events

    /** Allocates memory. Fails with ENOMEM if the JVM does not have enough memory. */
    @Override
    public DriverMemory allocate(long length) {
        try {
            return kernel.engine().memory().allocate(length);
        } catch (OutOfMemoryError e) {
            throw new VerbsException(
                    "malloc", Errno.ENOMEM, kernel.toString(), Diagnosis.unexplained(String.valueOf(e.getMessage())));
        }
    }

    @Override
    public Optional<DriverAsyncEvent> nextAsyncEvent() {
        return kernel.nextEvent("ibv_get_async_event", events::next);
    }

    @Override
    public void awaitAsyncEvent(long nanos) throws InterruptedException {
        kernel.engine().await(events, nanos);
    }
}
