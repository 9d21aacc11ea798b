// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.ArrayDeque;
import java.util.Optional;
import org.verbena.spi.DriverCq;

/** The pending events of a completion channel. */
public final class ChannelQueue implements EventSource.Waiting {
    private final Engine engine;
    private final ArrayDeque<Optional<DriverCq>> events = new ArrayDeque<>();

    /**
     * Creates an empty queue.
     *
     * @param engine the fabric's engine
     */
    public ChannelQueue(Engine engine) {
        this.engine = engine;
    }

    /** Adds an event. A queue always passes the same object, so that events do not allocate. */
    void add(Optional<DriverCq> queue) {
        events.add(queue);
        engine.signal();
    }

    /**
     * Takes the next event.
     *
     * @return the completion queue of the event, empty if there is no event
     */
    public Optional<DriverCq> next() {
        Optional<DriverCq> event = events.poll();
        return event == null ? Optional.empty() : event;
    }

    /** Discards the events of a completion queue that is being destroyed, as the kernel does. */
    void forget(Optional<DriverCq> queue) {
        events.removeIf(queue::equals);
    }

    @Override
    public boolean isEmpty() {
        return events.isEmpty();
    }
}
