package org.verbena.libibverbs.abi;

/**
 * A receive hash configuration; embedded in {@link IbvQpInitAttrEx}.
 *
 * <pre>{@code
 * struct ibv_rx_hash_conf {
 *     uint8_t rx_hash_function;
 *     uint8_t rx_hash_key_len;
 *     uint8_t *rx_hash_key;
 *     uint64_t rx_hash_fields_mask;
 * };
 * }</pre>
 */
public final class IbvRxHashConf {
    public static final CField RX_HASH_FUNCTION = CField.u8(0);
    public static final CField RX_HASH_KEY_LEN = CField.u8(1);
    public static final CField RX_HASH_KEY = CField.pointer(8);
    public static final CField RX_HASH_FIELDS_MASK = CField.u64(16);

    private IbvRxHashConf() {}
}
