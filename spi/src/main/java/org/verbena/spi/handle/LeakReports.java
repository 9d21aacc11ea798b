package org.verbena.spi.handle;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import java.lang.ref.Cleaner.Cleanable;
import org.verbena.spi.flight.FlightEntry;
import org.verbena.spi.flight.FlightEvent;
import org.verbena.spi.flight.FlightField;
import org.verbena.spi.observe.HandleInfo;

/**
 * Tells of objects that became unreachable without having been closed, with the place of their creation. It destroys
 * nothing: the garbage collector does not know the order in which the driver wants that.
 */
final class LeakReports {
    /** The name of the logger. */
    static final String LOGGER = "org.verbena.leaks";

    private static final Cleaner CLEANER = Cleaner.create();

    private LeakReports() {}

    /**
     * Watches a handle; the resource must not refer to it.
     *
     * @return ends it, reporting nothing, once the resource is closed: the garbage collector has no work with the handle
     */
    static Cleanable watch(Handle handle, Resource resource) {
        return CLEANER.register(handle, () -> report(resource));
    }

    private static void report(Resource resource) {
        if (resource.isForgotten()) {
            Logger logger = System.getLogger(LOGGER);
            logger.log(
                    Level.WARNING,
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
