// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.PortAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.SrqStructs.IbvXrcdInitAttr;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.marshal.CqMarshal;
import org.verbena.libibverbs.marshal.Pointed;
import org.verbena.libibverbs.marshal.QpMarshal;
import org.verbena.libibverbs.marshal.SrqMarshal;
import org.verbena.libibverbs.marshal.WqMarshal;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverAsyncEvent;
import org.verbena.spi.DriverCompChannel;
import org.verbena.spi.DriverContext;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverPd;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverRwqIndTable;
import org.verbena.spi.DriverSrq;
import org.verbena.spi.DriverWq;
import org.verbena.spi.DriverXrcd;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;

/** An open device: {@code struct ibv_context}. */
final class NativeContext implements DriverContext {
    private final Libibverbs library;
    private final Struct context;
    private final Calls calls;
    private final DriverLibrary driverLibrary;
    private final NativeDeviceQueries queries;
    private final DataPathFunctions dataPath;
    private final ObjectsByPointer objects = new ObjectsByPointer();
    private final AsyncEventSource asyncEvents;
    private final FittedModel model;
    private final String name;
    private volatile boolean windows;

    NativeContext(Libibverbs library, Struct context, String name) {
        this.library = library;
        this.context = context;
        this.calls = new Calls(library, context);
        this.driverLibrary = new DriverLibrary(library, context);
        this.queries = new NativeDeviceQueries(this);
        this.dataPath = new DataPathFunctions(library, context, new BriefCalls(driverLibrary.driver()));
        this.asyncEvents = new AsyncEventSource(library, context, name, objects, calls);
        this.model = new FittedModel(this);
        this.name = name;
    }

    Libibverbs library() {
        return library;
    }

    Calls calls() {
        return calls;
    }

    DataPathFunctions dataPath() {
        return dataPath;
    }

    ObjectsByPointer objects() {
        return objects;
    }

    long pointer() {
        return context.address();
    }

    /** Returns the name of the device, for display. */
    String name() {
        return name;
    }

    /** Returns the name of the driver in rdma-core. */
    Optional<String> driver() {
        return driverLibrary.driver();
    }

    /** Returns the address of a function of the driver's library, 0 if the library does not export it. */
    long findInDriver(String symbol) {
        return library.find(driverLibrary.file(), symbol);
    }

    /** Records that a memory window has been allocated. */
    void hasWindow() {
        windows = true;
    }

    /** Returns whether a memory window has ever been allocated, so that work requests may bind one. */
    boolean hasWindows() {
        return windows;
    }

    @Override
    public Optional<DriverModel> model() {
        return model.get();
    }

    @Override
    public OptionalLong addressOf(BufferPart part) {
        return OptionalLong.of(library().addressOf(part.content()));
    }

    @Override
    public int numCompVectors() {
        return context.getInt(IbvContext.NUM_COMP_VECTORS);
    }

    @Override
    public DeviceAttr queryDevice() {
        return queries.device();
    }

    @Override
    public DeviceAttrEx queryDeviceEx() {
        return queries.deviceEx();
    }

    @Override
    public PortAttr queryPort(int portNum) {
        return queries.port(portNum);
    }

    @Override
    public Map<String, Long> portCounters(int portNum) {
        return PortCounters.read(name, portNum);
    }

    @Override
    public int queryPkey(int portNum, int index) {
        return queries.pkey(portNum, index);
    }

    @Override
    public Gid queryGid(int portNum, int index) {
        return queries.gid(portNum, index);
    }

    @Override
    public GidEntry queryGidEntry(int portNum, int index) {
        return queries.gidEntry(portNum, index);
    }

    @Override
    public List<GidEntry> queryGidTable() {
        return queries.gidTable();
    }

    @Override
    public DriverPd allocPd() {
        return new NativePd(this, create(Verb.ALLOC_PD, pointer()));
    }

    @Override
    public DriverXrcd openXrcd(XrcdInitAttr attr) {
        try (Frame frame = library.frame()) {
            Struct request = frame.struct(IbvXrcdInitAttr.SIZE)
                    .put(IbvXrcdInitAttr.COMP_MASK, attr.compMask().mask())
                    .put(IbvXrcdInitAttr.FD, attr.fd())
                    .put(IbvXrcdInitAttr.OFLAGS, attr.oflags());
            return new NativeXrcd(this, create(Verb.OPEN_XRCD, pointer(), request.address()));
        }
    }

    @Override
    public DriverCompChannel createCompChannel() {
        long pointer = create(Verb.CREATE_COMP_CHANNEL, pointer());
        try {
            return new NativeCompChannel(this, pointer);
        } catch (VerbsException e) {
            calls.call(Verb.DESTROY_COMP_CHANNEL, name, pointer);
            throw e;
        }
    }

