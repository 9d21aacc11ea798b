// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of a device and of its ports. */
public final class DeviceStructs {
    private DeviceStructs() {}

    /**
     * A device, as listed by {@code ibv_get_device_list(3)}.
     *
     * <pre>{@code
     * struct ibv_device {
     *     struct _ibv_device_ops _ops;
     *     enum ibv_node_type node_type;
     *     enum ibv_transport_type transport_type;
     *     char name[IBV_SYSFS_NAME_MAX];
     *     char dev_name[IBV_SYSFS_NAME_MAX];
     *     char dev_path[IBV_SYSFS_PATH_MAX];
     *     char ibdev_path[IBV_SYSFS_PATH_MAX];
     * };
     * }</pre>
     */
    public static final class IbvDevice {
        public static final CField NODE_TYPE = CField.s32(16);
        public static final CField TRANSPORT_TYPE = CField.s32(20);
        public static final CField NAME = CField.block(24, 64);

        private IbvDevice() {}
    }

    /**
     * The device attributes that {@code ibv_query_device(3)} returns.
     *
     * <pre>{@code
     * struct ibv_device_attr {
     *     char fw_ver[64];
     *     __be64 node_guid;
     *     __be64 sys_image_guid;
     *     uint64_t max_mr_size;
     *     uint64_t page_size_cap;
     *     uint32_t vendor_id;
     *     uint32_t vendor_part_id;
     *     uint32_t hw_ver;
     *     int max_qp;
     *     int max_qp_wr;
     *     unsigned int device_cap_flags;
     *     int max_sge;
     *     int max_sge_rd;
     *     int max_cq;
     *     int max_cqe;
     *     int max_mr;
     *     int max_pd;
     *     int max_qp_rd_atom;
     *     int max_ee_rd_atom;
     *     int max_res_rd_atom;
     *     int max_qp_init_rd_atom;
     *     int max_ee_init_rd_atom;
     *     enum ibv_atomic_cap atomic_cap;
     *     int max_ee;
     *     int max_rdd;
     *     int max_mw;
     *     int max_raw_ipv6_qp;
     *     int max_raw_ethy_qp;
     *     int max_mcast_grp;
     *     int max_mcast_qp_attach;
     *     int max_total_mcast_qp_attach;
     *     int max_ah;
     *     int max_fmr;
     *     int max_map_per_fmr;
     *     int max_srq;
     *     int max_srq_wr;
     *     int max_srq_sge;
     *     uint16_t max_pkeys;
     *     uint8_t local_ca_ack_delay;
     *     uint8_t phys_port_cnt;
     * };
     * }</pre>
     */
    public static final class IbvDeviceAttr {
        public static final CField FW_VER = CField.block(0, 64);
        public static final CField NODE_GUID = CField.u64(64);
        public static final CField SYS_IMAGE_GUID = CField.u64(72);
        public static final CField MAX_MR_SIZE = CField.u64(80);
        public static final CField PAGE_SIZE_CAP = CField.u64(88);
        public static final CField VENDOR_ID = CField.u32(96);
        public static final CField VENDOR_PART_ID = CField.u32(100);
        public static final CField HW_VER = CField.u32(104);
        public static final CField MAX_QP = CField.s32(108);
        public static final CField MAX_QP_WR = CField.s32(112);
        public static final CField DEVICE_CAP_FLAGS = CField.u32(116);
        public static final CField MAX_SGE = CField.s32(120);
        public static final CField MAX_SGE_RD = CField.s32(124);
        public static final CField MAX_CQ = CField.s32(128);
        public static final CField MAX_CQE = CField.s32(132);
        public static final CField MAX_MR = CField.s32(136);
        public static final CField MAX_PD = CField.s32(140);
        public static final CField MAX_QP_RD_ATOM = CField.s32(144);
        public static final CField MAX_EE_RD_ATOM = CField.s32(148);
        public static final CField MAX_RES_RD_ATOM = CField.s32(152);
        public static final CField MAX_QP_INIT_RD_ATOM = CField.s32(156);
        public static final CField MAX_EE_INIT_RD_ATOM = CField.s32(160);
        public static final CField ATOMIC_CAP = CField.s32(164);
        public static final CField MAX_EE = CField.s32(168);
        public static final CField MAX_RDD = CField.s32(172);
        public static final CField MAX_MW = CField.s32(176);
        public static final CField MAX_RAW_IPV6_QP = CField.s32(180);
        public static final CField MAX_RAW_ETHY_QP = CField.s32(184);
        public static final CField MAX_MCAST_GRP = CField.s32(188);
        public static final CField MAX_MCAST_QP_ATTACH = CField.s32(192);
        public static final CField MAX_TOTAL_MCAST_QP_ATTACH = CField.s32(196);
        public static final CField MAX_AH = CField.s32(200);
        public static final CField MAX_FMR = CField.s32(204);
        public static final CField MAX_MAP_PER_FMR = CField.s32(208);
        public static final CField MAX_SRQ = CField.s32(212);
        public static final CField MAX_SRQ_WR = CField.s32(216);
        public static final CField MAX_SRQ_SGE = CField.s32(220);
        public static final CField MAX_PKEYS = CField.u16(224);
        public static final CField LOCAL_CA_ACK_DELAY = CField.u8(226);
        public static final CField PHYS_PORT_CNT = CField.u8(227);

        public static final int SIZE = 232;

        private IbvDeviceAttr() {}
    }

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
    public static final class IbvPortAttr {
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
}
