// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;
import org.verbena.rocev2.RoceOpcode.Header;

/**
 * A packet in a buffer, and the positions and bits of its fields (IBA 9.2 and 9.3; kernel: {@code rxe_hdr.h}).
 */
abstract sealed class PacketFlyweight permits PacketDecoder, PacketEncoder {
    static final int FLAGS_AT = 1;
    static final int PKEY_AT = 2;
    static final int CONGESTION_AT = 4;
    static final int QPN_AT = 4;
    static final int PSN_AT = 8;

    static final int SOLICITED = 0x80;
    static final int MIGRATED = 0x40;
    static final int PAD_MASK = 0x30;
    static final int PAD_SHIFT = 4;
    static final int VERSION_MASK = 0x0F;
    static final int FECN = 0x80;
    static final int BECN = 0x40;
    static final int ACK_REQUEST = 0x8000_0000;

    static final int QPN_IN_DETH = 4;
    static final int PLACEMENT_MASK = 0xF;
    static final int SELECTIVITY_SHIFT = 4;
    static final int SELECTIVITY_MASK = 0x3;
    static final int RKEY_IN_RETH = 8;
    static final int LENGTH_IN_RETH = 12;
    static final int SWAP_IN_ATOMIC = 12;
    static final int COMPARE_IN_ATOMIC = 20;
    static final int SYNDROME_SHIFT = 24;

    ByteBuffer buffer = ByteBuffer.allocate(0);
    RoceOpcode opcode = RoceOpcode.RC_SEND_ONLY;
    int offset;
    int length;

    /**
     * Returns the position of the payload.
     *
     * @return the index in the buffer
     */
    public final int payloadOffset() {
        return offset + opcode.headerLength();
    }

    final int at(Header header) {
        return offset + opcode.offset(header);
    }
}
