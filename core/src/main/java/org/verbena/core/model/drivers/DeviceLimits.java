// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import org.verbena.spi.model.Limits;

/**
 * The usual limits of devices as data. {@link GenerationLimits} contains the drivers of several generations. Each line
 * contains the name of a limit and its value, which is decimal, or hexadecimal after {@code 0x}. Lines that begin with
 * {@code #} are comments. The data is in the class file, because opening the first resource file takes 20 ms, and every
 * program loads all models.
 */
final class DeviceLimits {
    /** A ConnectX-5 with one RoCE port. The firmware of other cards reports other values. */
    static final Limits MLX5 = parse("""
            page_size_cap 0xFFFFFFFFFFFFF000
            vendor_id 0x2C9
            vendor_part_id 4119
            max_qp 131072
            max_qp_wr 32768
            device_cap_flags 0x25321C36
            device_cap_flags_ex 0x1400000000
            max_sge 30
            max_sge_rd 30
            max_cq 16777216
            max_cqe 4194303
            max_mr 16777216
            max_pd 8388608
            max_qp_rd_atom 16
            max_res_rd_atom 2097152
            max_qp_init_rd_atom 16
            atomic_cap 1
            max_mw 16777216
            max_mcast_grp 2097152
            max_mcast_qp_attach 240
            max_total_mcast_qp_attach 503316480
            max_ah 2147483647
            max_srq 8388608
            max_srq_wr 32767
            max_srq_sge 31
            max_pkeys 128
            local_ca_ack_delay 16
            phys_port_cnt 1
            num_comp_vectors 8
            completion_timestamp_mask 9223372036854775807
            hca_core_clock 78125
            tso_caps.max_tso 262144
            tso_caps.supported_qpts 256
            rss_caps.supported_qpts 256
            rss_caps.max_rwq_indirection_tables 65536
            rss_caps.max_rwq_indirection_table_size 2048
            rss_caps.rx_hash_fields_mask 0x800000FF
            rss_caps.rx_hash_function 1
            max_wq_type_rq 8388608
            raw_packet_caps 0xF
            tm_caps.max_num_tags 0
            cq_mod_caps.max_cq_count 0xFFFF
            cq_mod_caps.max_cq_period 0xFFF
            odp_caps.general_caps 0
            max_mtu 5
            active_mtu 3
            gid_tbl_len 255
            port_cap_flags 0x4010000
            max_msg_sz 1073741824
            pkey_tbl_len 1
            active_width 2
            active_speed 32
            link_layer 2
            flags 1
            # The library reads these values when it opens the device: struct mlx5_ib_alloc_ucontext_resp.
            max_sq_desc_sz 1024
            max_rq_desc_sz 512
            max_send_wqebb 32768
            max_recv_wr 32768
            max_srq_recv_wr 32768
            """);

    /** A ConnectX-3 with one RoCE port. The firmware of other cards reports other values. */
    static final Limits MLX4 = parse("""
            page_size_cap 0xFFFFFFFFFFFFF000
            vendor_id 0x2C9
            vendor_part_id 4099
            max_qp 393112
            max_qp_wr 16351
            device_cap_flags 0x5361C76
            max_sge 32
            max_sge_rd 30
            max_cq 65408
            max_cqe 4194303
            max_mr 524032
            max_pd 32764
            max_qp_rd_atom 16
            max_res_rd_atom 6289792
            max_qp_init_rd_atom 128
            atomic_cap 1
            max_mcast_grp 131072
            max_mcast_qp_attach 244
            max_total_mcast_qp_attach 31981568
            max_ah 2147483647
            max_srq 65472
            max_srq_wr 16383
            max_srq_sge 31
            max_pkeys 128
            local_ca_ack_delay 15
            phys_port_cnt 1
            num_comp_vectors 8
            completion_timestamp_mask 281474976710655
            hca_core_clock 427000
            tso_caps.max_tso 262144
            tso_caps.supported_qpts 256
            rss_caps.supported_qpts 256
            rss_caps.max_rwq_indirection_tables 393112
            rss_caps.max_rwq_indirection_table_size 128
            rss_caps.rx_hash_fields_mask 0xFF
            rss_caps.rx_hash_function 1
            max_wq_type_rq 393112
            raw_packet_caps 2
            cq_mod_caps.max_cq_count 0xFFFF
            cq_mod_caps.max_cq_period 0xFFFF
            max_mtu 5
            active_mtu 3
            gid_tbl_len 255
            port_cap_flags 0x4010000
            max_msg_sz 1073741824
            pkey_tbl_len 1
            active_width 2
            active_speed 8
            link_layer 2
            flags 1
            # The kernel reads these values from the firmware: struct mlx4_caps.
            fw_max_wqes 16384
            fw_max_sq_desc_sz 1008
            fw_max_sq_sg 62
            fw_max_rq_sg 32
            """);

    /** sw/rxe/rxe_param.h and rxe_init_device_param, for a port over an Ethernet device with an MTU of 1500. */
    static final Limits RXE = parse("""
            page_size_cap 0xFFFFF000
            vendor_id 0xFFFFFF
            max_qp 1048560
            max_qp_wr 1048576
            device_cap_flags 0x1223C76
            device_cap_flags_ex 0x1C000000000
            max_sge 32
            max_sge_rd 32
            max_inline_data 512
            max_cq 1048576
            max_cqe 32767
            max_mr 524287
            max_pd 1048576
            max_qp_rd_atom 128
            max_res_rd_atom 0x3F000
            max_qp_init_rd_atom 128
            atomic_cap 1
            max_mw 524287
            max_mcast_grp 8192
            max_mcast_qp_attach 56
            max_total_mcast_qp_attach 0x70000
            max_ah 32767
            max_srq 917503
            max_srq_wr 1048576
            max_srq_sge 27
            max_pkeys 64
            local_ca_ack_delay 15
            phys_port_cnt 1
            num_comp_vectors 2
            max_mtu 5
            active_mtu 3
            gid_tbl_len 1024
            port_cap_flags 65536
            max_msg_sz 2147483648
            pkey_tbl_len 1
            max_vl_num 1
            active_width 1
            active_speed 1
            link_layer 2
            flags 1
            """);

