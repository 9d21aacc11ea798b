package org.verbena.libibverbs.abi;

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
public final class IbvDeviceAttr {
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
