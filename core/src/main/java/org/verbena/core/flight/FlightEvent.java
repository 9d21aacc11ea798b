// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.flight;

import static org.verbena.core.flight.FlightField.ATTRIBUTES;
import static org.verbena.core.flight.FlightField.CONTEXT_ID;
import static org.verbena.core.flight.FlightField.CREATED_BY;
import static org.verbena.core.flight.FlightField.CREATION_STACK;
import static org.verbena.core.flight.FlightField.DEVICE;
import static org.verbena.core.flight.FlightField.ERRNO;
import static org.verbena.core.flight.FlightField.ERRNO_NAME;
import static org.verbena.core.flight.FlightField.EVENT_TYPE;
import static org.verbena.core.flight.FlightField.EVENT_TYPE_NAME;
import static org.verbena.core.flight.FlightField.FROM_STATE;
import static org.verbena.core.flight.FlightField.KIND;
import static org.verbena.core.flight.FlightField.OBJECT;
import static org.verbena.core.flight.FlightField.PORT_NUM;
import static org.verbena.core.flight.FlightField.QP_NUM;
import static org.verbena.core.flight.FlightField.SINCE;
import static org.verbena.core.flight.FlightField.STATUS;
import static org.verbena.core.flight.FlightField.STATUS_NAME;
import static org.verbena.core.flight.FlightField.TO_STATE;
import static org.verbena.core.flight.FlightField.VENDOR_ERR;
import static org.verbena.core.flight.FlightField.VERB;
import static org.verbena.core.flight.FlightField.WR_ID;

import java.util.List;
import org.verbena.core.observe.EventLog;

/** The kinds of events. All are disabled until a recording enables them. */
public enum FlightEvent {
    HANDLE_CREATE(
            "HandleCreate",
            "Handle Creation",
            "Call to the driver that creates an object or opens a device",
            Origin.CALLER,
            VERB,
            KIND,
            OBJECT,
            DEVICE,
            CONTEXT_ID,
            ERRNO,
            ERRNO_NAME),
    QP_MODIFY(
            "QpModify",
            "Queue Pair Modification",
            "Call to the driver that modifies a queue pair",
            Origin.CALLER,
            VERB,
            OBJECT,
            DEVICE,
            CONTEXT_ID,
            QP_NUM,
            ATTRIBUTES,
            FROM_STATE,
            TO_STATE,
            ERRNO,
            ERRNO_NAME),
    HANDLE_DESTROY(
            "HandleDestroy",
            "Handle Destruction",
            "Call to the driver that destroys an object or closes a device",
            Origin.CALLER,
            VERB,
            KIND,
            OBJECT,
            DEVICE,
            CONTEXT_ID,
            ERRNO,
            ERRNO_NAME),
    ERROR_COMPLETION(
            "ErrorCompletion",
            "Error Completion",
            "Completion with an error status that the application polled",
            Origin.QUEUE,
            OBJECT,
            DEVICE,
            CONTEXT_ID,
            QP_NUM,
            WR_ID,
            STATUS,
            STATUS_NAME,
            VENDOR_ERR),
    ASYNC_EVENT(
            "AsyncEvent",
            "Asynchronous Event",
            "Asynchronous event that the application received",
            Origin.QUEUE,
            EVENT_TYPE,
            EVENT_TYPE_NAME,
            OBJECT,
            PORT_NUM,
            DEVICE,
            CONTEXT_ID),
    HANDLE_LEAK(
            "HandleLeak",
            "Handle Leak",
            "Object that the application lost without closing it",
            Origin.QUEUE,
            KIND,
            OBJECT,
            DEVICE,
            CONTEXT_ID,
            SINCE,
            CREATED_BY,
            CREATION_STACK);

    /** The relevance of the stack trace of the thread that records an event. */
    private enum Origin {
        /** The stack trace shows the code that requested the operation. */
        CALLER,
        /** The stack trace shows the code that read the event from a queue; the cause lies elsewhere. */
        QUEUE
    }

    private static final String PREFIX = "org.verbena.";

    private final String name;
    private final String label;
    private final String description;
    private final Origin origin;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<FlightField> fields;

    FlightEvent(String name, String label, String description, Origin origin, FlightField... fields) {
        this.name = PREFIX + name;
        this.label = label;
        this.description = description;
        this.origin = origin;
        this.fields = List.of(fields);
    }

    /** Returns the name of the event in a recording and in the recording settings. */
    String eventName() {
        return name;
    }

    String label() {
        return label;
    }

    String description() {
        return description;
    }

    boolean hasStackTrace() {
        return origin == Origin.CALLER;
    }

    List<FlightField> fields() {
        return fields;
    }

    /**
     * Returns whether a recording currently enables this event. The check is cheap enough for the data path, which
     * performs it on each poll.
     */
    public boolean isEnabled() {
        return EventSink.OF_THIS_JVM.isEnabled(this);
    }

    /** Begins an entry. Returns {@link FlightEntry#NONE} if no recording enables this event. */
    public FlightEntry begin() {
        return isEnabled() ? EventSink.OF_THIS_JVM.begin(this) : FlightEntry.NONE;
    }

    /** Begins an entry that goes to a log as well. */
    public FlightEntry begin(EventLog log) {
        return new LoggedEntry(log, name.substring(PREFIX.length()), begin());
    }
}
