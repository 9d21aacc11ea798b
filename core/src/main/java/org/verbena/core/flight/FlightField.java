package org.verbena.core.flight;

/** The fields of events. A field has the same name and meaning in every event. */
public enum FlightField {
    VERB("verb", String.class, "Verb", "The C function"),
    KIND("kind", String.class, "Kind", "What the object is: queue pair, device context"),
    OBJECT("object", String.class, "Object", "The name of the object, as in messages; none if there is no such object"),
    DEVICE("device", String.class, "Device", "The name of the device"),
    CONTEXT_ID("contextId", long.class, "Context", "Which device context: 1 for the first of this JVM"),
    ERRNO("errno", long.class, "Errno", "The number of the refusal; 0 if the call was carried out"),
    ERRNO_NAME("errnoName", String.class, "Errno Name", "Its name in errno.h; none if the call was carried out"),
    ATTRIBUTES("attributes", String.class, "Attributes", "What was to change: the flags of the mask"),
    FROM_STATE("fromState", String.class, "From State", "The state before the call, as the library keeps it"),
    TO_STATE("toState", String.class, "To State", "The state asked for; none if the call was not to change it"),
    QP_NUM("qpNum", long.class, "QP Number", "qp_num; -1 where the completion queue was made without that field"),
    WR_ID("wrId", long.class, "WR Id", "wr_id: the application's number of the work request"),
    STATUS("status", long.class, "Status", "enum ibv_wc_status"),
    STATUS_NAME("statusName", String.class, "Status Name", "The status without IBV_WC_"),
    VENDOR_ERR("vendorErr", long.class, "Vendor Error", "vendor_err: what the driver's vendor adds"),
    EVENT_TYPE("eventType", long.class, "Event Type", "enum ibv_event_type"),
    EVENT_TYPE_NAME("eventTypeName", String.class, "Event Type Name", "The event type without IBV_EVENT_"),
    PORT_NUM("portNum", long.class, "Port", "The port of a port's event, 1 for the first; otherwise 0"),
    /** The creation time in milliseconds since 1970. {@code JfrSink} adds an annotation with this unit for viewers. */
    SINCE("since", long.class, "Since", "When the object was created"),
    CREATED_BY("createdBy", String.class, "Created By", "The frame of the application that created the object"),
    CREATION_STACK("creationStack", String.class, "Creation Stack", "The frames of its creation, the innermost first");

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
