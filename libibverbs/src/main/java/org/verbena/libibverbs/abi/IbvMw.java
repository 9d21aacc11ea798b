package org.verbena.libibverbs.abi;

/**
 * A memory window.
 *
 * <pre>{@code
 * struct ibv_mw {
 *     struct ibv_context *context;
 *     struct ibv_pd *pd;
 *     uint32_t rkey;
 *     uint32_t handle;
 *     enum ibv_mw_type type;
 * };
 * }</pre>
 */
public final class IbvMw {
    public static final CField PD = CField.pointer(8);
    public static final CField RKEY = CField.u32(16);
    public static final CField TYPE = CField.s32(24);

    public static final int SIZE = 32;

    private IbvMw() {}
}
