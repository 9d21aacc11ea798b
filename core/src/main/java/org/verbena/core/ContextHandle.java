// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.verbena.core.observe.ObjectKind.COMP_CHANNEL;
import static org.verbena.core.observe.ObjectKind.CONTEXT;
import static org.verbena.core.observe.ObjectKind.CQ;
import static org.verbena.core.observe.ObjectKind.PD;
import static org.verbena.core.observe.ObjectKind.QP;
import static org.verbena.core.observe.ObjectKind.RWQ_IND_TABLE;
import static org.verbena.core.observe.ObjectKind.SRQ;
import static org.verbena.core.observe.ObjectKind.WQ;
import static org.verbena.core.observe.ObjectKind.XRCD;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEvents;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SendBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.PortAttr;
import org.verbena.core.flight.FlightEntry;
import org.verbena.core.flight.FlightField;
import org.verbena.core.observe.EventLog;
import org.verbena.core.observe.Inventory;
import org.verbena.core.observe.ObjectKind;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverContext;
import org.verbena.spi.DriverDevice;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverObject;
import org.verbena.spi.StackReserve;

/** An open device. It creates all objects, tracks the open ones, and destroys them. */
final class ContextHandle extends Handle implements DeviceContext {
    private final Device device;
    private final DriverContext driver;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final OpenResources resources;
    private final ModelExplainer explainer;
    private final AsyncEventQueue asyncEvents;
    private final Teardown teardown;

    private ContextHandle(ContextId id, Device device, DriverContext driver) {
        super(Resource.ofContext(id, driver));
        this.device = device;
        this.driver = driver;
        this.resources = new OpenResources(resource());
        this.teardown = new Teardown(resources);
        this.explainer = new ModelExplainer(this, driver);
        this.asyncEvents = new AsyncEventQueue(this, driver);
        resource().closesWith(asyncEvents.waiters());
        Inventory.add(resources);
    }

    /** Opens a device. */
    static ContextHandle open(String provider, Device device, DriverDevice driver, @Nullable EventLog log) {
        ContextId id = ContextId.next(provider, device, log);
        FlightEntry entry = id.beginCreate("ibv_open_device", CONTEXT);
        DriverContext opened = entry.during(driver::open);
        ContextHandle context = new ContextHandle(id, device, opened);
        entry.with(FlightField.OBJECT, context.toString()).commit();
        context.resources.announce();
        return context;
    }

    OpenResources resources() {
        return resources;
    }

    // ---------------------------------------------------------------- the device

    @Override
    public Device device() {
        return device;
    }

    @Override
    public int numCompVectors() {
        return call("ibv_open_device", driver::numCompVectors);
    }

    @Override
    public DeviceAttr queryDevice() {
        return call("ibv_query_device", driver::queryDevice);
    }

    @Override
    public DeviceAttrEx queryDeviceEx() {
        return call("ibv_query_device_ex", driver::queryDeviceEx);
    }

    @Override
    public PortAttr queryPort(int portNum) {
        RequestChecks.port("ibv_query_port", this, portNum);
        return call("ibv_query_port", () -> driver.queryPort(portNum));
    }

    @Override
    public Map<String, Long> portCounters(int portNum) {
        RequestChecks.port("port counters", this, portNum);
        return call("port counters", () -> Collections.unmodifiableMap(new TreeMap<>(driver.portCounters(portNum))));
    }

    @Override
    public int queryPkey(int portNum, int index) {
        RequestChecks.tableEntry("ibv_query_pkey", this, portNum, index);
        return call("ibv_query_pkey", () -> driver.queryPkey(portNum, index));
    }

    @Override
    public Gid queryGid(int portNum, int index) {
        RequestChecks.tableEntry("ibv_query_gid", this, portNum, index);
        return call("ibv_query_gid", () -> driver.queryGid(portNum, index));
    }

    @Override
    public GidEntry queryGidEntry(int portNum, int index) {
        RequestChecks.tableEntry("ibv_query_gid_ex", this, portNum, index);
        return call("ibv_query_gid_ex", () -> driver.queryGidEntry(portNum, index));
    }

    @Override
    public List<GidEntry> queryGidTable() {
        return call("ibv_query_gid_table", driver::queryGidTable);
    }

    @Override
    public Explainer explain() {
        return explainer;
    }

