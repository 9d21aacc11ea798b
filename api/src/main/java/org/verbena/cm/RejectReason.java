// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import org.verbena.attr.VerbsEnum;

/** The reasons of a rejected connection: {@code enum ib_cm_rej_reason} of the kernel. */
public enum RejectReason implements VerbsEnum {
    /** The peer has no queue pair. */
    NO_QP("IB_CM_REJ_NO_QP", 1),

    /** The peer has no end-to-end context. */
    NO_EEC("IB_CM_REJ_NO_EEC", 2),

    /** The peer lacks resources. */
    NO_RESOURCES("IB_CM_REJ_NO_RESOURCES", 3),

    /** The peer has given up waiting. */
    TIMEOUT("IB_CM_REJ_TIMEOUT", 4),

    /** The peer does not support the request. */
    UNSUPPORTED("IB_CM_REJ_UNSUPPORTED", 5),

    /** A communication identifier is invalid. */
    INVALID_COMM_ID("IB_CM_REJ_INVALID_COMM_ID", 6),

    /** A communication instance is invalid. */
    INVALID_COMM_INSTANCE("IB_CM_REJ_INVALID_COMM_INSTANCE", 7),

    /** Nothing listens on the port. */
    INVALID_SERVICE_ID("IB_CM_REJ_INVALID_SERVICE_ID", 8),

    /** The transport type is invalid. */
    INVALID_TRANSPORT_TYPE("IB_CM_REJ_INVALID_TRANSPORT_TYPE", 9),

    /** The peer still knows an earlier connection with this queue pair number. */
    STALE_CONN("IB_CM_REJ_STALE_CONN", 10),

    /** The reliable datagram channel does not exist. */
    RDC_NOT_EXIST("IB_CM_REJ_RDC_NOT_EXIST", 11),

    /** A GID is invalid. */
    INVALID_GID("IB_CM_REJ_INVALID_GID", 12),

    /** A LID is invalid. */
    INVALID_LID("IB_CM_REJ_INVALID_LID", 13),

    /** The service level is invalid. */
    INVALID_SL("IB_CM_REJ_INVALID_SL", 14),

    /** The traffic class is invalid. */
    INVALID_TRAFFIC_CLASS("IB_CM_REJ_INVALID_TRAFFIC_CLASS", 15),

    /** The hop limit is invalid. */
    INVALID_HOP_LIMIT("IB_CM_REJ_INVALID_HOP_LIMIT", 16),

    /** The packet rate is invalid. */
    INVALID_PACKET_RATE("IB_CM_REJ_INVALID_PACKET_RATE", 17),

    /** A GID of the alternate path is invalid. */
    INVALID_ALT_GID("IB_CM_REJ_INVALID_ALT_GID", 18),

    /** A LID of the alternate path is invalid. */
    INVALID_ALT_LID("IB_CM_REJ_INVALID_ALT_LID", 19),

    /** The service level of the alternate path is invalid. */
    INVALID_ALT_SL("IB_CM_REJ_INVALID_ALT_SL", 20),

    /** The traffic class of the alternate path is invalid. */
    INVALID_ALT_TRAFFIC_CLASS("IB_CM_REJ_INVALID_ALT_TRAFFIC_CLASS", 21),

    /** The hop limit of the alternate path is invalid. */
    INVALID_ALT_HOP_LIMIT("IB_CM_REJ_INVALID_ALT_HOP_LIMIT", 22),

    /** The packet rate of the alternate path is invalid. */
    INVALID_ALT_PACKET_RATE("IB_CM_REJ_INVALID_ALT_PACKET_RATE", 23),

    /** The port and the connection manager are elsewhere. */
    PORT_CM_REDIRECT("IB_CM_REJ_PORT_CM_REDIRECT", 24),

    /** The port is elsewhere. */
    PORT_REDIRECT("IB_CM_REJ_PORT_REDIRECT", 25),

    /** The path MTU is invalid. */
    INVALID_MTU("IB_CM_REJ_INVALID_MTU", 26),

    /** The peer has too few responder resources. */
    INSUFFICIENT_RESP_RESOURCES("IB_CM_REJ_INSUFFICIENT_RESP_RESOURCES", 27),

    /** The application of the peer has rejected the request, or the connection manager of the peer has failed. */
    CONSUMER_DEFINED("IB_CM_REJ_CONSUMER_DEFINED", 28),

    /** The RNR retry count is invalid. */
    INVALID_RNR_RETRY("IB_CM_REJ_INVALID_RNR_RETRY", 29),

    /** The peer knows the communication identifier already. */
    DUPLICATE_LOCAL_COMM_ID("IB_CM_REJ_DUPLICATE_LOCAL_COMM_ID", 30),

    /** The class version is invalid. */
    INVALID_CLASS_VERSION("IB_CM_REJ_INVALID_CLASS_VERSION", 31),

    /** The flow label is invalid. */
    INVALID_FLOW_LABEL("IB_CM_REJ_INVALID_FLOW_LABEL", 32),

    /** The flow label of the alternate path is invalid. */
    INVALID_ALT_FLOW_LABEL("IB_CM_REJ_INVALID_ALT_FLOW_LABEL", 33),

    /** The peer does not support an option of enhanced connection establishment. */
    VENDOR_OPTION_NOT_SUPPORTED("IB_CM_REJ_VENDOR_OPTION_NOT_SUPPORTED", 35),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    RejectReason(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static RejectReason of(int value) {
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
