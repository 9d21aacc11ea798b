package org.verbena.spi.handle;

import java.lang.ref.Cleaner.Cleanable;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.VerbsException;
import org.verbena.spi.driver.DriverContext;
import org.verbena.spi.driver.DriverObject;
import org.verbena.spi.flight.FlightEntry;
import org.verbena.spi.flight.FlightEvent;
import org.verbena.spi.flight.FlightField;
import org.verbena.spi.observe.CreationSite;
import org.verbena.spi.observe.HandleInfo;

/**
 * What an application's handle stands for. It outlives a leaked handle: the context still destroys it, and the leak
 * report takes the place of creation from it.
 */
final class Resource {
    private final ContextId contextId;
    private final ObjectKind kind;
    private final long number;
    private final DriverObject driver;
    private final long since = System.currentTimeMillis();
    private final CreationSite creation = CreationSites.ofThisJvm().here(since);
    private volatile @Nullable WeakReference<Handle> handle;
    private @Nullable Cleanable watch;
    private Retirement retirement = Retirement.NONE;
    private volatile @Nullable Gate sendGate;
    private Runnable beforeTeardown = () -> {};
    private Runnable afterDestroy = () -> {};
    private volatile boolean tornDown;
    private volatile boolean closed;
    private boolean refused;

    /**
     * What the driver has created.
     *
     * @param contextId where it belongs
     * @param kind what it is
     * @param number counts the objects of a context from 1, in the order of their creation
     * @param driver the driver's object
     */
    Resource(ContextId contextId, ObjectKind kind, long number, DriverObject driver) {
        this.contextId = contextId;
        this.kind = kind;
        this.number = number;
        this.driver = driver;
    }

    /** A context itself, which comes before all its objects. */
    static Resource ofContext(ContextId id, DriverContext driver) {
        return new Resource(id, ObjectKind.CONTEXT, 0, driver);
    }

    ContextId contextId() {
        return contextId;
    }

    ObjectKind kind() {
        return kind;
    }

    long number() {
        return number;
    }

    DriverObject driver() {
        return driver;
    }

    CreationSite creation() {
        return creation;
    }

    boolean isClosed() {
        return closed;
    }

    /** Nobody has closed it, and nobody is about to. */
    boolean isForgotten() {
        return !closed && !tornDown;
    }

    /** The application's object; it is not kept from being collected. */
    void represents(Handle object) {
        handle = new WeakReference<>(object);
        watch = LeakReports.watch(object, this);
    }

    /** The application's object, if it still has one. */
    Optional<Handle> handle() {
        WeakReference<Handle> known = handle;
        return known == null ? Optional.empty() : Optional.ofNullable(known.get());
    }

    /** Begins to tell the Flight Recorder of something that happens to it. */
    FlightEntry begin(FlightEvent event) {
        FlightEntry entry = contextId.begin(event);
        return entry.isRecorded() ? entry.with(FlightField.OBJECT, toString()) : entry;
    }

    /** The application has lost it. One that is just being made has no handle yet. */
    private boolean isLost() {
        WeakReference<Handle> known = handle;
        return known != null && known.get() == null;
    }

    HandleInfo info() {
        return new HandleInfo(
                kind.description(),
                toString(),
                contextId.device(),
                contextId.number(),
                Instant.ofEpochMilli(since),
                creation,
                isLost());
    }

    /** How the data path is kept away while the driver's object is destroyed. */
    void retiresBy(Retirement how) {
        retirement = how;
    }

    /** Where those pass who post what carries other objects. */
    void sendsThrough(Gate gate) {
        sendGate = gate;
    }

    /** Waits for the post that is under way, if one is. */
    void awaitSend() {
        Gate gate = sendGate;
        if (gate != null) {
            gate.awaitCall();
        }
    }

    /** What the context does first when it tears down an object that the application left behind. */
    void beforeTeardown(Runnable action) {
        beforeTeardown = action;
    }

    /** What follows a successful destroy. */
    void afterDestroy(Runnable action) {
        afterDestroy = action;
    }

    /** The context closes, and will destroy this in its turn. */
    void tearDown() {
        tornDown = true;
        retirement.endWhatIsLeft();
    }

    /** The context could not be closed. */
    void stayOpen() {
        tornDown = false;
    }

    void prepareTeardown() {
        beforeTeardown.run();
    }

    /** Destroys the driver's object. The caller holds the context's write lock. */
    void destroy() {
        if (closed) {
            return;
        }
        retirement.endWhatIsLeft();
        retirement.begin();
        completing(() -> {
            try {
                destroyInDriver();
                return this;
            } catch (VerbsException e) {
                refused = true;
                throw e;
            }
        });
        afterDestroy.run();
    }

    /** Whether the driver has refused to destroy it. */
    boolean isRefused() {
        return refused;
    }

    /**
     * Destroys the driver's object, or gives it up if the driver refuses twice. An object that is given up is closed for
     * the application, and exists until the kernel destroys it with the context. The caller holds the context's write
     * lock, and calls {@link #endWithContext} when the context is closed.
     *
     * @return the refusal, if the object was given up
     * @throws VerbsException if a thread still uses the object
     */
    Optional<VerbsException> destroyOrGiveUp() {
        if (closed) {
            return Optional.empty();
        }
        retirement.endWhatIsLeft();
        retirement.begin();
        Optional<VerbsException> refusal = completing(this::destroyInDriverOrAbandon);
        if (refusal.isEmpty()) {
            afterDestroy.run();
        }
        return refusal;
    }

    private Optional<VerbsException> destroyInDriverOrAbandon() {
        try {
            destroyInDriver();
            return Optional.empty();
        } catch (VerbsException first) {
            try {
                destroyInDriver();
                return Optional.empty();
            } catch (VerbsException e) {
                driver.abandon();
                return Optional.of(e);
            }
        }
    }

    /** The kernel has destroyed with the context what was given up. */
    void endWithContext() {
        afterDestroy.run();
    }

    /** Ends the use of the object for good, unless the action fails. */
    private <T> T completing(Supplier<T> action) {
        T result;
        try {
            result = action.get();
        } catch (RuntimeException | Error e) {
            retirement.undo();
            throw e;
        }
        closed = true;
        retirement.complete();
        if (watch != null) {
            watch.clean();
        }
        return result;
    }

    private void destroyInDriver() {
        begin(FlightEvent.HANDLE_DESTROY)
                .with(FlightField.VERB, kind.destroyVerb())
                .with(FlightField.KIND, kind.description())
                .commitAfter(this::destroyUnlessGone);
    }

    private void destroyUnlessGone() {
        if (Unplugged.during(driver::destroy)) {
            driver.abandon();
        }
    }

    /** As it is in sets: the JVM's own hash would be drawn for each, and kept in its header. */
    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    /** For people: {@code queue pair #17 of device mlx5_0}. Made when somebody asks: most are never asked. */
    @Override
    public String toString() {
        String which = kind == ObjectKind.CONTEXT ? "" : " #" + number;
        return kind.description() + which + " of device " + contextId.device();
    }
}
