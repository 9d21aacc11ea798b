// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * The capabilities of a queue pair: {@code struct ibv_qp_cap}. In a request, they are the values that the application
 * asks for. In a grant, they are the values that the driver returned. All values are unsigned 32-bit numbers,
 * 0..4294967295.
 *
 * @param maxSendWr the number of outstanding work requests in the send queue
 * @param maxRecvWr the number of outstanding work requests in the receive queue
 * @param maxSendSge the number of scatter/gather elements of a send work request
 * @param maxRecvSge the number of scatter/gather elements of a receive work request
 * @param maxInlineData the number of bytes that can be posted inline to the send queue; mlx5 grants 4294967292 in one
 *     special case
 */
public record QpCap(long maxSendWr, long maxRecvWr, long maxSendSge, long maxRecvSge, long maxInlineData)
        implements StructRecord {
    /** Capabilities that are all 0. */
    public static final QpCap ZERO = new QpCap(0, 0, 0, 0, 0);

    private static final String STRUCT = "ibv_qp_cap";

    /**
     * Creates capabilities and checks their ranges.
     *
     * @param maxSendWr the number of outstanding work requests in the send queue
     * @param maxRecvWr the number of outstanding work requests in the receive queue
     * @param maxSendSge the number of scatter/gather elements of a send work request
     * @param maxRecvSge the number of scatter/gather elements of a receive work request
     * @param maxInlineData the number of bytes that can be posted inline
     * @throws InvalidRequestException if a value does not fit into an unsigned 32-bit integer
     */
    public QpCap {
        Attr.uint32(STRUCT, "max_send_wr", maxSendWr);
        Attr.uint32(STRUCT, "max_recv_wr", maxRecvWr);
        Attr.uint32(STRUCT, "max_send_sge", maxSendSge);
        Attr.uint32(STRUCT, "max_recv_sge", maxRecvSge);
        Attr.uint32(STRUCT, "max_inline_data", maxInlineData);
    }

    /**
     * Returns these capabilities with another {@code max_send_wr}.
     *
     * @param value the new value
     * @return a changed copy
     */
    public QpCap withMaxSendWr(long value) {
        return new QpCap(value, maxRecvWr, maxSendSge, maxRecvSge, maxInlineData);
    }

    /**
     * Returns these capabilities with another {@code max_recv_wr}.
     *
     * @param value the new value
     * @return a changed copy
     */
    public QpCap withMaxRecvWr(long value) {
        return new QpCap(maxSendWr, value, maxSendSge, maxRecvSge, maxInlineData);
    }

    /**
     * Returns these capabilities with another {@code max_send_sge}.
     *
     * @param value the new value
     * @return a changed copy
     */
    public QpCap withMaxSendSge(long value) {
        return new QpCap(maxSendWr, maxRecvWr, value, maxRecvSge, maxInlineData);
    }

    /**
     * Returns these capabilities with another {@code max_recv_sge}.
     *
     * @param value the new value
     * @return a changed copy
     */
    public QpCap withMaxRecvSge(long value) {
        return new QpCap(maxSendWr, maxRecvWr, maxSendSge, value, maxInlineData);
    }

    /**
     * Returns these capabilities with another {@code max_inline_data}.
     *
     * @param value the new value
     * @return a changed copy
     */
    public QpCap withMaxInlineData(long value) {
        return new QpCap(maxSendWr, maxRecvWr, maxSendSge, maxRecvSge, value);
    }
}
