package org.verbena.libibverbs.abi;

/**
 * The attributes for binding a type 1 memory window.
 *
 * <pre>{@code
 * struct ibv_mw_bind {
 *     uint64_t wr_id;
 *     unsigned int send_flags;
 *     struct ibv_mw_bind_info bind_info;
 * };
 * }</pre>
 */
public final class IbvMwBind {
    public static final CField WR_ID = CField.u64(0);
    public static final CField SEND_FLAGS = CField.u32(8);
    public static final CField BIND_INFO = CField.block(16, IbvMwBindInfo.SIZE);

    public static final int SIZE = 48;

    private IbvMwBind() {}
}
