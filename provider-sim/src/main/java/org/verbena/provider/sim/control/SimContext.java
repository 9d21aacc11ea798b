package org.verbena.provider.sim.control;

import static org.verbena.spi.DriverBacked.driverOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
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
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.WqRequest;

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
    public DriverCq createCq(CqInitAttr attr) {
        return createCq("ibv_create_cq", CqRequest.plain(attr.cqe(), attr.compVector()), attr);
    }

    @Override
    public DriverCq createCqEx(CqInitAttr attr) {
        return createCq("ibv_create_cq_ex", CqRequest.extended(attr), attr);
    }

    private SimCq createCq(String verb, CqRequest request, CqInitAttr attr) {
        int cqe = model.createCq(request).orElseThrow(verb, kernel.toString());
        List<SimCompChannel> channel = attr.channel().stream()
                .map(used -> driverOf(used, SimCompChannel.class))
                .toList();
        return new SimCq(kernel, events, cqe, channel, attr);
    }

    @Override
    public DriverSrq createSrqEx(SrqInitAttr attr) {
        SrqRequest request = SrqRequest.extended(attr);
        SrqGrant grant = model.createSrq(request).orElseThrow("ibv_create_srq_ex", kernel.toString());
        SrqType type = request.compMask().contains(SrqInitAttr.Mask.TYPE) ? attr.srqType() : SrqType.BASIC;
        List<SimObject> uses = new ArrayList<>();
        attr.pd().ifPresent(pd -> uses.add(driverOf(pd, SimPd.class)));
        if (type == SrqType.XRC) {
            attr.xrcd().ifPresent(xrcd -> uses.add(driverOf(xrcd, SimXrcd.class)));
        }
        if (type != SrqType.BASIC) {
            attr.cq().ifPresent(cq -> uses.add(driverOf(cq, SimCq.class)));
        }
        return new SimSrq(kernel, events, type, grant, uses);
    }

    @Override
    public DriverQp createQpEx(QpInitAttr attr) {
        QpRequest request = QpRequest.extended(attr);
        List<SimPd> pd = request.compMask().contains(QpInitAttr.Mask.PD)
                ? attr.pd().stream().map(used -> driverOf(used, SimPd.class)).toList()
                : List.of();
        return QpFactory.create("ibv_create_qp_ex", kernel, events, request, attr, pd);
    }

    @Override
    public DriverQp openQp(QpOpenAttr attr) {
        model.openQp(QpOpenRequest.of(attr)).orElseThrow("ibv_open_qp", kernel.toString());
        SimXrcd xrcd = driverOf(attr.xrcd().orElseThrow(), SimXrcd.class);
        QpCore target = xrcd.domain()
                .open(attr.qpNum())
                .orElseThrow(() -> new VerbsException(
                        "ibv_open_qp",
                        Errno.EINVAL,
                        kernel.toString(),
                        Diagnosis.of(new Violation(
                                "qp_num",
                                Long.toString(attr.qpNum()),
                                "an XRC_RECV queue pair of the domain",
                                "there is no such target",
                                "Linux drivers/infiniband/core/verbs.c: ib_open_qp"))));
        return SimQp.opened(kernel, target, xrcd);
    }

    @Override
    public DriverWq createWq(WqInitAttr attr) {
        WqRequest request = WqRequest.of(attr);
        WqCap granted = model.createWq(request).orElseThrow("ibv_create_wq", kernel.toString());
        return new SimWq(
                kernel,
                events,
                granted,
                request.effectiveFlags(),
                driverOf(attr.pd().orElseThrow(), SimPd.class),
                driverOf(attr.cq().orElseThrow(), SimCq.class));
    }

    @Override
    public DriverRwqIndTable createRwqIndTable(RwqIndTableAttr attr) {
        model.createRwqIndTable(RwqIndTableRequest.of(attr)).orElseThrow("ibv_create_rwq_ind_table", kernel.toString());
        List<SimWq> slots = attr.indTbl().stream()
                .map(queue -> driverOf(queue, SimWq.class))
                .toList();
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
