// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * The streams of one provider of verbs, with their threads: one for connection management, one for the completion
 * events of each device, one that closes, and one for time limits.
 */
public final class StreamRuntime implements AutoCloseable {
    private static final String LOGGER = "org.verbena.channels";
    private static final Duration AT_EXIT = Duration.ofSeconds(2);
    private static final long RECOVERY_NANOS = 1_000_000;
    private static final int MAX_WITHOUT_RDMA = 1000;

    private final ConnectionManager manager;
    private final EventChannel events;
    private final int maxConnections;
    private final Duration closeTimeout;
    private final Duration keepAlive;
    private final Map<DeviceContext, DeviceEvents> devices = new ConcurrentHashMap<>();
    private final Set<RdmaStream> streams = ConcurrentHashMap.newKeySet();
    private final Map<RdmaStream, Future<?>> keepAlives = new ConcurrentHashMap<>();
    private final Map<RdmaStream, Future<?>> lateCloses = new ConcurrentHashMap<>();
    private final Set<CmId> ids = ConcurrentHashMap.newKeySet();

    /** The addresses at which no RDMA service has answered, with the time until which TCP is used. */
    private final Map<InetSocketAddress, Long> withoutRdma = new ConcurrentHashMap<>();

    /** Runs what can wait for the kernel, for example the destruction of an identifier. */
    private final ExecutorService closer;

    /** Runs time limits, which no slow close may delay. */
    private final ScheduledThreadPoolExecutor timers;

    /**
     * Tells the peers of open streams that the JVM ends. A program in C that blocks in a read does not learn it
     * otherwise.
     */
    private final Thread exit = new Thread(this::closeAtExit, "verbena-channels-exit");

    private final Thread eventThread;

    private volatile boolean closed;

