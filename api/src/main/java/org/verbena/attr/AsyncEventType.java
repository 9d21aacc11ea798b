// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Types of asynchronous events: {@code enum ibv_event_type}. */
public enum AsyncEventType implements VerbsEnum {
    /** A completion queue overran or failed for another reason. */
    CQ_ERR("IBV_EVENT_CQ_ERR", 0),

    /** A queue pair failed. */
    QP_FATAL("IBV_EVENT_QP_FATAL", 1),

    /** A queue pair received an invalid request. */
    QP_REQ_ERR("IBV_EVENT_QP_REQ_ERR", 2),

    /** A queue pair received a request that the access rights of its memory do not allow. */
    QP_ACCESS_ERR("IBV_EVENT_QP_ACCESS_ERR", 3),

    /** A queue pair in RTR received its first message. */
    COMM_EST("IBV_EVENT_COMM_EST", 4),

    /** The send queue of a queue pair in state SQD has drained. */
    SQ_DRAINED("IBV_EVENT_SQ_DRAINED", 5),

    /** A queue pair migrated to its alternate path. */
    PATH_MIG("IBV_EVENT_PATH_MIG", 6),

    /** A queue pair failed to migrate to its alternate path. */
    PATH_MIG_ERR("IBV_EVENT_PATH_MIG_ERR", 7),

    /** The device failed. */
    DEVICE_FATAL("IBV_EVENT_DEVICE_FATAL", 8),

    /** A port became active. */
    PORT_ACTIVE("IBV_EVENT_PORT_ACTIVE", 9),

    /** A port went down. */
    PORT_ERR("IBV_EVENT_PORT_ERR", 10),

    /** The LID of a port changed. */
    LID_CHANGE("IBV_EVENT_LID_CHANGE", 11),

    /** The P_Key table of a port changed. */
    PKEY_CHANGE("IBV_EVENT_PKEY_CHANGE", 12),

    /** The subnet manager of a port changed. */
    SM_CHANGE("IBV_EVENT_SM_CHANGE", 13),

    /** A shared receive queue failed. */
    SRQ_ERR("IBV_EVENT_SRQ_ERR", 14),

    /** A shared receive queue fell below its limit. The event disarms the limit. */
    SRQ_LIMIT_REACHED("IBV_EVENT_SRQ_LIMIT_REACHED", 15),

    /** A queue pair in the error state takes no further work requests from its shared receive queue. */
    QP_LAST_WQE_REACHED("IBV_EVENT_QP_LAST_WQE_REACHED", 16),

    /** The subnet manager requested that the clients of a port register again. */
    CLIENT_REREGISTER("IBV_EVENT_CLIENT_REREGISTER", 17),

    /** The GID table of a port changed. */
    GID_CHANGE("IBV_EVENT_GID_CHANGE", 18),

    /** A work queue failed. */
    WQ_FATAL("IBV_EVENT_WQ_FATAL", 19),

    /** A number without a constant; {@link org.verbena.AsyncEvent#eventTypeCode()} holds the number. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    AsyncEventType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static AsyncEventType of(int value) {
        return VerbsEnum.find(values(), value, UNKNOWN);
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public int value() {
        return value;
    }
}
