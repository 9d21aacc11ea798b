// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.flight;

import java.util.function.Supplier;
import org.verbena.error.VerbsException;

/** An event that is being recorded. Not thread-safe. */
public abstract class FlightEntry {
    /** An entry that discards all fields, at no cost. */
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

    /** Returns whether the event is recorded. If not, the caller can skip the computation of field values. */
    public abstract boolean isRecorded();

    /** Sets a field of this kind of event. */
    public abstract FlightEntry with(FlightField field, String value);

    /** Sets a field of this kind of event. */
    public abstract FlightEntry with(FlightField field, long value);

    /** Writes the event. No other method may be called afterwards. */
    public abstract void commit();

    abstract void begin();

    abstract void end();

    /**
     * Calls the driver. The duration of the event is that of the call. If the call throws a {@link VerbsException},
     * this method writes the event with the errno and rethrows the exception. Otherwise the caller calls
     * {@link #commit()}, after setting further fields.
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

    /** Calls the driver and writes the event. The duration of the event is that of the call. */
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
