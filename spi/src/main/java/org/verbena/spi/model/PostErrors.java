// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.error.Errno;

/**
 * The return values of the posting functions. They are plain numbers, because not all drivers return valid error
 * numbers. A full queue is {@link Errno#ENOMEM}, except for shared receive queues. A driver model defines the values of
 * its driver with {@link #of}, {@link #onSrq} and {@link #early}, and names the C functions that return them.
 *
 * @param sendSge more elements than granted, in a send
 * @param inline more inline data than granted
 * @param recvSge more elements than granted, in a receive
 * @param recvOnSrq a receive on a queue pair with a shared receive queue
 * @param srqSge more elements than granted, on a shared receive queue
 * @param srqFull a full shared receive queue
 * @param earlySend a send before RTS
 * @param builderFull no free slot, too many elements or too much inline data, from {@code ibv_wr_complete}
 */
public record PostErrors(
        int sendSge, int inline, int recvSge, int recvOnSrq, int srqSge, int srqFull, int earlySend, int builderFull) {
    /** The return value of {@code ibv_wr_complete} before RTS (mlx5: mlx5_send_wr_complete_error). */
    public static final int EARLY_BUILDER = Errno.EINVAL.number();

    /** The return values that ibv_post_send(3) and ibv_post_recv(3) suggest. */
    public static final PostErrors USUAL = of(Errno.EINVAL, Errno.EINVAL, Errno.EINVAL)
            .onSrq(Errno.EINVAL, Errno.EINVAL.number(), Errno.ENOMEM.number())
            .early(Errno.EINVAL, Errno.ENOMEM);

    /**
     * Defines the return values of sends in RTS, and of receives on a queue pair without a shared receive queue. All
     * other values are 0 until {@link #onSrq} and {@link #early} set them.
     *
     * @param sendSge more elements than granted, in a send
     * @param inline more inline data than granted
     * @param recvSge more elements than granted, in a receive
     * @return the return values
     */
    public static PostErrors of(Errno sendSge, Errno inline, Errno recvSge) {
        return new PostErrors(sendSge.number(), inline.number(), recvSge.number(), 0, 0, 0, 0, 0);
    }

    /**
     * Returns a copy with the return values for shared receive queues.
     *
     * @param recv a receive on a queue pair with a shared receive queue
     * @param sge more elements than granted, on a shared receive queue; as in C, for example -1
     * @param full a full shared receive queue; as in C, for example -1
     * @return the changed copy
     */
    public PostErrors onSrq(Errno recv, int sge, int full) {
        return new PostErrors(sendSge, inline, recvSge, recv.number(), sge, full, earlySend, builderFull);
    }

    /**
     * Returns a copy with the return values of a send before RTS and of {@code ibv_wr_complete}.
     *
     * @param send a send before RTS
     * @param builder no free slot, too many elements or too much inline data, from {@code ibv_wr_complete}
     * @return the changed copy
     */
    public PostErrors early(Errno send, Errno builder) {
        return new PostErrors(sendSge, inline, recvSge, recvOnSrq, srqSge, srqFull, send.number(), builder.number());
    }
}
