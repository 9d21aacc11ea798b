package org.verbena.provider.sim.transport;

import java.util.ArrayDeque;
import java.util.Optional;
import org.verbena.AsyncEventType;
import org.verbena.spi.driver.DriverAsyncEvent;
import org.verbena.spi.driver.DriverObject;

/** The asynchronous events of a context that nobody has fetched yet. */
public final class EventQueue implements EventSource.Waiting {
    private final Engine engine;
    private final ArrayDeque<DriverAsyncEvent> events = new ArrayDeque<>();

    /**
     * An empty queue.
     *
     * @param engine the fabric's engine
     */
    public EventQueue(Engine engine) {
        this.engine = engine;
    }

    /**
     * Adds an event.
     *
     * @param type what happened
     * @param element to which object, if to one
     * @param portNum to which port, otherwise 0
     */
    public void add(AsyncEventType type, Optional<DriverObject> element, int portNum) {
        events.add(new DriverAsyncEvent(type.value(), element, portNum));
        engine.signal();
    }

    /**
     * Takes the next event.
     *
     * @return the event, if there is one
     */
    public Optional<DriverAsyncEvent> next() {
        return Optional.ofNullable(events.poll());
    }

    /** Forgets the events of an object that goes, as the kernel does. */
    void forget(DriverObject element) {
        events.removeIf(event -> event.element().filter(element::equals).isPresent());
    }

    @Override
    public boolean isEmpty() {
        return events.isEmpty();
    }
}