    /** efa_query_device and efa_query_port of hw/efa/efa_verbs.c. The device reports the values. */
    static final Limits EFA = parse("""
            page_size_cap 0xFFFFF000
            vendor_id 0x1D0F
            vendor_part_id 0xEFA1
            hw_ver 0xEFA1
            max_qp 256
            max_qp_wr 4096
            max_sge 2
            max_sge_rd 1
            max_cq 512
            max_cqe 32768
            max_mr 262144
            max_pd 256
            max_ah 32768
            max_pkeys 1
            phys_port_cnt 1
            num_comp_vectors 8
            max_mtu 5
            active_mtu 5
            gid_tbl_len 1
            max_msg_sz 8760
            pkey_tbl_len 1
            max_vl_num 1
            active_width 2
            active_speed 32
            # The library reads these values when it opens the device: efa_query_device_ctx and efa_alloc_context.
            max_sq_wr 4096
            min_sq_wr 0
            max_sq_sge 2
            max_rq_wr 32768
            max_rq_sge 3
            inline_buf_size_ex 32
            max_llq_size 262144
            """);

    /** hw/erdma/erdma_verbs.h and erdma_query_device. Values that the device reports are round numbers here. */
    static final Limits ERDMA = parse("""
            page_size_cap 0x7FFFF000
            vendor_id 0x1DED
            vendor_part_id 0x107F
            max_qp 131071
            max_qp_wr 8192
            device_cap_flags 2097152
            max_sge 1
            max_send_sge 6
            max_recv_sge 1
            max_sge_rd 1
            max_inline_data 96
            max_cq 262143
            max_cqe 1048576
            max_mr 262144
            max_pd 131072
            max_qp_rd_atom 128
            max_res_rd_atom 16777216
            max_qp_init_rd_atom 128
            max_mw 262144
            phys_port_cnt 1
            num_comp_vectors 8
            max_mtu 3
            active_mtu 3
            gid_tbl_len 1
            port_cap_flags 0x90000
            max_msg_sz 0xFFFFFFFF
            active_width 2
            active_speed 32
            link_layer 2
            """);

    /**
     * hw/mana/main.c: mana_ib_query_device and mana_ib_query_port. They report neither vendor nor firmware, and neither
     * work queues nor the maximum message size. Values that the device reports are round numbers here.
     */
    static final Limits MANA = parse("""
            page_size_cap 0x3FF000
            max_qp 16384
            max_qp_wr 8192
            device_cap_flags 4096
            max_sge 15
            max_send_sge 30
            max_recv_sge 15
            max_sge_rd 15
            max_cq 16384
            max_cqe 8192
            max_mr 65536
            max_pd 16384
            max_qp_rd_atom 32
            max_res_rd_atom 524288
            max_qp_init_rd_atom 32
            max_ah 2147483647
            max_pkeys 1
            local_ca_ack_delay 16
            phys_port_cnt 1
            num_comp_vectors 8
            max_mtu 5
            active_mtu 3
            gid_tbl_len 16
            pkey_tbl_len 1
            active_width 2
            active_speed 32
            link_layer 2
            flags 1
            max_ind_tbl_size 64
            """);

    /** sw/siw/siw.h, siw_query_device and siw_query_port, for a port over an Ethernet device with an MTU of 1500. */
    static final Limits SIW = parse("""
            page_size_cap 4096
            vendor_id 0x626D74
            max_qp 102400
            max_qp_wr 32768
            device_cap_flags 2097152
            max_sge 6
            max_sge_rd 1
            max_inline_data 80
            max_cq 102400
            max_cqe 3276800
            max_mr 1024000
            max_pd 102400
            max_qp_rd_atom 128
            max_res_rd_atom 13107200
            max_qp_init_rd_atom 128
            max_srq 102400
            max_srq_wr 327680
            max_srq_sge 6
            phys_port_cnt 1
            num_comp_vectors 2
            max_mtu 5
            active_mtu 3
            gid_tbl_len 1
            port_cap_flags 0x90000
            max_msg_sz 0xFFFFFFFF
            active_width 1
            active_speed 1
            link_layer 2
            """);

    private static final String HEX = "0x";

    private DeviceLimits() {}

    /** Parses limits. If several texts define a limit, the last one applies. */
    static Limits parse(String... texts) {
        Limits.Builder limits = Limits.define();
        // No lambdas: the first ones in a JVM take longer than the parsing.
        for (String text : texts) {
            for (String line : text.split("\n", 0)) {
                if (!line.startsWith("#")) {
                    int space = line.indexOf(' ');
                    limits.set(line.substring(0, space), value(line.substring(space + 1)));
                }
            }
        }
        return limits.build();
    }

    private static long value(String text) {
        return text.startsWith(HEX)
                ? Long.parseUnsignedLong(text, HEX.length(), text.length(), 16)
                : Long.parseUnsignedLong(text);
    }
}
