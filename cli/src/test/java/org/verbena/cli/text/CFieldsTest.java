// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.QpCap;

class CFieldsTest {
    private static final BigInteger UINT64_MAX = new BigInteger("18446744073709551615");

    private final DeviceAttrEx device = Attributes.device(1);

    @Test
    void namesTheFieldsOfIbvDeviceAttr() {
        assertThat(CFields.of(device.origAttr()).keySet())
                .containsExactly(
                        ("fw_ver node_guid sys_image_guid max_mr_size page_size_cap vendor_id vendor_part_id hw_ver"
                                        + " max_qp max_qp_wr device_cap_flags max_sge max_sge_rd max_cq max_cqe max_mr"
                                        + " max_pd max_qp_rd_atom max_ee_rd_atom max_res_rd_atom max_qp_init_rd_atom"
                                        + " max_ee_init_rd_atom atomic_cap max_ee max_rdd max_mw max_raw_ipv6_qp"
                                        + " max_raw_ethy_qp max_mcast_grp max_mcast_qp_attach"
                                        + " max_total_mcast_qp_attach max_ah max_fmr max_map_per_fmr max_srq max_srq_wr"
                                        + " max_srq_sge max_pkeys local_ca_ack_delay phys_port_cnt")
                                .split(" "));
    }

    @Test
    void namesTheFieldsOfIbvDeviceAttrEx() {
        assertThat(CFields.of(device).keySet())
                .containsExactly(
                        ("orig_attr odp_caps completion_timestamp_mask hca_core_clock device_cap_flags_ex tso_caps"
                                        + " rss_caps max_wq_type_rq packet_pacing_caps raw_packet_caps tm_caps"
                                        + " cq_mod_caps max_dm_size pci_atomic_caps xrc_odp_caps phys_port_cnt_ex")
                                .split(" "));
    }

    @Test
    void namesTheFieldsOfIbvPortAttr() {
        assertThat(CFields.of(Attributes.port(1)).keySet())
                .containsExactly(("state max_mtu active_mtu gid_tbl_len port_cap_flags max_msg_sz bad_pkey_cntr"
                                + " qkey_viol_cntr pkey_tbl_len lid sm_lid lmc max_vl_num sm_sl subnet_timeout"
                                + " init_type_reply active_width active_speed phys_state link_layer flags"
                                + " port_cap_flags2")
                        .split(" "));
    }

    @Test
    void convertsConstantsToNamesAndKeepsUnknownNumbers() {
        Map<String, Object> port = CFields.of(Attributes.port(77));

        assertThat(port)
                .containsEntry("state", 77)
                .containsEntry("max_mtu", "IBV_MTU_4096")
                .containsEntry("active_mtu", 99)
                .containsEntry("link_layer", "IBV_LINK_LAYER_ETHERNET");
    }

    @Test
    void convertsFlagsToNamesAndKeepsUnknownBits() {
        assertThat(CFields.of(device.origAttr()))
                .containsEntry("device_cap_flags", List.of("IBV_DEVICE_RESIZE_MAX_WR", "0x8000"));
        assertThat(CFields.of(device.rssCaps()))
                .containsEntry("rx_hash_fields_mask", List.of("IBV_RX_HASH_INNER"))
                .containsEntry("rx_hash_function", List.of("IBV_RX_HASH_FUNC_TOEPLITZ"));
    }

    @Test
    void keepsUnsignedNumbersPositive() {
        assertThat(CFields.of(device.origAttr())).containsEntry("max_mr_size", UINT64_MAX);
        assertThat(CFields.of(device)).containsEntry("completion_timestamp_mask", UINT64_MAX);
        assertThat(CFields.of(new QpCap(0, 0, 0, 0, 4294967292L))).containsEntry("max_inline_data", 4294967292L);
    }

    @Test
    void givesGuidsTheFormOfSysfs() {
        assertThat(CFields.of(device.origAttr()))
                .containsEntry("node_guid", "fedc:ba98:7654:3210")
                .containsEntry("sys_image_guid", "0000:0000:0000:0001");
    }

    @Test
    void keepsStructsWithinStructs() {
        assertThat(CFields.of(device))
                .containsEntry("tso_caps", Map.of("max_tso", 262_144L, "supported_qpts", 256L))
                .containsEntry("orig_attr", CFields.of(device.origAttr()));
    }
}