    // ---------------------------------------------------------------- creation

    @Override
    public ProtectionDomain allocPd() {
        return create(
                "ibv_alloc_pd", PD, () -> {}, driver::allocPd, (pd, resource) -> new PdHandle(this, resource, pd));
    }

    @Override
    public XrcDomain openXrcd(XrcdInitAttr attr) {
        RequestChecks.present("ibv_open_xrcd", this, attr);
        return create(
                "ibv_open_xrcd",
                XRCD,
                () -> {},
                () -> driver.openXrcd(attr),
                () -> ModelQuery.openXrcd(attr),
                (xrcd, resource) -> new XrcdHandle(this, resource));
    }

    @Override
    public CompletionChannel createCompChannel() {
        return create(
                "ibv_create_comp_channel",
                COMP_CHANNEL,
                () -> {},
                driver::createCompChannel,
                (channel, resource) -> new CompChannelHandle(this, resource, channel));
    }

    @Override
    public CompletionQueue createCq(CqInitAttr attr) {
        return create(
                "ibv_create_cq",
                CQ,
                () -> CqChecks.check("ibv_create_cq", this, attr, false),
                () -> driver.createCq(DriverRequests.cq(attr)),
                () -> ModelQuery.createCq(attr),
                (cq, resource) -> CqHandle.of(this, resource, cq, attr));
    }

    @Override
    public CompletionQueueEx createCqEx(CqInitAttr attr) {
        return create(
                "ibv_create_cq_ex",
                CQ,
                () -> CqChecks.check("ibv_create_cq_ex", this, attr, true),
                () -> driver.createCqEx(DriverRequests.cqEx(attr)),
                () -> ModelQuery.createCqEx(attr),
                (cq, resource) -> CqExHandle.of(this, resource, cq, attr));
    }

    @Override
    public SharedReceiveQueue createSrqEx(SrqInitAttr attr) {
        return create(
                "ibv_create_srq_ex",
                SRQ,
                () -> SrqChecks.checkEx(this, attr),
                () -> driver.createSrqEx(DriverRequests.srqEx(attr)),
                () -> ModelQuery.createSrqEx(attr),
                (srq, resource) ->
                        new SrqHandle(this, resource, srq, attr, attr.pd().orElseThrow()));
    }

    @Override
    public QueuePair createQpEx(QpInitAttr attr) {
        return create(
                "ibv_create_qp_ex",
                QP,
                () -> QpChecks.checkEx(this, attr),
                () -> driver.createQpEx(DriverRequests.qpEx(attr)),
                () -> ModelQuery.createQpEx(attr),
                (qp, resource) -> QpHandle.of(this, resource, qp, attr, attr.pd()));
    }

    @Override
    public QueuePair openQp(QpOpenAttr attr) {
        return create(
                "ibv_open_qp",
                QP,
                () -> QpChecks.checkOpen(this, attr),
                () -> driver.openQp(DriverRequests.open(attr)),
                () -> ModelQuery.openQp(attr),
                (qp, resource) -> QpHandle.of(this, resource, qp, QpChecks.opened(attr), Optional.empty()));
    }

    @Override
    public WorkQueue createWq(WqInitAttr attr) {
        return create(
                "ibv_create_wq",
                WQ,
                () -> WqChecks.check(this, attr),
                () -> driver.createWq(DriverRequests.wq(attr)),
                () -> ModelQuery.createWq(attr),
                (wq, resource) -> new WqHandle(this, resource, wq, attr));
    }

    @Override
    public RwqIndTable createRwqIndTable(RwqIndTableAttr attr) {
        return create(
                "ibv_create_rwq_ind_table",
                RWQ_IND_TABLE,
                () -> WqChecks.checkTable(this, attr),
                () -> driver.createRwqIndTable(DriverRequests.table(attr)),
                () -> ModelQuery.createRwqIndTable(attr),
                (table, resource) -> new RwqIndTableHandle(this, resource, table, attr));
    }

    // ---------------------------------------------------------------- the data path

    @Override
    public AsyncEvents asyncEvents() {
        return asyncEvents;
    }

    @Override
    public SendBatch newSendBatch(int capacity, int maxSge, int maxInlineData) {
        return SendWorkList.allocate(this, capacity, maxSge, maxInlineData);
    }