    @Override
    public DriverCq createCq(DriverCq.Init init) {
        CqRequest request = init.request();
        long channel = Pointed.pointerOf(init.channel());
        return element(() -> NativeCq.plain(
                this, create(Verb.CREATE_CQ, pointer(), request.cqe(), 0, channel, request.compVector())));
    }

    @Override
    public DriverCq createCqEx(DriverCq.Init init) {
        Flags<WcFlag> fields = CqSweep.fields(this, init.request().wcFlags());
        try (Frame frame = library.frame()) {
            Struct request = CqMarshal.extended(frame, init, dataPath.brief().cqFlags(), fields);
            return element(
                    () -> NativeCq.extended(this, create(Verb.CREATE_CQ_EX, pointer(), request.address()), fields));
        }
    }

    /** Creates the queue like the inline function: requests that {@code ibv_create_srq} supports use that verb. */
    @Override
    public DriverSrq createSrqEx(DriverSrq.Init init) {
        Flags<SrqInitAttr.Mask> mask = init.request().compMask();
        boolean basic = init.request().effectiveType() == SrqType.BASIC.value();
        boolean plain = basic && mask.without(SrqInitAttr.Mask.TYPE).equals(Flags.of(SrqInitAttr.Mask.PD));
        try (Frame frame = library.frame()) {
            Struct request = SrqMarshal.extended(frame, init);
            return element(() -> {
                long pointer = plain
                        ? create(Verb.CREATE_SRQ, Pointed.pointerOf(init.pd()), request.address())
                        : create(Verb.CREATE_SRQ_EX, pointer(), request.address());
                NativeSrq srq = srq(pointer, request, init);
                if (basic && !plain) {
                    srq.initialiseEvents();
                }
                return srq;
            });
        }
    }

    private NativeSrq srq(long pointer, Struct request, DriverSrq.Init init) {
        boolean xrc = init.request().effectiveType() == SrqType.XRC.value();
        return xrc && init.cq().isPresent() && driver().equals(Optional.of("mlx5"))
                ? new Mlx5XrcSrq(this, pointer, request, (NativeCq) init.cq().get())
                : new NativeSrq(this, pointer, request);
    }

    /**
     * Creates the queue pair like the inline function: requests with only a protection domain use
     * {@code ibv_create_qp}.
     */
    @Override
    public DriverQp createQpEx(DriverQp.Init init) {
        boolean plain = init.request().compMask().equals(Flags.of(QpInitAttr.Mask.PD));
        try (Frame frame = library.frame()) {
            Struct request = QpMarshal.extended(frame, init);
            if (plain) {
                return element(() -> NativeQp.plain(
                        this, create(Verb.CREATE_QP, Pointed.pointerOf(init.pd()), request.address()), request, init));
            }
            return element(() ->
                    NativeQp.extended(this, create(Verb.CREATE_QP_EX, pointer(), request.address()), request, init));
        }
    }

    @Override
    public DriverQp openQp(DriverQp.Open open) {
        try (Frame frame = library.frame()) {
            Struct request = QpMarshal.open(frame, open);
            return element(() -> NativeQp.opened(this, create(Verb.OPEN_QP, pointer(), request.address())));
        }
    }

    /**
     * Creates the queue like the inline function, which initialises the part of {@code struct ibv_wq} that libibverbs
     * uses for events.
     */
    @Override
    public DriverWq createWq(DriverWq.Init init) {
        try (Frame frame = library.frame()) {
            Struct request = WqMarshal.create(frame, init);
            return element(() -> {
                NativeWq wq = new NativeWq(this, create(Verb.CREATE_WQ, pointer(), request.address()), request, init);
                wq.initialiseEvents();
                return wq;
            });
        }
    }

    @Override
    public DriverRwqIndTable createRwqIndTable(DriverRwqIndTable.Init init) {
        try (Frame frame = library.frame()) {
            Struct request = WqMarshal.table(frame, init);
            return new NativeRwqIndTable(this, create(Verb.CREATE_RWQ_IND_TABLE, pointer(), request.address()));
        }
    }

    @Override
    public DriverMemory allocate(long length) {
        try {
            return library.allocate(length);
        } catch (OutOfMemoryError e) {
            throw new VerbsException(
                    "malloc", Errno.ENOMEM, name, Diagnosis.unexplained(String.valueOf(e.getMessage())));
        }
    }

    @Override
    public Optional<DriverAsyncEvent> nextAsyncEvent() {
        return asyncEvents.next();
    }

    @Override
    public void awaitAsyncEvent(long nanos) throws InterruptedException {
        asyncEvents.await(nanos);
    }

    @Override
    public void destroy() {
        calls.run(Verb.CLOSE_DEVICE, name, pointer());
    }

    /** Creates an object that events may contain. A reader of events can wait for the end of the creation. */
    <T extends NativeObject> T element(Supplier<T> creation) {
        return calls.creation(() -> objects.add(creation.get()));
    }

    private long create(Verb verb, long... arguments) {
        return calls.create(verb, name, arguments);
    }
}
