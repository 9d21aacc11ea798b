// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import org.verbena.attr.Ece;

/**
 * The answer to a request for the address of a datagram service: {@code struct ib_cm_sidr_rep_param}.
 *
 * @param status the status, {@link #VALID} or another one
 * @param qpNum the number of the queue pair
 * @param qkey the Q_Key
 * @param ece the options of enhanced connection establishment
 * @param privateData the private data
 */
public record SidrReply(int status, long qpNum, long qkey, Ece ece, ByteBuffer privateData) {
    /** {@code IB_SIDR_SUCCESS}. */
    public static final int VALID = 0;

    /** {@code IB_SIDR_UNSUPPORTED}: nothing provides the service. */
    public static final int UNSUPPORTED = 1;

    /** {@code IB_SIDR_REJECT}. */
    public static final int REJECTED = 2;

    /**
     * Returns an answer without an address.
     *
     * @param status the status
     * @param privateData the private data
     * @return the answer
     */
    public static SidrReply failure(int status, ByteBuffer privateData) {
        return new SidrReply(status, 0, 0, Ece.NONE, privateData);
    }

    static SidrReply failure(int status) {
        return failure(status, ByteBuffer.allocate(0));
    }
}
