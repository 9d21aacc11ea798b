// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.flight;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.verbena.core.observe.EventLog;

/** An event that goes to an {@link EventLog}, and to the Flight Recorder if a recording enables it. */
final class LoggedEntry extends FlightEntry {
    private final EventLog log;
    private final String name;
    private final FlightEntry recorded;
    private final Map<String, Object> fields = new LinkedHashMap<>();

    LoggedEntry(EventLog log, String name, FlightEntry recorded) {
        this.log = log;
        this.name = name;
        this.recorded = recorded;
    }

    @Override
    public boolean isRecorded() {
        return true;
    }

    @Override
    public FlightEntry with(FlightField field, String value) {
        recorded.with(field, value);
        fields.put(field.key(), value);
        return this;
    }

    @Override
    public FlightEntry with(FlightField field, long value) {
        recorded.with(field, value);
        fields.put(field.key(), value);
        return this;
    }

    @Override
    public void commit() {
        recorded.commit();
        log.add(new EventLog.Event(Instant.now(), name, fields));
    }

    @Override
    void begin() {
        recorded.begin();
    }

    @Override
    void end() {
        recorded.end();
    }
}
