package org.verbena.spi.handle;

import java.lang.ref.WeakReference;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.Errno;
import org.verbena.VerbsException;
import org.verbena.spi.driver.DriverObject;

/**
 * What an application's handle stands for. It outlives a leaked handle: the context still destroys it, and the leak
 * report takes the place of creation from it.
 */
final class Resource {
    private final ObjectKind kind;
    private final String name;
    private final DriverObject driver;
    private final Throwable creation;
    private @Nullable WeakReference<Handle> handle;
    private Retirement retirement = Retirement.NONE;
    private Runnable beforeTeardown = () -> {};
    private Runnable afterDestroy = () -> {};
    private volatile boolean tornDown;
    private volatile boolean closed;

    Resource(ObjectKind kind, String name, DriverObject driver) {
        this.kind = kind;
        this.name = name;
        this.driver = driver;
        this.creation = new Throwable("created here");
    }

    ObjectKind kind() {
        return kind;
    }

    DriverObject driver() {
        return driver;
    }

    Throwable creation() {
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
            driver.destroy();
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

    /** For people: {@code queue pair 17 of device mlx5_0}. */
    @Override
    public String toString() {
        return name;
    }
}
