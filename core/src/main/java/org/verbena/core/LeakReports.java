// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import java.lang.ref.Cleaner.Cleanable;
import org.verbena.core.flight.FlightEntry;
import org.verbena.core.flight.FlightEvent;
import org.verbena.core.flight.FlightField;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.ObjectKind;

/**
 * Reports objects that became unreachable without being closed, with their creation sites. It destroys nothing, because
 * the garbage collector does not know the order that the driver requires.
 */
final class LeakReports {
    /** The name of the logger. */
    static final String LOGGER = "org.verbena.leaks";

    private static final Cleaner CLEANER = Cleaner.create();

    private LeakReports() {}

    /**
     * Watches a handle. The resource must not refer to the handle.
     *
     * @return the registration; {@code clean()} after the close ends the watch without a report, and spares the garbage
     *     collector work with the handle
     */
    static Cleanable watch(Handle handle, Resource resource) {
        return CLEANER.register(handle, () -> report(resource));
    }

    /** Runs an action after a handle has become unreachable. The action must not refer to the handle. */
    static void afterLoss(Handle handle, Runnable action) {
        CLEANER.register(handle, action);
    }

    private static void report(Resource resource) {
        if (resource.isForgotten()) {
            Logger logger = System.getLogger(LOGGER);
            // Programs often leave a domain to the context. It holds neither memory nor a queue.
            logger.log(
                    resource.kind() == ObjectKind.PD ? Level.DEBUG : Level.WARNING,
                    resource + " was never closed",
                    resource.creation().trace());
            record(resource);
        }
    }

    private static void record(Resource resource) {
        FlightEntry entry = resource.begin(FlightEvent.HANDLE_LEAK);
        if (entry.isRecorded()) {
            HandleInfo lost = resource.info();
            entry.with(FlightField.KIND, lost.kind())
                    .with(FlightField.SINCE, lost.since().toEpochMilli())
                    .with(FlightField.CREATED_BY, lost.creation().toString())
                    .with(
                            FlightField.CREATION_STACK,
                            String.join("\n", lost.creation().lines()))
                    .commit();
        }
    }
}
