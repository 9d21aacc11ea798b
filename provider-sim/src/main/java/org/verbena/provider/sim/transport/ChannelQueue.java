package org.verbena.provider.sim.transport;

import java.util.ArrayDeque;
import java.util.Optional;
import org.verbena.spi.DriverCq;

/** The pending events of a completion channel. */
public final class ChannelQueue implements EventSource.Waiting {
    private final Engine engine;
    private final ArrayDeque<DriverCq> events = new ArrayDeque<>();

    /**
     * Creates an empty queue.
     *
     * @param engine the fabric's engine
     */
    public ChannelQueue(Engine engine) {
        this.engine = engine;
    }

    void add(DriverCq queue) {
        events.add(queue);
        engine.signal();
    }

    /**
     * Takes the next event.
     *
     * @return the completion queue of the event, empty if there is no event
     */
    public Optional<DriverCq> next() {
        return Optional.ofNullable(events.poll());
    }

    /** Discards the events of a completion queue that is being destroyed, as the kernel does. */
    void forget(DriverCq queue) {
        events.removeIf(queue::equals);
    }

    @Override
    public boolean isEmpty() {
        return events.isEmpty();
    }
}
