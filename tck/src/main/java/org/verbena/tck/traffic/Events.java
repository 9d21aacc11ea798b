// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEvents;
import org.verbena.VerbsObject;
import org.verbena.attr.AsyncEventType;
import org.verbena.tck.fixture.Fixture;

/** The asynchronous events of a device. */
public final class Events {
    private static final Duration MOMENT = Duration.ofMillis(30);

    private final AsyncEvents events;
    private final Duration patience;

    private Events(AsyncEvents events, Duration patience) {
        this.events = events;
        this.patience = patience;
    }

    /**
     * Returns the events of a device.
     *
     * @param fixture the device
     * @return all events since the device was opened
     */
    public static Events of(Fixture fixture) {
        return new Events(fixture.context().asyncEvents(), fixture.patience());
    }

    /**
     * Waits for an event and skips others.
     *
     * @param type the type of the event
     * @param element the object of the event
     */
    public void await(AsyncEventType type, VerbsObject element) {
        Completions.Deadline deadline = Completions.Deadline.in(patience);
        do {
            Optional<AsyncEvent> event = next(patience);
            if (event.isPresent() && event.get().eventType() == type) {
                assertThat(event.get().element()).containsSame(element);
                return;
            }
        } while (!deadline.hasPassed());
        throw new AssertionError("No event " + type + " came of " + element);
    }

    /** Asserts that no event arrives within a moment. */
    public void assertNone() {
        assertThat(next(MOMENT)).isEmpty();
    }

    private Optional<AsyncEvent> next(Duration patience) {
        try {
            return events.nextEvent(patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting for an event", e);
        }
    }
}
