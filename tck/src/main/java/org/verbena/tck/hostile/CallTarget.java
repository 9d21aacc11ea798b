// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;
import org.verbena.AsyncEvents;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.Flow;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MrReregAttr;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.VerbsProvider;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.connect.ConnectRequest;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.ConnectorSettings;
import org.verbena.error.VerbsException;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/** An open device with one usable object of each kind and one valid request of each kind. */
final class CallTarget implements AutoCloseable {
    private static final Flags<AccessFlag> ACCESS = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final int REGION_LENGTH = 4096;
    private static final int DEPTH = 64;

    private final Fixture fixture;
    private final Map<Class<?>, List<Supplier<?>>> makers = new HashMap<>();
    private final Map<Supplier<?>, Optional<?>> made = new HashMap<>();
    private final List<AutoCloseable> closables = new ArrayList<>();
    private final List<CompletableFuture<?>> futures = new ArrayList<>();

    /** Creates a target without connection management. */
    CallTarget(Device device) {
        fixture = Fixture.on(device);
        handles();
        connections();
        requests();
    }

    CallTarget(Device device, VerbsProvider provider) {
        this(device);
        new CmObjects(this, provider).add();
    }

    Fixture fixture() {
        return fixture;
    }

    private void handles() {
        add(Device.class, fixture::device);
        add(DeviceContext.class, fixture::context);
        add(ProtectionDomain.class, fixture::pd);
        add(ProtectionDomain.class, () -> fixture.context().allocPd());
        add(CompletionQueue.class, () -> fixture.cq(DEPTH));
        add(CompletionQueue.class, () -> of(CompletionQueueEx.class, 0));
        add(
                CompletionQueueEx.class,
                () -> fixture.context()
                        .createCqEx(CqInitAttr.builder()
                                .cqe(DEPTH)
                                .wcFlags(WcFlag.BYTE_LEN, WcFlag.QP_NUM)
                                .build()));
        add(CompletionChannel.class, () -> fixture.context().createCompChannel());
        add(SharedReceiveQueue.class, fixture::srq);
        add(XrcDomain.class, fixture::xrcd);
        add(QueuePair.class, () -> connected(request(QpType.RC).build()));
        add(QueuePair.class, () -> connected(request(QpType.UD).build()));
        add(QueuePair.class, () -> fixture.qp(fixture.anyType()));
        add(
                QueuePair.class,
                () -> connected(request(QpType.RC)
                        .sendOpsFlags(SendOp.SEND, SendOp.values())
                        .build()));
        add(QueuePair.class, () -> of(QueuePairEx.class, 0).queuePair());
        add(QueuePair.class, () -> fixture.qp(QpType.RAW_PACKET));
        add(QueuePairEx.class, () -> builders(QpType.RC, SendOp.SEND, SendOp.RDMA_WRITE, SendOp.RDMA_READ));
        add(QueuePairEx.class, () -> builders(QpType.UD, SendOp.SEND, SendOp.SEND_WITH_IMM));
        add(QueuePairEx.class, () -> builders(QpType.RC, SendOp.SEND, SendOp.LOCAL_INV, SendOp.BIND_MW));
        add(QueuePairEx.class, () -> builders(QpType.RAW_PACKET, SendOp.SEND, SendOp.TSO));
        add(WorkQueue.class, fixture::wq);
        add(RwqIndTable.class, () -> fixture.table(1));
        add(MemoryRegion.class, () -> fixture.pd().allocMr(REGION_LENGTH, ACCESS));
        add(MemoryRegion.class, () -> fixture.pd().regMr(ByteBuffer.allocateDirect(REGION_LENGTH), ACCESS));
        add(MemoryWindow.class, () -> fixture.pd().allocMw(MwType.TYPE_1));
        add(MemoryWindow.class, () -> fixture.pd().allocMw(MwType.TYPE_2));
        add(AddressHandle.class, () -> fixture.pd().createAh(fixture.ownAddress()));
        add(Flow.class, () -> fixture.qp(QpType.RAW_PACKET).createFlow(flow()));
        add(SendBatch.class, () -> fixture.context().newSendBatch(4, 2, 64));
        add(RecvBatch.class, () -> fixture.context().newRecvBatch(4, 2));
        add(SendWr.class, () -> fixture.context().newSendBatch(4, 2, 64).add());
        add(RecvWr.class, () -> fixture.context().newRecvBatch(4, 2).add());
        add(CompletionArray.class, () -> fixture.context().newCompletionArray(4));
        add(AsyncEvents.class, () -> fixture.context().asyncEvents());
        add(Explainer.class, () -> fixture.context().explain());
    }

