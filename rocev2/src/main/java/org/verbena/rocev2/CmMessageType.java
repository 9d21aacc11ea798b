// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the InfiniBand connection manager. They are management datagrams of 256 bytes between queue pairs 1
 * (IBA 12.6; kernel: {@code ibta_vol1_c12.h}).
 */
public enum CmMessageType {
    /** Request for communication: {@code CM_REQ_ATTR_ID}. */
    REQ(0x10),
    /** Message receipt acknowledgement: {@code CM_MRA_ATTR_ID}. */
    MRA(0x11),
    /** Reject: {@code CM_REJ_ATTR_ID}. */
    REJ(0x12),
    /** Reply to a request for communication: {@code CM_REP_ATTR_ID}. */
    REP(0x13),
    /** Ready to use: {@code CM_RTU_ATTR_ID}. */
    RTU(0x14),
    /** Request for communication release: {@code CM_DREQ_ATTR_ID}. */
    DREQ(0x15),
    /** Reply to a request for communication release: {@code CM_DREP_ATTR_ID}. */
    DREP(0x16),
    /** Service ID resolution request: {@code CM_SIDR_REQ_ATTR_ID}. */
    SIDR_REQ(0x17),
    /** Service ID resolution response: {@code CM_SIDR_REP_ATTR_ID}. */
    SIDR_REP(0x18),
    /** Load alternate path: {@code CM_LAP_ATTR_ID}. */
    LAP(0x19),
    /** Alternate path response: {@code CM_APR_ATTR_ID}. */
    APR(0x1A);

    private static final CmMessageType[] ALL = values();

    private final int attribute;

    CmMessageType(int attribute) {
        this.attribute = attribute;
    }

    /** {@return the number of the type: the attribute ID of its datagrams, 16 bits} */
    public int attribute() {
        return attribute;
    }

    /**
     * Returns the type with a number.
     *
     * @param attribute the attribute ID
     * @return the type, null if there is none
     */
    public static @Nullable CmMessageType of(int attribute) {
        for (CmMessageType type : ALL) {
            if (type.attribute == attribute) {
                return type;
            }
        }
        return null;
    }

    /**
     * Returns the type of the message in a datagram to queue pair 1.
     *
     * @param payload the buffer, in big-endian order
     * @param offset the index of the first byte of the management datagram
     * @param length its length in bytes
     * @return the type, null if this is not a message of the connection manager
     */
    public static @Nullable CmMessageType of(ByteBuffer payload, int offset, int length) {
        if (length < CmMadFlyweight.MAD_LENGTH
                || payload.get(offset + CmMadFlyweight.CLASS_AT) != CmMadFlyweight.CM_CLASS) {
            return null;
        }
        return of(Short.toUnsignedInt(payload.getShort(offset + CmMadFlyweight.ATTRIBUTE_AT)));
    }
}
