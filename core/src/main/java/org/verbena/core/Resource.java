// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.lang.ref.Cleaner.Cleanable;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.core.flight.FlightEntry;
import org.verbena.core.flight.FlightEvent;
import org.verbena.core.flight.FlightField;
import org.verbena.core.observe.CreationSite;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.ObjectKind;
import org.verbena.core.waiting.TwoPhaseClose;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverContext;
import org.verbena.spi.DriverObject;

/**
 * The driver object behind a handle. It outlives a leaked handle: the context still destroys it, and the leak report
 * reads its creation site.
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
    private TwoPhaseClose twoPhaseClose = TwoPhaseClose.NONE;
    private volatile @Nullable Gate sendGate;
    private Runnable beforeTeardown = () -> {};
    private Runnable afterDestroy = () -> {};
    private volatile boolean tornDown;
    private volatile boolean closed;
    private boolean refused;

    /**
     * Creates the resource of an object that the driver has created.
     *
     * @param contextId the context of the object
     * @param kind the kind of the object
     * @param number the sequence number in the context, from 1 in the order of creation
     * @param driver the driver object
     */
    Resource(ContextId contextId, ObjectKind kind, long number, DriverObject driver) {
        this.contextId = contextId;
        this.kind = kind;
        this.number = number;
        this.driver = driver;
    }

    /** Creates the resource of a context, which precedes all its objects. */
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

    /** Returns whether the object was neither closed nor is about to be closed. */
    boolean isForgotten() {
        return !closed && !tornDown;
    }

    /** Sets the handle of the application. It is referenced weakly. */
    void represents(Handle object) {
        handle = new WeakReference<>(object);
        watch = LeakReports.watch(object, this);
    }

    /** Returns the handle of the application, null if it no longer exists. */
    @Nullable
    Handle handle() {
        WeakReference<Handle> known = handle;
        return known == null ? null : known.get();
    }

    /** Begins a Flight Recorder event about this object. */
    FlightEntry begin(FlightEvent event) {
        FlightEntry entry = contextId.begin(event);
        return entry.isRecorded() ? entry.with(FlightField.OBJECT, toString()) : entry;
    }

    /**
     * Returns whether the handle of the application was collected. An object that is just being created has no handle
     * yet.
     */
    private boolean isLost() {
        WeakReference<Handle> known = handle;
        return known != null && known.get() == null;
    }

    HandleInfo info() {
        return new HandleInfo(
                kind.description(),
                toString(),
                contextId.provider(),
                contextId.device(),
                contextId.number(),
                Instant.ofEpochMilli(since),
                creation,
                isLost());
    }

    /** Sets how the data path is excluded while the driver object is destroyed. */
    void closesWith(TwoPhaseClose steps) {
        twoPhaseClose = steps;
    }

    /** Sets the gate of posts that may reference other objects. */
    void sendsThrough(Gate gate) {
        sendGate = gate;
    }

    /** Waits for the post in flight, if any. */
    void awaitSend() {
        Gate gate = sendGate;
        if (gate != null) {
            gate.awaitCall();
        }
    }

    /** Sets the action that precedes the teardown of this object by the context. */
    void beforeTeardown(Runnable action) {
        beforeTeardown = action;
    }

    /** Sets the action that follows a successful destroy. */
    void afterDestroy(Runnable action) {
        afterDestroy = action;
    }

    /** Marks the object as being torn down: the context is closing and will destroy it. */
    void tearDown() {
        tornDown = true;
        twoPhaseClose.endWhatIsLeft();
    }

    /** Undoes {@link #tearDown} after the context could not be closed. */
    void stayOpen() {
        tornDown = false;
    }

    void prepareTeardown() {
        beforeTeardown.run();
    }

    /** Destroys the driver object. The caller holds the write lock of the context. */
    void destroy() {
        if (closed) {
            return;
        }
        twoPhaseClose.endWhatIsLeft();
        twoPhaseClose.begin();
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

    /** Returns whether the driver has failed to destroy the object. */
    boolean isRefused() {
        return refused;
    }

    /**
     * Destroys the driver object, or abandons it if the driver fails twice. For the application, an abandoned object is
     * closed. It exists until the kernel destroys it with the context. The caller holds the write lock of the context,
     * and calls {@link #endWithContext} after the context is closed.
     *
     * @return the second failure if the object was abandoned, else empty
     * @throws VerbsException if a thread still uses the object
     */
    Optional<VerbsException> destroyOrGiveUp() {
        if (closed) {
            return Optional.empty();
        }
        twoPhaseClose.endWhatIsLeft();
        twoPhaseClose.begin();
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

    /** Completes an abandoned object after the kernel has destroyed it with the context. */
    void endWithContext() {
        afterDestroy.run();
    }

    /** Runs an action and then closes the object permanently, unless the action fails. */
    private <T> T completing(Supplier<T> action) {
        T result;
        try {
            result = action.get();
        } catch (RuntimeException | Error e) {
            twoPhaseClose.undo();
            throw e;
        }
        closed = true;
        twoPhaseClose.complete();
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

    /**
     * Returns a hash of the number. The object is in sets; an identity hash would have to be generated and stored in
     * each object header.
     */
    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    /**
     * Returns the text for display: {@code queue pair #17 of device mlx5_0}. It is built on demand, because most
     * objects never need it.
     */
    @Override
    public String toString() {
        String which = kind == ObjectKind.CONTEXT ? "" : " #" + number;
        return kind.description() + which + " of device " + contextId.device();
    }
}
