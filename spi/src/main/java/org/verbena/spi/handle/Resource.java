package org.verbena.spi.handle;

import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.Errno;
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
    private final String name;
    private final DriverObject driver;
    private final Instant since = Instant.now();
    private final CreationSite creation = new CreationSite(new Throwable("created here"));
    private volatile @Nullable WeakReference<Handle> handle;
    private Retirement retirement = Retirement.NONE;
    private Runnable beforeTeardown = () -> {};
    private Runnable afterDestroy = () -> {};
    private volatile boolean tornDown;
    private volatile boolean closed;

    /**
     * What the driver has created.
     *
     * @param contextId where it belongs
     * @param kind what it is
     * @param number counts the objects of a context from 1, in the order of their creation
     * @param driver the driver's object
     */
    Resource(ContextId contextId, ObjectKind kind, long number, DriverObject driver) {
        this(contextId, kind, number, kind.description() + " #" + number, driver);
    }

    private Resource(ContextId contextId, ObjectKind kind, long number, String name, DriverObject driver) {
        this.contextId = contextId;
        this.kind = kind;
        this.number = number;
        this.name = name + " of device " + contextId.device();
        this.driver = driver;
    }

    /** A context itself, which comes before all its objects. */
    static Resource ofContext(ContextId id, DriverContext driver) {
        return new Resource(id, ObjectKind.CONTEXT, 0, ObjectKind.CONTEXT.description(), driver);
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
    }

    /** The application's object, if it still has one. */
    Optional<Handle> handle() {
        WeakReference<Handle> known = handle;
        return known == null ? Optional.empty() : Optional.ofNullable(known.get());
    }

    /** Begins to tell the Flight Recorder of something that happens to it. */
    FlightEntry begin(FlightEvent event) {
        return contextId.begin(event).with(FlightField.OBJECT, name);
    }

    /** The application has lost it. One that is just being made has no handle yet. */
    private boolean isLost() {
        WeakReference<Handle> known = handle;
        return known != null && known.get() == null;
    }

    HandleInfo info() {
        return new HandleInfo(
                kind.description(), name, contextId.device(), contextId.number(), since, creation, isLost());
    }

    /** How the data path is kept away while the driver's object is destroyed. */
    void retiresBy(Retirement how) {
        retirement = how;
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
        try {
            begin(FlightEvent.HANDLE_DESTROY)
                    .with(FlightField.VERB, kind.destroyVerb())
                    .with(FlightField.KIND, kind.description())
                    .commitAfter(driver::destroy);
        } catch (VerbsException e) {
            // The device has been unplugged: the kernel's object is gone already (ib_uverbs_disassociate_ucontext).
            if (!e.errno().equals(Errno.EIO)) {
                retirement.undo();
                throw e;
            }
        }
        closed = true;
        retirement.complete();
        afterDestroy.run();
    }

    /** For people: {@code queue pair #17 of device mlx5_0}. */
    @Override
    public String toString() {
        return name;
    }
}