    private void connections() {
        add(BufferPool.class, this::pool);
        add(PooledBuffer.class, () -> of(BufferPool.class, 0).take(REGION_LENGTH));
        add(ProgressEngine.class, this::engine);
        add(AsyncQueuePair.class, this::asyncQueuePair);
        add(ConnectorSettings.class, CallTarget::settings);
        add(Connector.class, () -> Connector.create(settings()));
        add(ConnectorListener.class, () -> opened(Connector.create(settings()).listen(0)));
        add(ConnectRequest.class, () -> incoming(ConnectRequest.class));
        add(Connection.class, () -> incoming(Connection.class));
        add(InetSocketAddress.class, SilentPort::address);
    }

    private void requests() {
        add(AhAttr.class, fixture::ownAddress);
        add(CqInitAttr.class, () -> CqInitAttr.builder().cqe(DEPTH).build());
        add(QpInitAttr.class, () -> request(QpType.RC).build());
        add(QpInitAttr.class, () -> request(QpType.UD).pd(fixture.pd()).build());
        add(
                SrqInitAttr.class,
                () -> SrqInitAttr.builder().maxWr(DEPTH).maxSge(1).build());
        add(
                SrqInitAttr.class,
                () -> SrqInitAttr.builder()
                        .pd(fixture.pd())
                        .maxWr(DEPTH)
                        .maxSge(1)
                        .build());
        add(WqInitAttr.class, () -> fixture.wqRequest().build());
        add(RwqIndTableAttr.class, () -> RwqIndTableAttr.of(List.of(of(WorkQueue.class, 0))));
        add(XrcdInitAttr.class, XrcdInitAttr::privateDomain);
        add(FlowAttr.class, CallTarget::flow);
        add(MrReregAttr.class, () -> MrReregAttr.builder().access(ACCESS).build());
        add(MwBindInfo.class, () -> bindInfo(of(MemoryRegion.class, 0)));
        add(WqAttr.class, () -> WqAttr.builder().wqState(WqState.RDY).build());
        add(QpAttr.class, () -> state(QpState.ERR));
        add(QpAttr.class, () -> state(QpState.RESET));
    }

    <T> void add(Class<T> type, Supplier<? extends T> maker) {
        makers.computeIfAbsent(type, key -> new ArrayList<>()).add(maker);
    }

    boolean knows(Class<?> type) {
        return makers.containsKey(type);
    }

    /** Returns a usable object, empty if the device has none. */
    synchronized <T> Optional<T> find(Class<T> type, int choice) {
        List<Supplier<?>> all = makers.getOrDefault(type, List.of());
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Supplier<?> maker = all.get(choice % all.size());
        Optional<?> known = made.get(maker);
        if (known == null) {
            known = make(maker);
            made.put(maker, known);
        }
        return known.map(type::cast);
    }

    /** Returns whether this target has created the given object, compared by identity. */
    @SuppressWarnings("ReferenceEquality") // foreign objects misbehave in equals
    synchronized boolean has(@Nullable Object object) {
        return made.values().stream().anyMatch(known -> known.isPresent() && known.get() == object);
    }

    private static Optional<?> make(Supplier<?> maker) {
        try {
            return Optional.of(maker.get());
        } catch (VerbsException | ConnectorException | IllegalStateException | CompletionException e) {
            // The device has no such object, or its parent is already closed.
            return Optional.empty();
        }
    }

    <T> T of(Class<T> type, int choice) {
        return find(type, choice).orElseThrow(() -> new IllegalStateException("no " + type.getSimpleName()));
    }

    private static QpAttr state(QpState state) {
        return QpAttr.builder()
                .qpState(state)
                .attrMask(Flags.of(QpAttr.Mask.STATE))
                .build();
    }

    private static MwBindInfo bindInfo(MemoryRegion region) {
        return new MwBindInfo(region, region.iova(), region.length(), Flags.of(AccessFlag.REMOTE_WRITE));
    }

