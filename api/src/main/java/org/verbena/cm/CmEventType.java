// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import org.verbena.attr.VerbsEnum;

/** The events of connection management: {@code enum rdma_cm_event_type}. */
public enum CmEventType implements VerbsEnum {
    /** The address is resolved: the identifier has a device, a port and its addresses. */
    ADDR_RESOLVED("RDMA_CM_EVENT_ADDR_RESOLVED", 0),

    /** The address could not be resolved. The status is a negative errno. */
    ADDR_ERROR("RDMA_CM_EVENT_ADDR_ERROR", 1),

    /** The route is resolved: the identifier has a path. */
    ROUTE_RESOLVED("RDMA_CM_EVENT_ROUTE_RESOLVED", 2),

    /** The route could not be resolved. The status is a negative errno. */
    ROUTE_ERROR("RDMA_CM_EVENT_ROUTE_ERROR", 3),

    /** A peer requests a connection, or the address of a datagram service. The event has a new identifier. */
    CONNECT_REQUEST("RDMA_CM_EVENT_CONNECT_REQUEST", 4),

    /** The peer has accepted. Only identifiers that have created no queue pair report it. */
    CONNECT_RESPONSE("RDMA_CM_EVENT_CONNECT_RESPONSE", 5),

    /** The queue pair could not be connected after the peer had accepted. */
    CONNECT_ERROR("RDMA_CM_EVENT_CONNECT_ERROR", 6),

    /**
     * The peer does not answer, or a datagram service is rejected. In the second case the status is that of the answer,
     * greater than 0.
     */
    UNREACHABLE("RDMA_CM_EVENT_UNREACHABLE", 7),

    /** The peer has rejected the connection. The status is the reason, see {@link RejectReason}. */
    REJECTED("RDMA_CM_EVENT_REJECTED", 8),

    /** The connection is established, or the address of a datagram service is known. */
    ESTABLISHED("RDMA_CM_EVENT_ESTABLISHED", 9),

    /** The connection has ended. */
    DISCONNECTED("RDMA_CM_EVENT_DISCONNECTED", 10),

    /** The device was removed. The application must close the identifier and its queue pair. */
    DEVICE_REMOVAL("RDMA_CM_EVENT_DEVICE_REMOVAL", 11),

    /** The identifier has joined a multicast group. */
    MULTICAST_JOIN("RDMA_CM_EVENT_MULTICAST_JOIN", 12),

    /** The identifier could not join a multicast group, or has lost its membership. */
    MULTICAST_ERROR("RDMA_CM_EVENT_MULTICAST_ERROR", 13),

    /** The network address behind the identifier has changed. */
    ADDR_CHANGE("RDMA_CM_EVENT_ADDR_CHANGE", 14),

    /** The connection has left the timewait state. The peer accepts the queue pair number again. */
    TIMEWAIT_EXIT("RDMA_CM_EVENT_TIMEWAIT_EXIT", 15),

    /** Address information is resolved (librdmacm newer than 44). */
    ADDRINFO_RESOLVED("RDMA_CM_EVENT_ADDRINFO_RESOLVED", 16),

    /** Address information could not be resolved (librdmacm newer than 44). */
    ADDRINFO_ERROR("RDMA_CM_EVENT_ADDRINFO_ERROR", 17),

    /** An event that the application wrote (librdmacm newer than 44). */
    USER("RDMA_CM_EVENT_USER", 18),

    /** An event for internal use of librdmacm (newer than 44). */
    INTERNAL("RDMA_CM_EVENT_INTERNAL", 19),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    CmEventType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static CmEventType of(int value) {
        return VerbsEnum.find(values(), value, UNKNOWN);
    }

    /**
     * {@return whether the event reports that a step failed, or that the device was removed; true for the errors, and
     * for {@link #UNREACHABLE}, {@link #REJECTED} and {@link #DEVICE_REMOVAL}}
     */
    public boolean isFailure() {
        return switch (this) {
            case ADDR_ERROR,
                    ROUTE_ERROR,
                    CONNECT_ERROR,
                    UNREACHABLE,
                    REJECTED,
                    DEVICE_REMOVAL,
                    MULTICAST_ERROR,
                    ADDRINFO_ERROR -> true;
            default -> false;
        };
    }

    /**
     * Returns whether the event only informs, and no call waits for it.
     *
     * @return true for {@link #ADDR_CHANGE}, {@link #TIMEWAIT_EXIT}, {@link #USER}, {@link #INTERNAL} and
     *     {@link #UNKNOWN}
     */
    public boolean isInformation() {
        return switch (this) {
            case ADDR_CHANGE, TIMEWAIT_EXIT, USER, INTERNAL, UNKNOWN -> true;
            default -> false;
        };
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
