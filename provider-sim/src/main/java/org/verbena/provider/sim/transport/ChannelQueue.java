package org.verbena.provider.sim.transport;

import java.util.ArrayDeque;
import java.util.Optional;
import org.verbena.spi.driver.DriverCq;

/** The events of a completion channel that nobody has fetched yet. */
public final class ChannelQueue implements EventSource.Waiting {
    private final Engine engine;
    private final ArrayDeque<DriverCq> events = new ArrayDeque<>();

    /**
     * An empty queue.
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
     * @return the completion queue that it is about, if there is one
     */
    public Optional<DriverCq> next() {
        return Optional.ofNullable(events.poll());
    }

    /** Forgets the events of a queue that goes, as the kernel does. */
    void forget(DriverCq queue) {
        events.removeIf(queue::equals);
    }

    @Override
    public boolean isEmpty() {
        return events.isEmpty();
    }
}
