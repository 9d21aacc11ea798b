package org.verbena.spi.flight;

import java.util.function.Supplier;
import org.verbena.VerbsException;

/** An event that is being written. Used by one thread. */
public abstract class FlightEntry {
    /** Takes nothing, and costs nothing. */
    public static final FlightEntry NONE = new FlightEntry() {
        @Override
        public boolean isRecorded() {
            return false;
        }

        @Override
        public FlightEntry with(FlightField field, String value) {
            return this;
        }

        @Override
        public FlightEntry with(FlightField field, long value) {
            return this;
        }

        @Override
        public void commit() {}

        @Override
        void begin() {}

        @Override
        void end() {}
    };

    FlightEntry() {}

    /** Whether anybody reads it: what it takes to find out values can be spared otherwise. */
    public abstract boolean isRecorded();

    /** Fills a field of this kind of event. */
    public abstract FlightEntry with(FlightField field, String value);

    /** Fills a field of this kind of event. */
    public abstract FlightEntry with(FlightField field, long value);

    /** Writes it; the last thing to do with it. */
    public abstract void commit();

    abstract void begin();

    abstract void end();

    /**
     * Calls the driver; the event lasts as long as that. If the driver refuses, the event is written with the errno. If
     * it does not, {@link #commit()} is left to the caller, who may have more to say.
     */
    public final <T> T during(Supplier<T> driverCall) {
        if (!isRecorded()) {
            return driverCall.get();
        }
        begin();
        try {
            T result = driverCall.get();
            end();
            return result;
        } catch (VerbsException e) {
            end();
            with(FlightField.ERRNO, e.errno().number());
            with(FlightField.ERRNO_NAME, e.errno().name());
            commit();
            throw e;
        }
    }

    /** Calls the driver and writes the event, which lasts as long as that. */
    public final void commitAfter(Runnable driverCall) {
        if (!isRecorded()) {
            driverCall.run();
            return;
        }
        during(() -> {
            driverCall.run();
            return this;
        });
        commit();
    }
}