    private static FlowAttr flow() {
        return FlowAttr.builder().port(1).spec(FlowSpec.ethDst(new byte[6])).build();
    }

    private static ConnectorSettings settings() {
        return ConnectorSettings.builder().requestTimeout(SHORT).build();
    }

    // ---------------------------------------------------------------- queue pairs

    private QpInitAttr.Builder request(QpType type) {
        return fixture.request(type)
                .maxSendWr(DEPTH / 4)
                .maxSendSge(2)
                .maxRecvWr(DEPTH / 4)
                .maxRecvSge(2)
                .sendCq(of(CompletionQueue.class, 0))
                .recvCq(of(CompletionQueue.class, 1));
    }

    private QueuePair connected(QpInitAttr attr) {
        QueuePair qp = fixture.create(attr.toBuilder());
        QpStateWalk.of(fixture, qp).to(QpState.RTS);
        return qp;
    }

    private QueuePairEx builders(QpType type, SendOp first, SendOp... others) {
        QpInitAttr.Builder request = request(type)
                .pd(fixture.pd())
                // The completion queue is read in place, so that posts to a full queue contend with the reader.
                .sendCq(of(CompletionQueue.class, 1))
                .maxInlineData(64)
                .sendOpsFlags(first, others);
        if (Arrays.asList(others).contains(SendOp.TSO)) {
            request.maxTsoHeader(64);
        }
        return connected(request.build()).toQpEx().orElseThrow();
    }

    private BufferPool pool() {
        return opened(BufferPool.builder(fixture.pd())
                .largestBuffer(REGION_LENGTH)
                .chunkSize(REGION_LENGTH)
                .maxRegistered(4L * REGION_LENGTH)
                .build());
    }

    private ProgressEngine engine() {
        return opened(ProgressEngine.builder(fixture.pd())
                .buffers(8)
                .bufferSize(256)
                .build()
                .start());
    }

    private AsyncQueuePair asyncQueuePair() {
        ProgressEngine engine = of(ProgressEngine.class, 0);
        QueuePair qp = fixture.create(request(QpType.RC).sendCq(engine.cq()).recvCq(engine.cq()));
        QpStateWalk.of(fixture, qp).to(QpState.RTS);
        return opened(engine.attach(qp));
    }

    <T extends AutoCloseable> T opened(T closable) {
        remember(closable);
        return closable;
    }

    private <T> T incoming(Class<T> type) {
        ConnectorListener listener = of(ConnectorListener.class, 0);
        Connector connector = Connector.create(settings());
        Thread client = new Thread(
                () -> {
                    try (Connection connection =
                            connector.connect(fixture.qp(QpType.RC), listener.localAddress(), SHORT)) {
                        connection.sync(SHORT);
                    } catch (Exception e) {
                        // The peer may give up.
                    }
                },
                "hostile-client");
        client.setDaemon(true);
        client.start();
        ConnectRequest request = opened(listener.nextRequest(SHORT.multipliedBy(5)));
        return type.isInstance(request)
                ? type.cast(request)
                : type.cast(opened(request.accept(fixture.qp(QpType.RC), SHORT)));
    }

    // ---------------------------------------------------------------- results of calls

    /** Records a result of a call. It is closed with this target, or must complete by then. */
    synchronized void remember(@Nullable Object result) {
        if (result instanceof CompletableFuture<?> future) {
            futures.add(future);
        } else if (result instanceof BufferPool pool) {
            closables.add(pool::closeNow); // buffers in use prevent an ordinary close
        } else if (result instanceof AutoCloseable closable && !(result instanceof VerbsProvider)) {
            closables.add(closable);
        }
    }

    synchronized List<CompletableFuture<?>> futures() {
        return List.copyOf(futures);
    }

    /** Closes results that are not handles of the context: engines, listeners, connections. */
    void closeOthers() throws Exception {
        List<AutoCloseable> all;
        synchronized (this) {
            all = new ArrayList<>(closables);
            closables.clear();
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            if (!(all.get(i) instanceof VerbsObject)) {
                all.get(i).close();
            }
        }
    }

    @Override
    public void close() {
        fixture.close();
    }
}
