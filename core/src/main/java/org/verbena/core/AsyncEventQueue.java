// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEventListener;
import org.verbena.AsyncEvents;
import org.verbena.VerbsObject;
import org.verbena.core.counters.Tally;
import org.verbena.core.flight.FlightEntry;
import org.verbena.core.flight.FlightEvent;
import org.verbena.core.flight.FlightField;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.core.waiting.Waiters;
import org.verbena.spi.DriverAsyncEvent;
import org.verbena.spi.DriverContext;

/** The asynchronous events of a context. */
final class AsyncEventQueue implements AsyncEvents {
    private static final String VERB = "ibv_get_async_event";

    private final ContextHandle context;
    private final DriverContext driver;
    private final Waiters waiters;
    private final @Nullable Tally tally;

    AsyncEventQueue(ContextHandle context, DriverContext driver) {
        this.context = context;
        this.driver = driver;
        this.tally = DataPathCounters.isEnabled() ? context.resources().count(context, Tally.ofContext()) : null;
        this.waiters = new Waiters(context.toString(), VERB, driver::awaitAsyncEvent);
    }

    Waiters waiters() {
        return waiters;
    }

    @Override
    public Optional<AsyncEvent> nextEvent() {
        return context.call(VERB, () -> driver.nextAsyncEvent().map(this::event));
    }

    private AsyncEvent event(DriverAsyncEvent event) {
        Optional<VerbsObject> element = event.element().map(context::handleOf);
        AsyncEvent told = new AsyncEvent(event.eventTypeCode(), element, event.portNum());
        record(told);
        return told;
    }

    private void record(AsyncEvent event) {
        if (tally != null) {
            tally.incrementShared(Tally.ASYNC_EVENTS);
        }
        FlightEntry entry = context.resource().contextId().begin(FlightEvent.ASYNC_EVENT);
        if (entry.isRecorded()) {
            entry.with(FlightField.EVENT_TYPE, event.eventTypeCode())
                    .with(FlightField.EVENT_TYPE_NAME, event.eventType().name())
                    .with(FlightField.PORT_NUM, event.portNum());
            event.element().ifPresent(element -> entry.with(FlightField.OBJECT, element.toString()));
            entry.commit();
        }
    }

    @Override
    public Optional<AsyncEvent> nextEvent(Duration timeout) throws InterruptedException {
        return waiters.await(this::nextEvent, timeout);
    }

    @Override
    public Listening listen(AsyncEventListener listener) {
        RequestChecks.present("listen", context, listener);
        return AsyncEventListening.start(this, listener, context.toString());
    }
}
