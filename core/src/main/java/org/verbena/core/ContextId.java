package org.verbena.core;

import java.util.concurrent.atomic.AtomicLong;
import org.verbena.Device;
import org.verbena.core.flight.FlightEntry;
import org.verbena.core.flight.FlightEvent;
import org.verbena.core.flight.FlightField;

/**
 * The identity of the device context of an object.
 *
 * @param number the sequence number of the context in this JVM, from 1
 * @param device the name of the device
 */
record ContextId(long number, String device) {
    private static final AtomicLong LAST = new AtomicLong();

    /** Returns the identity for a context that is about to be opened. */
    static ContextId next(Device device) {
        return new ContextId(LAST.incrementAndGet(), device.name());
    }

    /** Begins a Flight Recorder event in this context. */
    FlightEntry begin(FlightEvent event) {
        return event.begin().with(FlightField.DEVICE, device).with(FlightField.CONTEXT_ID, number);
    }

    /** Begins the Flight Recorder event of an object that is about to be created. */
    FlightEntry beginCreate(String verb, ObjectKind kind) {
        return begin(FlightEvent.HANDLE_CREATE).with(FlightField.VERB, verb).with(FlightField.KIND, kind.description());
    }
}
