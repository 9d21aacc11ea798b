package org.verbena.provider.sim.transport;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEventType;
import org.verbena.spi.driver.DriverObject;

/** An object that things happen to: where its events go. */
public final class EventSource {
    /** Something that a thread can wait to be filled. */
    @FunctionalInterface
    public interface Waiting {
        /**
         * Whether the wait goes on.
         *
         * @return whether there is no event
         */
        boolean isEmpty();
    }

    private final EventQueue queue;
    private @Nullable DriverObject element;

    /**
     * A source of events of nobody yet.
     *
     * @param queue the queue of the context that the object belongs to
     */
    public EventSource(EventQueue queue) {
        this.queue = queue;
    }

    /**
     * A source of events.
     *
     * @param queue the queue of the context that the object belongs to
     * @param element the object
     */
    public EventSource(EventQueue queue, DriverObject element) {
        this.queue = queue;
        this.element = element;
    }

    /**
     * Says whose events they are.
     *
     * @param object the object
     */
    public void of(DriverObject object) {
        element = object;
    }

    void raise(AsyncEventType type) {
        queue.add(type, Optional.ofNullable(element), 0);
    }

    /** Forgets what has happened and nobody has heard of. */
    void close() {
        DriverObject gone = element;
        if (gone != null) {
            queue.forget(gone);
        }
    }
}
