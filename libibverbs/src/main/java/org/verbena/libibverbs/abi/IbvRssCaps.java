package org.verbena.libibverbs.abi;

/**
 * The receive-side scaling capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
 *
 * <pre>{@code
 * struct ibv_rss_caps {
 *     uint32_t supported_qpts;
 *     uint32_t max_rwq_indirection_tables;
 *     uint32_t max_rwq_indirection_table_size;
 *     uint64_t rx_hash_fields_mask;
 *     uint8_t rx_hash_function;
 * };
 * }</pre>
 */
public final class IbvRssCaps {
    public static final CField SUPPORTED_QPTS = CField.u32(0);
    public static final CField MAX_RWQ_INDIRECTION_TABLES = CField.u32(4);
    public static final CField MAX_RWQ_INDIRECTION_TABLE_SIZE = CField.u32(8);
    public static final CField RX_HASH_FIELDS_MASK = CField.u64(16);
    public static final CField RX_HASH_FUNCTION = CField.u8(24);

    private IbvRssCaps() {}
}
