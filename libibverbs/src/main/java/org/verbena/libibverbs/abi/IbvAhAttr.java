package org.verbena.libibverbs.abi;

/**
 * An address vector.
 *
 * <pre>{@code
 * struct ibv_ah_attr {
 *     struct ibv_global_route grh;
 *     uint16_t dlid;
 *     uint8_t sl;
 *     uint8_t src_path_bits;
 *     uint8_t static_rate;
 *     uint8_t is_global;
 *     uint8_t port_num;
 * };
 * }</pre>
 */
public final class IbvAhAttr {
    public static final CField GRH = CField.block(0, 24);
    public static final CField DLID = CField.u16(24);
    public static final CField SL = CField.u8(26);
    public static final CField SRC_PATH_BITS = CField.u8(27);
    public static final CField STATIC_RATE = CField.u8(28);
    public static final CField IS_GLOBAL = CField.u8(29);
    public static final CField PORT_NUM = CField.u8(30);

    public static final int SIZE = 32;

    private IbvAhAttr() {}
}
