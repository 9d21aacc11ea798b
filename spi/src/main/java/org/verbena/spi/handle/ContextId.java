package org.verbena.spi.handle;

import java.util.concurrent.atomic.AtomicLong;
import org.verbena.Device;
import org.verbena.spi.flight.FlightEntry;
import org.verbena.spi.flight.FlightEvent;
import org.verbena.spi.flight.FlightField;

/**
 * Which device context an object belongs to.
 *
 * @param number counts the contexts of this JVM from 1
 * @param device the name of its device
 */
record ContextId(long number, String device) {
    private static final AtomicLong LAST = new AtomicLong();

    /** The identity of a context that is about to open. */
    static ContextId next(Device device) {
        return new ContextId(LAST.incrementAndGet(), device.name());
    }

    /** Begins to tell the Flight Recorder of something in this context. */
    FlightEntry begin(FlightEvent event) {
        return event.begin().with(FlightField.DEVICE, device).with(FlightField.CONTEXT_ID, number);
    }

    /** Begins to tell it of an object that is about to be created. */
    FlightEntry beginCreate(String verb, ObjectKind kind) {
        return begin(FlightEvent.HANDLE_CREATE).with(FlightField.VERB, verb).with(FlightField.KIND, kind.description());
    }
}
