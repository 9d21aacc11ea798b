// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

/**
 * The sequences of bytes in messages of the connection manager (IBA 12.6; kernel: {@code ibta_vol1_c12.h}). A constant
 * has the name of the kernel's macro without {@code CM_}.
 */
public enum CmBlock {
    /** The GID of the sender. */
    REQ_PRIMARY_LOCAL_PORT_GID(CmMessageType.REQ, 56, 16),

    /** The GID of the receiver. */
    REQ_PRIMARY_REMOTE_PORT_GID(CmMessageType.REQ, 72, 16),

    /** The GID of the sender on the alternate path, zeroes if there is none. */
    REQ_ALTERNATE_LOCAL_PORT_GID(CmMessageType.REQ, 100, 16),

    /** The GID of the receiver on the alternate path, zeroes if there is none. */
    REQ_ALTERNATE_REMOTE_PORT_GID(CmMessageType.REQ, 116, 16),

    /** The private data. With IP addresses it begins with a {@link CmaHeader}. */
    REQ_PRIVATE_DATA(CmMessageType.REQ, 140, 92),

    /** The private data. */
    MRA_PRIVATE_DATA(CmMessageType.MRA, 10, 222),

    /** The additional information. */
    REJ_ARI(CmMessageType.REJ, 12, 72),

    /** The private data. */
    REJ_PRIVATE_DATA(CmMessageType.REJ, 84, 148),

    /** The private data. */
    REP_PRIVATE_DATA(CmMessageType.REP, 36, 196),

    /** The private data. */
    RTU_PRIVATE_DATA(CmMessageType.RTU, 8, 224),

    /** The private data. */
    DREQ_PRIVATE_DATA(CmMessageType.DREQ, 12, 220),

    /** The private data. */
    DREP_PRIVATE_DATA(CmMessageType.DREP, 8, 224),

    /** The private data. With IP addresses it begins with a {@link CmaHeader}. */
    SIDR_REQ_PRIVATE_DATA(CmMessageType.SIDR_REQ, 16, 216),

    /** The additional information. */
    SIDR_REP_ADDITIONAL_INFORMATION(CmMessageType.SIDR_REP, 24, 72),

    /** The private data. */
    SIDR_REP_PRIVATE_DATA(CmMessageType.SIDR_REP, 96, 136);

    private final CmMessageType message;
    private final int first;
    private final int length;

    CmBlock(CmMessageType message, int offset, int length) {
        this.message = message;
        this.first = CmMadFlyweight.HEADER_LENGTH + offset;
        this.length = length;
    }

    /**
     * Returns the message that has these bytes.
     *
     * @return the type of the message
     */
    public CmMessageType message() {
        return message;
    }

    /**
     * Returns the position in the datagram.
     *
     * @return the index of the first byte, counted from the start of the datagram
     */
    public int offset() {
        return first;
    }

    /**
     * Returns the length.
     *
     * @return the number of bytes
     */
    public int length() {
        return length;
    }
}
