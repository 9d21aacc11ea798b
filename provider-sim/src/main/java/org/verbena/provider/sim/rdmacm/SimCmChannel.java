// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.verbena.cm.CmEventType;
import org.verbena.cm.PortSpace;
import org.verbena.provider.sim.transport.EventSource;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmEvent;
import org.verbena.spi.cm.DriverCmId;

/** An event channel. It has no file. The engine's lock protects the events. */
final class SimCmChannel implements DriverCmChannel, EventSource.Waiting {
    private final SimCm cm;
    private final ArrayDeque<DriverCmEvent> events = new ArrayDeque<>();

    SimCmChannel(SimCm cm) {
        this.cm = cm;
    }

    @Override
    public int fd() {
        return -1;
    }

    @Override
    public DriverCmId createId(PortSpace portSpace) {
        return cm.call(() -> new SimCmId(cm, this, portSpace));
    }

    @Override
    public Optional<DriverCmEvent> nextEvent() {
        return cm.call(() -> {
            Optional<DriverCmEvent> event = Optional.ofNullable(events.poll());
            event.ifPresent(taken -> {
                taken.listener().ifPresent(listener -> ((SimCmId) listener).id().requestTaken());
                ((SimCmId) taken.id()).taken(CmEventType.of(taken.type()));
            });
            return event;
        });
    }

    @Override
    public void awaitEvent(long nanos) throws InterruptedException {
        cm.engine().await(this, nanos);
    }

    @Override
    public void destroy() {
        cm.call(() -> {
            events.clear();
            return this;
        });
    }

    @Override
    public boolean isEmpty() {
        return events.isEmpty();
    }

    void add(DriverCmEvent event) {
        events.add(event);
        cm.engine().signal();
    }

    /** Drops the events of an identifier that is being destroyed, and returns them. */
    List<DriverCmEvent> take(DriverCmId id) {
        List<DriverCmEvent> taken =
                events.stream().filter(event -> concerns(event, id)).toList();
        events.removeIf(event -> concerns(event, id));
        return taken;
    }

    /** Drops the events of a membership. */
    void forgetGroup(DriverCmId id, long group) {
        events.removeIf(event -> event.id().equals(id) && event.group() == group);
    }

    private static boolean concerns(DriverCmEvent event, DriverCmId id) {
        return event.listener().orElse(event.id()).equals(id);
    }
}
