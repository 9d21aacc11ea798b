// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.lang.ref.Reference;
import java.util.function.Supplier;
import org.verbena.DeviceContext;
import org.verbena.VerbsObject;
import org.verbena.error.ClosedHandleException;
import org.verbena.spi.DriverObject;

/** Base class of all objects of a context. It provides the context, the open state, and closing. */
abstract class Handle implements VerbsObject {
    private final ContextHandle owner;
    private final Resource resource;

    Handle(ContextHandle owner, Resource resource) {
        this.owner = owner;
        this.resource = resource;
        resource.represents(this);
    }

    /** Creates the handle of a context, which is its own owner. */
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

    /** Returns the object that the driver created. */
    final DriverObject driver() {
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

    /** Closes the object. The fence keeps the garbage collector from reporting it as leaked during the call. */
    @Override
    public final void close() {
        try {
            destroy();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Destroys the underlying resource. */
    void destroy() {
        owner.destroy(resource);
    }

    /** Runs a verb on this object while no object can be destroyed. */
    final <T> T call(String verb, Supplier<T> action) {
        return owner.shared(this, verb, action);
    }

    /** Runs a verb that returns no result. */
    final void run(String verb, Runnable action) {
        call(verb, () -> {
            action.run();
            return this;
        });
    }

    /** Runs a verb on this object. If the driver fails the request, its model supplies the reasons. */
    final <T> T call(String verb, Supplier<T> action, Supplier<ModelQuery<?>> query) {
        return call(verb, () -> owner.diagnosed(action, query));
    }

    /** Runs a verb that returns no result. If the driver fails the request, its model supplies the reasons. */
    final void run(String verb, Runnable action, Supplier<ModelQuery<?>> query) {
        call(
                verb,
                () -> {
                    action.run();
                    return this;
                },
                query);
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
