// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.ArrayDeque;
import java.util.Optional;
import org.verbena.attr.AsyncEventType;
import org.verbena.spi.DriverAsyncEvent;
import org.verbena.spi.DriverObject;

/** The pending asynchronous events of a context. */
public final class EventQueue implements EventSource.Waiting {
    private final Engine engine;
    private final ArrayDeque<DriverAsyncEvent> events = new ArrayDeque<>();

    /**
     * Creates an empty queue.
     *
     * @param engine the fabric's engine
     */
    public EventQueue(Engine engine) {
        this.engine = engine;
    }

    /**
     * Adds an event.
     *
     * @param type the type of the event
     * @param element the affected object, if there is one
     * @param portNum the affected port, otherwise 0
     */
    public void add(AsyncEventType type, Optional<DriverObject> element, int portNum) {
        events.add(new DriverAsyncEvent(type.value(), element, portNum));
        engine.signal();
    }

    /**
     * Takes the next event.
     *
     * @return the event, empty if there is none
     */
    public Optional<DriverAsyncEvent> next() {
        return Optional.ofNullable(events.poll());
    }

    /** Discards the events of an object that is being destroyed, as the kernel does. */
    void forget(DriverObject element) {
        events.removeIf(event -> event.element().filter(element::equals).isPresent());
    }

    boolean holds(AsyncEventType type, DriverObject element) {
        return events.stream()
                .anyMatch(event -> event.eventTypeCode() == type.value()
                        && event.element().filter(element::equals).isPresent());
    }

    @Override
    public boolean isEmpty() {
        return events.isEmpty();
    }
}
