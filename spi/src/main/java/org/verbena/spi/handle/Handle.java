package org.verbena.spi.handle;

import java.lang.ref.Reference;
import java.util.function.Supplier;
import org.verbena.ClosedHandleException;
import org.verbena.DeviceContext;
import org.verbena.VerbsObject;
import org.verbena.spi.driver.DriverBacked;
import org.verbena.spi.driver.DriverObject;

/** What every object has in common: its context, whether it is open, how it is closed. */
abstract class Handle implements VerbsObject, DriverBacked {
    private final ContextHandle owner;
    private final Resource resource;

    Handle(ContextHandle owner, Resource resource) {
        this.owner = owner;
        this.resource = resource;
        resource.represents(this);
    }

    /** For the context, which is its own owner. */
    Handle(Resource resource) {
        this.owner = (ContextHandle) this;
        this.resource = resource;
        resource.represents(this);
    }

    final ContextHandle owner() {
        return owner;
    }

    final Resource resource() {
        return resource;
    }

    @Override
    public final DriverObject driver() {
        return resource.driver();
    }

    @Override
    public final DeviceContext context() {
        return owner;
    }

    @Override
    public final boolean isClosed() {
        return resource.isClosed();
    }

    /** Until it is closed the garbage collector must not take it for lost. */
    @Override
    public final void close() {
        try {
            destroy();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Destroys what it stands for. */
    void destroy() {
        owner.destroy(resource);
    }

    /** Runs a verb on this object while nothing can be destroyed. */
    final <T> T call(String verb, Supplier<T> action) {
        return owner.shared(() -> {
            requireOpen(verb);
            return action.get();
        });
    }

    /** Runs a verb without an answer. */
    final void run(String verb, Runnable action) {
        call(verb, () -> {
            action.run();
            return this;
        });
    }

    /** Runs a verb that changes this object. What the driver refuses is put to its model, for the reasons. */
    final void change(String verb, Runnable action, Supplier<Question<?>> question) {
        run(
                verb,
                () -> owner.diagnosed(
                        () -> {
                            action.run();
                            return this;
                        },
                        question));
    }

    final void requireOpen(String verb) {
        if (resource.isClosed()) {
            throw new ClosedHandleException(verb, resource.toString());
        }
    }

    @Override
    public final String toString() {
        return resource.toString();
    }
}
