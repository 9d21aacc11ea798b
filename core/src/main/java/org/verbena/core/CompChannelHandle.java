// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.core.waiting.Waiters;
import org.verbena.spi.DriverCompChannel;
import org.verbena.spi.DriverCq;

/** A completion channel. */
final class CompChannelHandle extends Handle implements CompletionChannel {
    private static final String VERB = "ibv_get_cq_event";

    private final DriverCompChannel driver;
    private final Waiters waiters;

    // A thread that takes many events allocates nothing for each of them.
    private final Supplier<Optional<CompletionQueue>> taking = this::take;
    private final Supplier<Optional<CompletionQueue>> polling = this::nextEvent;

    CompChannelHandle(ContextHandle owner, Resource resource, DriverCompChannel driver) {
        super(owner, resource);
        this.driver = driver;
        this.waiters = new Waiters(resource.toString(), VERB, driver::awaitEvent);
        resource.closesWith(waiters);
    }

    @Override
    public int fd() {
        return call("ibv_create_comp_channel", driver::fd);
    }

    @Override
    public Optional<CompletionQueue> nextEvent() {
        return call(VERB, taking);
    }

    private Optional<CompletionQueue> take() {
        Optional<CompletionQueue> queue = Optional.empty();
        while (queue.isEmpty()) {
            Optional<DriverCq> reporting = driver.nextEvent();
            if (reporting.isEmpty()) {
                break;
            }
            queue = received(reporting.get());
        }
        return queue;
    }

    /**
     * Returns the handle of the queue that reported an event. If the handle is unreachable, the event is acknowledged
     * here, because the application cannot acknowledge it.
     */
    private Optional<CompletionQueue> received(DriverCq reporting) {
        if (owner().handleOf(reporting) instanceof CqHandle queue) {
            return queue.received();
        }
        reporting.ackEvents(1);
        return Optional.empty();
    }

    @Override
    public Optional<CompletionQueue> nextEvent(Duration timeout) throws InterruptedException {
        return waiters.await(polling, timeout);
    }
}
