package org.verbena.spi.model;

import org.verbena.error.Errno;

/**
 * The return values of the posting functions. They are plain numbers, because not all drivers return valid error
 * numbers. A full queue is {@link Errno#ENOMEM}, except for shared receive queues.
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

    /** rdma-core providers/rxe/rxe.c: validate_send_wr, rxe_post_one_recv, rxe_post_srq_recv, wr_set_inline_data. */
    public static final PostErrors RXE = of(Errno.EINVAL, Errno.EINVAL, Errno.EINVAL)
            .onSrq(Errno.EINVAL, Errno.EINVAL.number(), Errno.ENOMEM.number())
            .early(Errno.EINVAL, Errno.ENOSPC);

    /** rdma-core providers/mlx5/qp.c: _mlx5_post_send, mlx5_post_recv, _common_wqe_init; srq.c: mlx5_post_srq_recv. */
    public static final PostErrors MLX5 = of(Errno.ENOMEM, Errno.ENOMEM, Errno.EINVAL)
            .onSrq(Errno.ENOMEM, Errno.EINVAL.number(), Errno.ENOMEM.number())
            .early(Errno.ENOMEM, Errno.ENOMEM);

    /** rdma-core providers/mlx4/qp.c: mlx4_post_send, mlx4_post_recv; srq.c: mlx4_post_srq_recv, which returns -1. */
    public static final PostErrors MLX4 = of(Errno.ENOMEM, Errno.ENOMEM, Errno.ENOMEM)
            .onSrq(Errno.ENOMEM, -1, -1)
            .early(Errno.EINVAL, Errno.ENOMEM);

    /**
     * rdma-core providers/bnxt_re/verbs.c: bnxt_re_post_send, bnxt_re_post_recv. They return one error for every
     * shortage.
     */
    public static final PostErrors BNXT_RE = of(Errno.ENOMEM, Errno.EINVAL, Errno.ENOMEM)
            .onSrq(Errno.EINVAL, Errno.EINVAL.number(), Errno.ENOMEM.number())
            .early(Errno.EINVAL, Errno.ENOMEM);

    /** The return values that ibv_post_send(3) and ibv_post_recv(3) suggest. */
    public static final PostErrors USUAL = of(Errno.EINVAL, Errno.EINVAL, Errno.EINVAL)
            .onSrq(Errno.EINVAL, Errno.EINVAL.number(), Errno.ENOMEM.number())
            .early(Errno.EINVAL, Errno.ENOMEM);

    private static PostErrors of(Errno sendSge, Errno inline, Errno recvSge) {
        return new PostErrors(sendSge.number(), inline.number(), recvSge.number(), 0, 0, 0, 0, 0);
    }

    private PostErrors onSrq(Errno recv, int sge, int full) {
        return new PostErrors(sendSge, inline, recvSge, recv.number(), sge, full, earlySend, builderFull);
    }

    private PostErrors early(Errno send, Errno builder) {
        return new PostErrors(sendSge, inline, recvSge, recvOnSrq, srqSge, srqFull, send.number(), builder.number());
    }
}
