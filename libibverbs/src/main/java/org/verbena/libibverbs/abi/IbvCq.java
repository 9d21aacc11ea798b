package org.verbena.libibverbs.abi;

/**
 * A completion queue; {@code struct ibv_cq_ex} begins with the same fields.
 *
 * <pre>{@code
 * struct ibv_cq {
 *     struct ibv_context *context;
 *     struct ibv_comp_channel *channel;
 *     void *cq_context;
 *     uint32_t handle;
 *     int cqe;
 *     pthread_mutex_t mutex;
 *     pthread_cond_t cond;
 *     uint32_t comp_events_completed;
 *     uint32_t async_events_completed;
 * };
 * }</pre>
 */
public final class IbvCq {
    public static final CField CHANNEL = CField.pointer(8);
    public static final CField CQE = CField.s32(28);

    private IbvCq() {}
}
