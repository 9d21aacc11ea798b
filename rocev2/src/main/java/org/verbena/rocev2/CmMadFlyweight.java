// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;

/** A management datagram of the connection manager in a buffer (IBA 13.4.3; kernel: {@code struct ib_mad_hdr}). */
abstract sealed class CmMadFlyweight permits CmMadDecoder, CmMadEncoder {
    static final int MAD_LENGTH = 256;
    static final int HEADER_LENGTH = 24;

    static final int CLASS_AT = 1;
    static final int CLASS_VERSION_AT = 2;
    static final int METHOD_AT = 3;
    static final int STATUS_AT = 4;
    static final int TRANSACTION_AT = 8;
    static final int ATTRIBUTE_AT = 16;
    static final int MODIFIER_AT = 20;

    /** {@code IB_MGMT_BASE_VERSION}. */
    static final int BASE_VERSION = 1;

    /** {@code IB_MGMT_CLASS_CM}. */
    static final int CM_CLASS = 0x07;

    /** {@code IB_CM_CLASS_VERSION}. */
    static final int CLASS_VERSION = 2;

    /** {@code IB_MGMT_METHOD_SEND}. */
    static final int METHOD_SEND = 0x03;

    ByteBuffer buffer = ByteBuffer.allocate(0);
    CmMessageType message = CmMessageType.REQ;
    int offset;

    final void require(CmMessageType owner, Enum<?> part) {
        if (owner != message) {
            throw new IllegalStateException(message + " has no " + part);
        }
    }
}
