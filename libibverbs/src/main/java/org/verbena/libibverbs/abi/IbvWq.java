package org.verbena.libibverbs.abi;

/**
 * A work queue.
 *
 * <pre>{@code
 * struct ibv_wq {
 *     struct ibv_context *context;
 *     void *wq_context;
 *     struct ibv_pd *pd;
 *     struct ibv_cq *cq;
 *     uint32_t wq_num;
 *     uint32_t handle;
 *     enum ibv_wq_state state;
 *     enum ibv_wq_type wq_type;
 *     int (*post_recv)(...);
 *     pthread_mutex_t mutex;
 *     pthread_cond_t cond;
 *     uint32_t events_completed;
 *     uint32_t comp_mask;
 * };
 * }</pre>
 */
public final class IbvWq {
    public static final CField WQ_CONTEXT = CField.pointer(8);
    public static final CField WQ_NUM = CField.u32(32);
    public static final CField STATE = CField.s32(40);
    public static final CField POST_RECV = CField.pointer(48);
    public static final CField MUTEX = CField.block(56, 40);
    public static final CField COND = CField.block(96, 48);
    public static final CField EVENTS_COMPLETED = CField.u32(144);

    private IbvWq() {}
}
