package org.verbena.libibverbs.abi;

/**
 * A queue pair.
 *
 * <pre>{@code
 * struct ibv_qp {
 *     struct ibv_context *context;
 *     void *qp_context;
 *     struct ibv_pd *pd;
 *     struct ibv_cq *send_cq;
 *     struct ibv_cq *recv_cq;
 *     struct ibv_srq *srq;
 *     uint32_t handle;
 *     uint32_t qp_num;
 *     enum ibv_qp_state state;
 *     enum ibv_qp_type qp_type;
 *     pthread_mutex_t mutex;
 *     pthread_cond_t cond;
 *     uint32_t events_completed;
 * };
 * }</pre>
 */
public final class IbvQp {
    public static final CField QP_NUM = CField.u32(52);
    public static final CField STATE = CField.s32(56);

    private IbvQp() {}
}
