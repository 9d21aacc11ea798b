package org.verbena.core;

import java.time.Duration;
import java.util.Optional;
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
        return call(VERB, () -> {
            Optional<DriverCq> reporting = driver.nextEvent();
            while (reporting.isPresent()) {
                Optional<CompletionQueue> queue = reporting.flatMap(this::received);
                if (queue.isPresent()) {
                    return queue;
                }
                reporting = driver.nextEvent();
            }
            return Optional.empty();
        });
    }

    /**
     * Returns the handle of the queue that reported an event. If the handle is unreachable, the event is acknowledged
     * here, because the application cannot acknowledge it.
     */
    private Optional<CompletionQueue> received(DriverCq reporting) {
        Optional<CqHandle> queue = owner().handleOf(reporting).map(CqHandle.class::cast);
        queue.ifPresentOrElse(CqHandle::received, () -> reporting.ackEvents(1));
        return queue.map(CompletionQueue.class::cast);
    }

    @Override
    public Optional<CompletionQueue> nextEvent(Duration timeout) throws InterruptedException {
        return waiters.await(this::nextEvent, timeout);
    }
}