    /**
     * Starts.
     *
     * @param provider the provider
     * @param maxConnections the limit of streams
     * @param closeTimeout the time in which closed streams deliver their bytes
     * @param keepAlive the time between two checks of a peer
     * @throws VerbsException if connection management is not available
     */
    public StreamRuntime(VerbsProvider provider, int maxConnections, Duration closeTimeout, Duration keepAlive) {
        this.maxConnections = maxConnections;
        this.keepAlive = keepAlive;
        this.closeTimeout = closeTimeout;
        manager = ConnectionManager.open(provider);
        events = manager.createEventChannel();
        closer = Executors.newSingleThreadExecutor(task -> daemon(task, "verbena-channels-close"));
        timers = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "verbena-channels-timer"));
        timers.setRemoveOnCancelPolicy(true); // otherwise a cancelled timer keeps the memory of its stream
        eventThread = EventThread.start(
                "verbena-channels-cm", events::nextEvent, () -> closed || events.isClosed(), this::dispatch);
        Runtime.getRuntime().addShutdownHook(exit);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Logs a failure. Never throws, because the threads that call it serve all connections.
     *
     * @param message the failure
     * @param e its cause, null if there is none
     */
    public static void log(String message, @Nullable Throwable e) {
        log(Level.WARNING, message, e);
    }

    private static void log(Level level, String message, @Nullable Throwable e) {
        try {
            String reason = e == null ? "" : ": " + e.getMessage();
            System.getLogger(LOGGER).log(level, message + reason, e);
        } catch (RuntimeException | Error lost) {
            // A handler of the application throws, or memory is short.
        }
    }

    static void warn(String message) {
        log(message, null);
    }

    // ---------------------------------------------------------------- events of connection management

    private void dispatch(CmEvent event) {
        try (event) {
            CmId target = event.listenId().orElse(event.id());
            if (event.type() == CmEventType.CONNECT_REQUEST) {
                ids.add(event.id());
            }
            if (target.attachment() instanceof CmHandler handler) {
                handler.onEvent(event);
            }
        }
    }

    // ---------------------------------------------------------------- streams

    /**
     * Prepares to connect.
     *
     * @param source the local address, null for any
     * @param settings the settings of the stream
     * @param observer the object that learns the end of the attempt
     * @return the attempt
     * @throws NoRdmaException if no RDMA device has the local address
     * @throws SocketException if the local address is in use, or there is no identifier
     */
    public ConnectAttempt bind(@Nullable InetSocketAddress source, StreamSettings settings, StreamObserver observer)
            throws SocketException {
        CmId id = open(source, settings);
        ConnectAttempt attempt = new ConnectAttempt(this, id, settings, observer);
        id.attach(attempt);
        return attempt;
    }

    /** Creates an identifier, and binds it unless the address is null. */
    private CmId open(@Nullable InetSocketAddress address, StreamSettings settings) throws SocketException {
        CmId id = null;
        try {
            id = events.createId(PortSpace.TCP);
            ids.add(id);
            if (address != null) {
                if (settings.reuseAddress()) {
                    id.setReuseAddr(true);
                }
                id.bindAddr(address);
            }
            return id;
        } catch (VerbsException e) {
            if (id != null) {
                closeLater(id);
            }
            throw ConnectErrors.binding(address, e);
        }
    }

    /**
     * Binds and listens.
     *
     * @param address the local address; port 0 takes a free one
     * @param backlog the connections that wait to be accepted, at least 1
     * @param settings the settings of accepted streams
     * @param observer the object that learns of connections
     * @return the listener
     * @throws NoRdmaException if no RDMA device has the address
     * @throws SocketException if the address is in use, or the call fails otherwise
     */
    public StreamListener listen(
            InetSocketAddress address, int backlog, StreamSettings settings, StreamObserver observer)
            throws SocketException {
        CmId id = open(address, settings);
        try {
            StreamListener listener = new StreamListener(this, id, backlog, settings, observer);
            id.attach(listener);
            id.listen(0);
            return listener;
        } catch (VerbsException e) {
            closeLater(id);
            throw ConnectErrors.binding(address, e);
        }
    }

    /** Creates a stream on an identifier that is bound to a device. */
    RdmaStream create(CmId id, StreamSettings settings) {
        if (streams.size() >= maxConnections) {
            throw new VerbsException(
                    "rdma_create_qp",
                    Errno.ENOMEM,
                    "provider of channels",
                    Diagnosis.of(new Violation(
                            "connections",
                            Integer.toString(streams.size() + 1),
                            Integer.toString(maxConnections),
                            "each connection holds registered memory",
                            "ChannelSettings.maxConnections")));
        }
        RdmaStream stream = new RdmaStream(this, id, settings);
        streams.add(stream);
        return stream;
    }

    DeviceEvents device(DeviceContext context) {
        return devices.computeIfAbsent(context, DeviceEvents::new);
    }

    /**
     * Returns the number of streams.
     *
     * @return the streams that hold resources, including those that are being closed
     */
    public int streams() {
        return streams.size();
    }

    /** Returns whether no RDMA service has answered at an address in the last minute. */
    boolean isWithoutRdma(InetSocketAddress peer) {
        Long until = withoutRdma.get(peer);
        return until != null && System.nanoTime() - until < 0;
    }

    /**
     * Uses TCP for further connections to a peer for a minute.
     *
     * @param peer an address at which no RDMA service has answered, but TCP has
     */
    public void addWithoutRdma(InetSocketAddress peer) {
        long now = System.nanoTime();
        withoutRdma.values().removeIf(until -> now - until >= 0);
        if (withoutRdma.size() < MAX_WITHOUT_RDMA) {
            withoutRdma.put(peer, now + TimeUnit.MINUTES.toNanos(1));
        }
        submit(() -> log(Level.INFO, "no RDMA service answers at " + peer + ", so TCP is used for a minute", null));
    }

    /** Starts or ends the checks of a peer. Returns false if the runtime is closing. */
    boolean setKeepAlive(RdmaStream stream, boolean on) {
        StackSafeLock.requireForStructure();
        if (!on) {
            cancel(keepAlives.remove(stream));
            return true;
        }
        long millis = keepAlive.toMillis();
        try {
            cancel(keepAlives.put(
                    stream, timers.scheduleWithFixedDelay(stream::keepAlive, millis, millis, TimeUnit.MILLISECONDS)));
        } catch (RejectedExecutionException e) {
            return false;
        }
        if (stream.isClaimed()) {
            cancel(keepAlives.remove(stream));
        }
        return true;
    }

    private static void cancel(@Nullable Future<?> timer) {
        StackSafeLock.requireForStructure();
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** Runs an action after a time, in the thread that closes. Does nothing if the runtime is closing. */
    @Nullable
    Future<?> after(Duration time, Runnable action) {
        return limit(time, () -> submit(action));
    }

    /** Runs a time limit, which must not wait. Does nothing if the runtime is closing. */
    @Nullable
    Future<?> limit(Duration time, Runnable action) {
        StackSafeLock.requireForStructure();
        try {
            return timers.schedule(action, nanos(time), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    /** Returns a duration in nanoseconds, at most about 146 years. */
    private static long nanos(Duration time) {
        return Math.min(TimeUnit.NANOSECONDS.convert(time), Long.MAX_VALUE / 2);
    }

    // ---------------------------------------------------------------- closing

    void disconnect(RdmaStream stream) {
        submit(stream::disconnect);
    }

    void disconnect(RdmaStream stream, String reason) {
        submit(() -> {
            warn(reason);
            stream.disconnect();
        });
    }

    /** Logs in another thread, because the caller holds a lock and a log handler is code of the application. */
    void report(String message, Throwable e) {
        submit(() -> log(message, e));
    }

    void destroy(RdmaStream stream) {
        if (stream.claim()) {
            ids.remove(stream.id());
            cancel(keepAlives.remove(stream));
            cancel(lateCloses.remove(stream));
            submit(() -> {
                try {
                    stream.destroy();
                } finally {
                    streams.remove(stream); // close() waits for it
                }
            });
        }
    }

    void destroyLater(RdmaStream stream) {
        Future<?> timer = limit(closeTimeout, () -> destroy(stream));
        if (timer == null) {
            return; // the runtime is closing, and destroys all streams itself
        }
        lateCloses.put(stream, timer);
        if (stream.isClaimed()) {
            cancel(lateCloses.remove(stream));
        }
    }

    void closeLater(CmId id) {
        if (ids.remove(id)) {
            submit(() -> close(id));
        }
    }

    void closeNow(CmId id) {
        if (ids.remove(id)) {
            close(id);
        }
    }

    private static void close(CmId id) {
        try {
            id.close();
        } catch (VerbsException e) {
            log("an identifier stays open", e);
        }
    }

    private void submit(Runnable task) {
        Runnable logged = () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                log("a step of closing failed", e);
            }
        };
        try {
            closer.execute(logged);
        } catch (RejectedExecutionException e) {
            logged.run();
        }
    }

    /**
     * Closes all streams and listeners. Bytes that were written are delivered first, within the time limit. All objects
     * are then destroyed, however long that takes. If one cannot be destroyed, the others are, and a later call tries
     * again.
     */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(exit);
        } catch (IllegalStateException e) {
            // The JVM ends, and the hook closes as well.
        }
        end(closeTimeout);
        timers.shutdownNow();
        closer.shutdown();
        boolean interrupted = false;
        while (!closer.isTerminated()) {
            try {
                closer.awaitTermination(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        free();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells the peers, and gives them a short time. */
    private void closeAtExit() {
        end(AT_EXIT);
        closer.shutdown();
        try {
            closer.awaitTermination(AT_EXIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return;
        }
        free();
    }

    /** Ends all streams. Waits until they have delivered their bytes, within a limit. */
    private synchronized void end(Duration limit) {
        if (closed) {
            return;
        }
        for (CmId id : List.copyOf(ids)) {
            if (id.attachment() instanceof CmHandler handler) {
                try {
                    handler.shutDown();
                } catch (RuntimeException e) {
                    log("a connection is closed at once", e);
                }
            }
        }
        long deadline = System.nanoTime() + nanos(limit);
        while (!streams.isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(RECOVERY_NANOS);
        }
        closed = true;
        List.copyOf(streams).forEach(this::destroy);
    }

    /** Waits for the event in progress, and destroys the stream that it may have created after {@link #end}. */
    private void endEvents() {
        try {
            eventThread.join(AT_EXIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List.copyOf(streams).forEach(this::destroy);
    }

    /** Closes what all streams share. Each step is tried even if an earlier one fails. */
    private synchronized void free() {
        List<Runnable> steps = new ArrayList<>(List.of(events::close, this::endEvents));
        devices.values().forEach(device -> steps.add(device::close));
        steps.add(manager::close);
        RuntimeException failure = null;
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
