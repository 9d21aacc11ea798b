package org.verbena.libibverbs.abi;

/**
 * A memory region.
 *
 * <pre>{@code
 * struct ibv_mr {
 *     struct ibv_context *context;
 *     struct ibv_pd *pd;
 *     void *addr;
 *     size_t length;
 *     uint32_t handle;
 *     uint32_t lkey;
 *     uint32_t rkey;
 * };
 * }</pre>
 */
public final class IbvMr {
    public static final CField PD = CField.pointer(8);
    public static final CField LKEY = CField.u32(36);
    public static final CField RKEY = CField.u32(40);

    private IbvMr() {}
}
