// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.core.flight.FlightEntry;
import org.verbena.core.flight.FlightEvent;
import org.verbena.core.flight.FlightField;
import org.verbena.core.observe.EventLog;
import org.verbena.core.observe.ObjectKind;

/**
 * The identity of the device context of an object.
 *
 * @param number the sequence number of the context in this JVM, from 1
 * @param provider the name of the provider
 * @param device the name of the device
 * @param log the log of the provider, null if it has none
 */
record ContextId(
        long number,
        String provider,
        String device,
        @Nullable EventLog log) {
    private static final AtomicLong LAST = new AtomicLong();

    /** Returns the identity for a context that is about to be opened. */
    static ContextId next(String provider, Device device, @Nullable EventLog log) {
        return new ContextId(LAST.incrementAndGet(), provider, device.name(), log);
    }

    /** Returns whether an event in this context is recorded or logged. */
    boolean isEnabled(FlightEvent event) {
        return log != null || event.isEnabled();
    }

    /** Begins an event in this context. */
    FlightEntry begin(FlightEvent event) {
        FlightEntry entry = log == null ? event.begin() : event.begin(log);
        return entry.with(FlightField.DEVICE, device).with(FlightField.CONTEXT_ID, number);
    }

    /** Begins the Flight Recorder event of an object that is about to be created. */
    FlightEntry beginCreate(String verb, ObjectKind kind) {
        return begin(FlightEvent.HANDLE_CREATE).with(FlightField.VERB, verb).with(FlightField.KIND, kind.description());
    }
}
