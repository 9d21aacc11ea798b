// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import org.verbena.spi.model.Limits;

/**
 * The usual limits of devices whose driver supports several generations, in the format of {@link DeviceLimits}. The
 * lines of a generation replace those that the generations share.
 */
final class GenerationLimits {
    /** The limits of all generations of Intel's adapters. */
    private static final String IRDMA = """
            vendor_id 0x8086
            hw_ver 0x2
            max_qp 4092
            max_cq 8189
            max_cqe 1048574
            max_mr 4194301
            max_mw 4194301
            max_ah 131072
            atomic_cap 0
            phys_port_cnt 1
            num_comp_vectors 8
            max_mtu 5
            active_mtu 3
            max_msg_sz 2147483647
            lid 1
            link_layer 2
            """;

    /** The limits of the generations of Intel's adapters that use RoCE. */
    private static final String IRDMA_ROCE = """
            page_size_cap 0x40201000
            device_cap_flags 0x221000
            max_qp_wr 4063
            max_sge 13
            max_sge_rd 13
            max_hw_inline 101
            max_hw_wq_quanta 32768
            max_hw_rq_quanta 32768
            min_hw_wq_size 8
            max_pd 262141
            max_qp_rd_atom 127
            max_qp_init_rd_atom 255
            max_mcast_grp 4096
            max_mcast_qp_attach 8
            max_total_mcast_qp_attach 32768
            max_pkeys 1
            completion_timestamp_mask 0x1FFFF
            gid_tbl_len 32
            pkey_tbl_len 1
            port_cap_flags 0x4050000
            active_width 2
            active_speed 32
            flags 1
            """;

    /** The X722; hw/irdma/i40iw_hw.c: i40iw_init_hw. */
    static final Limits IRDMA_GEN_1 = DeviceLimits.parse(IRDMA, """
            hw 1
            vendor_part_id 0x37D0
            page_size_cap 0x201000
            device_cap_flags 0x220000
            max_qp_wr 895
            max_sge 3
            max_sge_rd 1
            max_hw_inline 48
            max_hw_wq_quanta 2048
            max_hw_rq_quanta 16384
            max_hw_srq_quanta 0
            min_hw_wq_size 4
            max_pd 32765
            max_qp_rd_atom 63
            max_qp_init_rd_atom 127
            max_mcast_grp 0
            max_mcast_qp_attach 0
            max_total_mcast_qp_attach 0
            max_pkeys 0
            gid_tbl_len 1
            pkey_tbl_len 1
            port_cap_flags 0x50000
            active_width 1
            active_speed 8
            """);

    /** The E810; hw/irdma/icrdma_hw.c: icrdma_init_hw, and ctrl.c: irdma_sc_dev_init. */
    static final Limits IRDMA_GEN_2 = DeviceLimits.parse(IRDMA, IRDMA_ROCE, """
            hw 2
            vendor_part_id 0x1592
            max_hw_srq_quanta 0
            """);

    /** The E2000, which has shared receive queues. Their support is newer than Linux 6.12. */
    static final Limits IRDMA_GEN_3 = DeviceLimits.parse(IRDMA, IRDMA_ROCE, """
            hw 3
            vendor_part_id 0x1452
            max_hw_srq_quanta 262144
            max_srq 4092
            max_srq_wr 262143
            max_srq_sge 13
            """);

    /**
     * The limits of both ring layouts of Broadcom's adapters. They follow bnxt_re_query_device and bnxt_re_query_port
     * of hw/bnxt_re/ib_verbs.c, with common values of the firmware.
     */
    private static final String BNXT_RE = """
            page_size_cap 0x7FFFF000
            vendor_id 0x14E4
            hw_ver 0x11
            max_qp 65537
            device_cap_flags 0x1225D81
            max_cq 131072
            max_cqe 1048575
            max_mr 262144
            max_mw 262144
            max_pd 65536
            max_qp_rd_atom 126
            max_qp_init_rd_atom 126
            atomic_cap 2
            max_mcast_grp 0
            max_mcast_qp_attach 0
            max_total_mcast_qp_attach 0
            max_ah 131072
            max_srq 4096
            max_srq_wr 65535
            max_srq_sge 6
            max_pkeys 1
            local_ca_ack_delay 16
            phys_port_cnt 1
            num_comp_vectors 8
            max_mtu 5
            active_mtu 3
            gid_tbl_len 256
            port_cap_flags 0x41D0000
            max_msg_sz 1073741824
            pkey_tbl_len 1
            max_vl_num 4
            active_width 2
            active_speed 32
            link_layer 2
            flags 1
            """;

    /** A BCM57508, with entries of one size. */
    static final Limits BNXT_RE_STATIC = DeviceLimits.parse(BNXT_RE, """
            wqe_mode 0
            vendor_part_id 0x1750
            max_qp_wr 65407
            max_sge 6
            max_sge_rd 6
            max_inline_data 96
            pow2_disabled 0
            """);

    /** A BCM57608, with entries of variable size. */
    static final Limits BNXT_RE_VARIABLE = DeviceLimits.parse(BNXT_RE, """
            wqe_mode 1
            vendor_part_id 0x1760
            max_qp_wr 4351
            max_sge 13
            max_sge_rd 13
            max_inline_data 208
            pow2_disabled 1
            """);

    /**
     * The values that the firmware of both engines reports; hns_roce_query_device and hns_roce_query_port of
     * hw/hns/hns_roce_main.c.
     */
    private static final String HNS = """
            hw 9
            hw_ver 0x130
            page_size_cap 0xFFFF000
            vendor_id 0x19E5
            vendor_part_id 0xA228
            max_qp 1048576
            max_qp_wr 32768
            device_cap_flags 0x301400
            max_sge 64
            max_sge_rd 64
            max_inline_data 1024
            ext_sge_mode 1
            min_wqes 64
            max_cq 1048576
            max_cqe 4194304
            min_cqes 64
            max_mr 1048576
            max_pd 16777216
            max_qp_rd_atom 128
            max_qp_init_rd_atom 128
            atomic_cap 1
            max_ah 2147483647
            max_srq 1048576
            max_srq_wr 32768
            max_srq_sge 64
            max_pkeys 1
            phys_port_cnt 1
            num_comp_vectors 31
            cq_mod_caps.max_cq_count 0xFFFF
            cq_mod_caps.max_cq_period 0xFFFF
            max_mtu 5
            active_mtu 3
            gid_tbl_len 256
            port_cap_flags 0x950000
            max_msg_sz 2147483648
            pkey_tbl_len 1
            active_width 2
            active_speed 32
            link_layer 2
            flags 1
            """;

    /** The engine of HIP09 and newer chips. */
    static final Limits HNS_HIP09 = DeviceLimits.parse(HNS);

    /** The engine of HIP08. */
    static final Limits HNS_HIP08 = DeviceLimits.parse(HNS, """
            hw 8
            hw_ver 0x100
            vendor_part_id 0xA226
            device_cap_flags 0x101400
            max_inline_data 32
            ext_sge_mode 0
            cq_mod_caps.max_cq_period 65
            """);

    private GenerationLimits() {}
}
