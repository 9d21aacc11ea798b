// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.flight;

/** The fields of events. A field has the same name and meaning in every event. */
public enum FlightField {
    VERB("verb", String.class, "Verb", "Name of the C function"),
    KIND("kind", String.class, "Kind", "Kind of the object, for example queue pair"),
    OBJECT("object", String.class, "Object", "Name of the object as in exception messages, null if there is no object"),
    DEVICE("device", String.class, "Device", "Name of the device"),
    CONTEXT_ID("contextId", long.class, "Device Context", "Number of the device context in this JVM, from 1"),
    ERRNO("errno", long.class, "Errno", "Error number of the call, 0 if the call succeeded"),
    ERRNO_NAME(
            "errnoName", String.class, "Errno Name", "Name of the error number in errno.h, null if the call succeeded"),
    ATTRIBUTES("attributes", String.class, "Attributes", "Attributes in the mask of the call"),
    FROM_STATE("fromState", String.class, "From State", "State before the call, as the library stores it"),
    TO_STATE("toState", String.class, "To State", "Requested state, null if the call does not change the state"),
    QP_NUM("qpNum", long.class, "Queue Pair Number", "qp_num, -1 if the completion queue lacks this field"),
    WR_ID("wrId", long.class, "Work Request ID", "wr_id that the application chose"),
    STATUS("status", long.class, "Status", "Value of enum ibv_wc_status"),
    STATUS_NAME("statusName", String.class, "Status Name", "Name of the status without IBV_WC_"),
    VENDOR_ERR("vendorErr", long.class, "Vendor Error", "vendor_err, a code of the vendor"),
    EVENT_TYPE("eventType", long.class, "Event Type", "Value of enum ibv_event_type"),
    EVENT_TYPE_NAME("eventTypeName", String.class, "Event Type Name", "Name of the event type without IBV_EVENT_"),
    PORT_NUM("portNum", long.class, "Port", "Port number of a port event from 1, 0 for other events"),
    /** The creation time in milliseconds since 1970. {@code JfrSink} adds an annotation with this unit for viewers. */
    SINCE("since", long.class, "Since", "Creation time of the object"),
    CREATED_BY("createdBy", String.class, "Created By", "Stack frame of the application that created the object"),
    CREATION_STACK("creationStack", String.class, "Creation Stack", "Stack frames of the creation, innermost first");

    private final String key;
    private final Class<?> type;
    private final String label;
    private final String description;

    FlightField(String key, Class<?> type, String label, String description) {
        this.key = key;
        this.type = type;
        this.label = label;
        this.description = description;
    }

    /** Returns the name of the field in a recording. */
    String key() {
        return key;
    }

    Class<?> type() {
        return type;
    }

    String label() {
        return label;
    }

    String description() {
        return description;
    }
}
