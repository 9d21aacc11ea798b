package org.verbena.libibverbs.abi;

/**
 * A receive work queue indirection table.
 *
 * <pre>{@code
 * struct ibv_rwq_ind_table {
 *     struct ibv_context *context;
 *     int ind_tbl_handle;
 *     int ind_tbl_num;
 *     uint32_t comp_mask;
 * };
 * }</pre>
 */
public final class IbvRwqIndTable {
    public static final CField IND_TBL_NUM = CField.s32(12);

    private IbvRwqIndTable() {}
}
