package org.verbena.libibverbs.abi;

/**
 * The port attributes that {@code ibv_query_port(3)} returns.
 *
 * <pre>{@code
 * struct ibv_port_attr {
 *     enum ibv_port_state state;
 *     enum ibv_mtu max_mtu;
 *     enum ibv_mtu active_mtu;
 *     int gid_tbl_len;
 *     uint32_t port_cap_flags;
 *     uint32_t max_msg_sz;
 *     uint32_t bad_pkey_cntr;
 *     uint32_t qkey_viol_cntr;
 *     uint16_t pkey_tbl_len;
 *     uint16_t lid;
 *     uint16_t sm_lid;
 *     uint8_t lmc;
 *     uint8_t max_vl_num;
 *     uint8_t sm_sl;
 *     uint8_t subnet_timeout;
 *     uint8_t init_type_reply;
 *     uint8_t active_width;
 *     uint8_t active_speed;
 *     uint8_t phys_state;
 *     uint8_t link_layer;
 *     uint8_t flags;
 *     uint16_t port_cap_flags2;
 * };
 * }</pre>
 */
public final class IbvPortAttr {
    public static final CField STATE = CField.s32(0);
    public static final CField MAX_MTU = CField.s32(4);
    public static final CField ACTIVE_MTU = CField.s32(8);
    public static final CField GID_TBL_LEN = CField.s32(12);
    public static final CField PORT_CAP_FLAGS = CField.u32(16);
    public static final CField MAX_MSG_SZ = CField.u32(20);
    public static final CField BAD_PKEY_CNTR = CField.u32(24);
    public static final CField QKEY_VIOL_CNTR = CField.u32(28);
    public static final CField PKEY_TBL_LEN = CField.u16(32);
    public static final CField LID = CField.u16(34);
    public static final CField SM_LID = CField.u16(36);
    public static final CField LMC = CField.u8(38);
    public static final CField MAX_VL_NUM = CField.u8(39);
    public static final CField SM_SL = CField.u8(40);
    public static final CField SUBNET_TIMEOUT = CField.u8(41);
    public static final CField INIT_TYPE_REPLY = CField.u8(42);
    public static final CField ACTIVE_WIDTH = CField.u8(43);
    public static final CField ACTIVE_SPEED = CField.u8(44);
    public static final CField PHYS_STATE = CField.u8(45);
    public static final CField LINK_LAYER = CField.u8(46);
    public static final CField FLAGS = CField.u8(47);
    public static final CField PORT_CAP_FLAGS2 = CField.u16(48);

    public static final int SIZE = 52;

    private IbvPortAttr() {}
}
