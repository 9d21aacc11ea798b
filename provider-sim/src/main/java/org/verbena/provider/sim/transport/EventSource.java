// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AsyncEventType;
import org.verbena.spi.DriverObject;

/** The source of the asynchronous events of one object. */
public final class EventSource {
    /** A queue that a thread can wait for until it has an element. */
    @FunctionalInterface
    public interface Waiting {
        /**
         * Returns whether the wait continues.
         *
         * @return whether there is no event
         */
        boolean isEmpty();
    }

    private final EventQueue queue;
    private @Nullable DriverObject element;

    /**
     * Creates a source whose object is not known yet.
     *
     * @param queue the queue of the context that the object belongs to
     */
    public EventSource(EventQueue queue) {
        this.queue = queue;
    }

    /**
     * Creates a source.
     *
     * @param queue the queue of the context that the object belongs to
     * @param element the object
     */
    public EventSource(EventQueue queue, DriverObject element) {
        this.queue = queue;
        this.element = element;
    }

    /**
     * Sets the object that the events refer to.
     *
     * @param object the object
     */
    public void of(DriverObject object) {
        element = object;
    }

    void raise(AsyncEventType type) {
        queue.add(type, Optional.ofNullable(element), 0);
    }

    /** Returns whether an event of the object is pending. */
    boolean isPending(AsyncEventType type) {
        DriverObject affected = element;
        return affected != null && queue.holds(type, affected);
    }

    /** Discards the pending events of the object. */
    void close() {
        DriverObject gone = element;
        if (gone != null) {
            queue.forget(gone);
        }
    }
}
