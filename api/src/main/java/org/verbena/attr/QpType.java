// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The transport services of queue pairs: {@code enum ibv_qp_type}. */
public enum QpType implements VerbsEnum {
    /** Reliable connection. */
    RC("IBV_QPT_RC", 2),

    /** Unreliable connection. */
    UC("IBV_QPT_UC", 3),

    /** Unreliable datagram. */
    UD("IBV_QPT_UD", 4),

    /** Raw Ethernet packets; requires {@code CAP_NET_RAW}. */
    RAW_PACKET("IBV_QPT_RAW_PACKET", 8),

    /** Initiator of an extended reliable connection. */
    XRC_SEND("IBV_QPT_XRC_SEND", 9),

    /** Target of an extended reliable connection; belongs to an XRC domain instead of a protection domain. */
    XRC_RECV("IBV_QPT_XRC_RECV", 10),

    /** Vendor-specific service, created through vendor extensions. */
    DRIVER("IBV_QPT_DRIVER", 255),

    /** A number that this library does not know; it has no C name. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    QpType(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static QpType of(int value) {
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
