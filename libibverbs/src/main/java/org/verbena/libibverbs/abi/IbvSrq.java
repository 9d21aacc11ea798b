package org.verbena.libibverbs.abi;

/**
 * A shared receive queue.
 *
 * <pre>{@code
 * struct ibv_srq {
 *     struct ibv_context *context;
 *     void *srq_context;
 *     struct ibv_pd *pd;
 *     uint32_t handle;
 *     pthread_mutex_t mutex;
 *     pthread_cond_t cond;
 *     uint32_t events_completed;
 * };
 * }</pre>
 */
public final class IbvSrq {
    public static final CField MUTEX = CField.block(32, 40);
    public static final CField COND = CField.block(72, 48);
    public static final CField EVENTS_COMPLETED = CField.u32(120);

    private IbvSrq() {}
}
