// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A log of the events of handles, for tests. It contains the events of the Flight Recorder, for one provider instead of
 * the whole JVM, and needs neither a recording nor the module {@code jdk.jfr}. It keeps the latest events. Thread-safe.
 */
public final class EventLog {
    /**
     * An event.
     *
     * @param time the time when the event was added
     * @param name the name of the event, for example {@code QpModify}
     * @param fields the fields by name, in order; a field without a value is absent
     */
    public record Event(Instant time, String name, Map<String, Object> fields) {
        /** Creates an event with a copy of the fields. */
        public Event {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }

        /** Returns the event as a line of text: time, name and fields. */
        @Override
        public String toString() {
            return fields.entrySet().stream()
                    .map(field -> field.getKey() + "=" + field.getValue())
                    .collect(Collectors.joining(", ", time + " " + name + " ", ""));
        }
    }

    private final int capacity;
    private final Deque<Event> events = new ArrayDeque<>();

    /**
     * Creates an empty log.
     *
     * @param capacity the maximum number of events, at least 1; a further event replaces the oldest one
     * @throws IllegalArgumentException if the capacity is out of range
     */
    public EventLog(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity = " + capacity + ", limit 1 and above");
        }
        this.capacity = capacity;
    }

    /**
     * Adds an event.
     *
     * @param event the event
     */
    public synchronized void add(Event event) {
        if (events.size() == capacity) {
            events.removeFirst();
        }
        events.addLast(event);
    }

    /** {@return the events, the oldest event first} */
    public synchronized List<Event> events() {
        return List.copyOf(events);
    }
}