    @Override
    public RecvBatch newRecvBatch(int capacity, int maxSge) {
        return RecvWorkList.allocate(this, capacity, maxSge);
    }

    @Override
    public CompletionArray newCompletionArray(int capacity) {
        return new CompletionBuffer(this, capacity);
    }

    /**
     * Allocates memory without holding the lock of the context: near the limit of direct memory, the JDK waits for the
     * garbage collector. The context may be closed before this method returns. Creating an object then fails.
     */
    DriverMemory allocate(long length) {
        requireOpen("ibv_reg_mr");
        return driver.allocate(length);
    }

    SendGates sendGates() {
        return resources.sendGates();
    }

    // ---------------------------------------------------------------- lifecycle

    /** Runs an action while no object of this context can be destroyed. */
    <T> T shared(Supplier<T> action) {
        return locked(lock.readLock(), action);
    }

    /**
     * Runs a verb on an open object while no object can be destroyed. It does not call {@link #locked}, because another
     * lambda would allocate memory for each completion event.
     */
    <T> T shared(Handle handle, String verb, Supplier<T> action) {
        StackReserve.requireForControl();
        lock.readLock().lock();
        try {
            handle.requireOpen(verb);
            return action.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Creates an object: first the checks, then the driver call, then the handle. All steps hold the read lock, so that
     * the objects in the request stay open.
     */
    <D extends DriverObject, H> H create(
            String verb, ObjectKind kind, Runnable check, Supplier<D> driverCall, BiFunction<D, Resource, H> handle) {
        return shared(() -> {
            requireOpen(verb);
            check.run();
            return create(verb, kind, driverCall, handle);
        });
    }

    /**
     * Creates an object that models know. If the driver fails the request, the model of the driver supplies the
     * reasons.
     */
    <D extends DriverObject, H> H create(
            String verb,
            ObjectKind kind,
            Runnable check,
            Supplier<D> driverCall,
            Supplier<ModelQuery<?>> query,
            BiFunction<D, Resource, H> handle) {
        return shared(() -> {
            requireOpen(verb);
            check.run();
            return diagnosed(() -> create(verb, kind, driverCall, handle), query);
        });
    }

    private <D extends DriverObject, H> H create(
            String verb, ObjectKind kind, Supplier<D> driverCall, BiFunction<D, Resource, H> handle) {
        FlightEntry entry = resource().contextId().beginCreate(verb, kind);
        D object = entry.during(driverCall);
        Resource created = resources.add(kind, object);
        if (entry.isRecorded()) {
            entry.with(FlightField.OBJECT, created.toString()).commit();
        }
        return handle.apply(object, created);
    }

    /** Returns the handle of a driver object, if both still exist. */
    @Nullable
    Handle handleOf(DriverObject object) {
        return resources.handleOf(object);
    }

    /** Calls the driver. If the driver fails the request, its model supplies the reasons. */
    <T> T diagnosed(Supplier<T> driverCall, Supplier<ModelQuery<?>> query) {
        try {
            return driverCall.get();
        } catch (InvalidRequestException e) {
            throw e;
        } catch (VerbsException e) {
            throw ModelReasons.diagnosed(e, driver, query);
        }
    }

    /** Closes an object. The object remains open if the driver fails the destroy. */
    void destroy(Resource resource) {
        locked(lock.writeLock(), () -> {
            try {
                resource.destroy();
            } catch (VerbsException e) {
                throw ModelReasons.ofDestroy(e, resource.kind(), resources);
            }
            resources.remove(resource);
            return resource;
        });
    }

    /**
     * Destroys all open objects, users before the objects that they use, and then closes the device. If the driver
     * fails to destroy an object, those destroyed before remain destroyed and the others remain open. The next attempt
     * abandons objects that the driver fails to destroy.
     */
    @Override
    void destroy() {
        locked(lock.writeLock(), () -> {
            List<Resource> left = resources.inOrderOfTeardown();
            // The application may have dropped all handles by now.
            left.forEach(Resource::tearDown);
            try {
                left.forEach(teardown::destroy);
                resource().destroy();
            } catch (RuntimeException | Error e) {
                left.forEach(Resource::stayOpen);
                throw e;
            }
            teardown.end();
            resources.endCounting(resource());
            return left;
        });
    }

    private static <T> T locked(Lock lock, Supplier<T> action) {
        StackReserve.requireForControl();
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
