package org.verbena.libibverbs.abi;

/**
 * The memory range that a memory window is bound to, and its access flags.
 *
 * <pre>{@code
 * struct ibv_mw_bind_info {
 *     struct ibv_mr *mr;
 *     uint64_t addr;
 *     uint64_t length;
 *     unsigned int mw_access_flags;
 * };
 * }</pre>
 */
public final class IbvMwBindInfo {
    public static final CField MR = CField.pointer(0);
    public static final CField ADDR = CField.u64(8);
    public static final CField LENGTH = CField.u64(16);
    public static final CField MW_ACCESS_FLAGS = CField.u32(24);

    public static final int SIZE = 32;

    private IbvMwBindInfo() {}
}
