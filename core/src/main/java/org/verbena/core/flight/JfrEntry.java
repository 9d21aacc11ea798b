// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.flight;

import java.util.List;
import jdk.jfr.Event;

/** An event of the Flight Recorder. */
final class JfrEntry extends FlightEntry {
    private final Event event;
    private final List<FlightField> fields;

    JfrEntry(Event event, List<FlightField> fields) {
        this.event = event;
        this.fields = fields;
    }

    @Override
    public boolean isRecorded() {
        return true;
    }

    @Override
    public FlightEntry with(FlightField field, String value) {
        return set(field, value);
    }

    @Override
    public FlightEntry with(FlightField field, long value) {
        return set(field, value);
    }

    /** Sets a field. The event rejects an index or a value that does not fit. */
    private FlightEntry set(FlightField field, Object value) {
        event.set(fields.indexOf(field), value);
        return this;
    }

    @Override
    public void commit() {
        event.commit();
    }

    @Override
    void begin() {
        event.begin();
    }

    @Override
    void end() {
        event.end();
    }
}
