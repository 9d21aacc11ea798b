// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.verbena.provider.sim.transport.ChannelQueue;
import org.verbena.spi.DriverCompChannel;
import org.verbena.spi.DriverCq;

/** A completion channel. It has no file. */
final class SimCompChannel extends SimObject implements DriverCompChannel {
    private final ChannelQueue events;
    private final Supplier<Optional<DriverCq>> next;

    SimCompChannel(SimKernel kernel) {
        super(kernel, ObjectType.COMP_CHANNEL, List.of());
        this.events = new ChannelQueue(kernel.engine());
        this.next = events::next;
    }

    ChannelQueue events() {
        return events;
    }

    @Override
    public int fd() {
        return -1;
    }

    @Override
    public Optional<DriverCq> nextEvent() {
        return kernel().nextEvent("ibv_get_cq_event", next);
    }

    @Override
    public void awaitEvent(long nanos) throws InterruptedException {
        kernel().engine().await(events, nanos);
    }
}
