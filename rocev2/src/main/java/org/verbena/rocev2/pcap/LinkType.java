// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2.pcap;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The kind of header in front of the IP header of each frame in a capture ({@code LINKTYPE_} values of libpcap). */
public enum LinkType {
    /** Ethernet, with any number of VLAN tags. */
    ETHERNET(1),
    /** No header: each frame begins with an IP header. */
    RAW_IP(101),
    /** The header of Linux captures on all interfaces. */
    LINUX_SLL(113),
    /** The second version of that header. */
    LINUX_SLL2(276);

    private static final int NO_IP = -1;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int VLAN = 0x8100;
    private static final int SERVICE_VLAN = 0x88A8;
    private static final int VLAN_LENGTH = 4;
    private static final int ETHERNET_TYPE_AT = 12;
    private static final int SLL_TYPE_AT = 14;
    private static final int SLL2_LENGTH = 20;

    private final int value;

    LinkType(int value) {
        this.value = value;
    }

    /**
     * Returns the link type with a number.
     *
     * @param value the number in the header of a capture
     * @return the link type, null if it is not supported
     */
    static @Nullable LinkType of(int value) {
        for (LinkType type : values()) {
            if (type.value == value) {
                return type;
            }
        }
        return null;
    }

    int value() {
        return value;
    }

    /**
     * Returns the position of the IP header in a frame.
     *
     * @param frame the frame, from index 0 to its limit, in big-endian order
     * @return the index of the first byte of the IP header, -1 if the frame has none
     */
    public int ipOffset(ByteBuffer frame) {
        return switch (this) {
            case ETHERNET -> behindType(frame, ETHERNET_TYPE_AT);
            case RAW_IP -> 0;
            case LINUX_SLL -> behindType(frame, SLL_TYPE_AT);
            case LINUX_SLL2 -> frame.limit() >= SLL2_LENGTH && isIp(frame, 0) ? SLL2_LENGTH : NO_IP;
        };
    }

    private static int behindType(ByteBuffer frame, int typeAt) {
        int at = typeAt;
        while (at + VLAN_LENGTH + Short.BYTES <= frame.limit() && isVlan(frame, at)) {
            at += VLAN_LENGTH;
        }
        return at + Short.BYTES <= frame.limit() && isIp(frame, at) ? at + Short.BYTES : NO_IP;
    }

    private static boolean isVlan(ByteBuffer frame, int at) {
        int type = Short.toUnsignedInt(frame.getShort(at));
        return type == VLAN || type == SERVICE_VLAN;
    }

    private static boolean isIp(ByteBuffer frame, int at) {
        int type = Short.toUnsignedInt(frame.getShort(at));
        return type == IPV4 || type == IPV6;
    }
}
