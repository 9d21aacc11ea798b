package org.verbena.libibverbs.abi;

/**
 * The attributes for creating a receive work queue indirection table.
 *
 * <pre>{@code
 * struct ibv_rwq_ind_table_init_attr {
 *     uint32_t log_ind_tbl_size;
 *     struct ibv_wq **ind_tbl;
 *     uint32_t comp_mask;
 * };
 * }</pre>
 */
public final class IbvRwqIndTableInitAttr {
    public static final CField LOG_IND_TBL_SIZE = CField.u32(0);
    public static final CField IND_TBL = CField.pointer(8);
    public static final CField COMP_MASK = CField.u32(16);

    public static final int SIZE = 24;

    private IbvRwqIndTableInitAttr() {}
}
