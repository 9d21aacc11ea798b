package org.verbena.libibverbs.abi;

/**
 * The tag matching data of a completion.
 *
 * <pre>{@code
 * struct ibv_wc_tm_info {
 *     uint64_t tag;
 *     uint32_t priv;
 * };
 * }</pre>
 */
public final class IbvWcTmInfo {
    public static final CField TAG = CField.u64(0);
    public static final CField PRIV = CField.u32(8);

    public static final int SIZE = 16;

    private IbvWcTmInfo() {}
}
