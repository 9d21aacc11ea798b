// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.DeviceCapFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.PortAttr;
import org.verbena.attr.PortCapFlag;
import org.verbena.attr.PortState;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.spi.model.Limits;

/** Static factory for the results of the query verbs, from the limits of a device. */
final class DeviceReport {
    private static final int PHYS_LINK_UP = 5;

    private DeviceReport() {}

    /**
     * Returns the result of {@code ibv_query_device(3)}. A limit that does not exist is reported as 0.
     *
     * @param firmware {@code fw_ver}
     * @param guid {@code node_guid} and {@code sys_image_guid}
     * @param limits the limits of the device
     * @return the attributes
     */
    static DeviceAttr device(String firmware, long guid, Limits limits) {
        return new DeviceAttr(
                firmware,
                guid,
                guid,
                ~0L,
                limits.report("page_size_cap"),
                limits.report("vendor_id"),
                limits.report("vendor_part_id"),
                limits.report("hw_ver"),
                limits.reportInt("max_qp"),
                limits.reportInt("max_qp_wr"),
                Flags.ofMask(DeviceCapFlag.class, limits.report("device_cap_flags")),
                limits.reportInt("max_sge"),
                limits.reportInt("max_sge_rd"),
                limits.reportInt("max_cq"),
                limits.reportInt("max_cqe"),
                limits.reportInt("max_mr"),
                limits.reportInt("max_pd"),
                limits.reportInt("max_qp_rd_atom"),
                0,
                limits.reportInt("max_res_rd_atom"),
                limits.reportInt("max_qp_init_rd_atom"),
                0,
                limits.reportInt("atomic_cap"),
                0,
                0,
                limits.reportInt("max_mw"),
                0,
                0,
                limits.reportInt("max_mcast_grp"),
                limits.reportInt("max_mcast_qp_attach"),
                limits.reportInt("max_total_mcast_qp_attach"),
                limits.reportInt("max_ah"),
                0,
                0,
                limits.reportInt("max_srq"),
                limits.reportInt("max_srq_wr"),
                limits.reportInt("max_srq_sge"),
                limits.reportInt("max_pkeys"),
                limits.reportInt("local_ca_ack_delay"),
                limits.reportInt("phys_port_cnt"));
    }

    /**
     * Returns the result of {@code ibv_query_device_ex(3)}. A limit that does not exist is reported as 0.
     *
     * @param device {@code orig_attr}
     * @param limits the limits of the device
     * @return the attributes
     */
    static DeviceAttrEx deviceEx(DeviceAttr device, Limits limits) {
        return new DeviceAttrEx(
                device,
                new DeviceAttrEx.OdpCaps(limits.report("odp_caps.general_caps"), 0, 0, 0),
                limits.report("completion_timestamp_mask"),
                limits.report("hca_core_clock"),
                Flags.ofMask(
                        DeviceCapFlag.class, limits.report("device_cap_flags") | limits.report("device_cap_flags_ex")),
                new DeviceAttrEx.TsoCaps(limits.report("tso_caps.max_tso"), limits.report("tso_caps.supported_qpts")),
                new DeviceAttrEx.RssCaps(
                        limits.report("rss_caps.supported_qpts"),
                        limits.report("rss_caps.max_rwq_indirection_tables"),
                        limits.report("rss_caps.max_rwq_indirection_table_size"),
                        Flags.ofMask(RxHashField.class, limits.report("rss_caps.rx_hash_fields_mask")),
                        Flags.ofMask(RxHashFunction.class, limits.report("rss_caps.rx_hash_function"))),
                limits.report("max_wq_type_rq"),
                new DeviceAttrEx.PacketPacingCaps(0, 0, 0),
                limits.report("raw_packet_caps"),
                new DeviceAttrEx.TmCaps(
                        0,
                        limits.report("tm_caps.max_num_tags"),
                        0,
                        limits.report("tm_caps.max_ops"),
                        limits.report("tm_caps.max_sge")),
                new DeviceAttrEx.CqModerationCaps(
                        limits.reportInt("cq_mod_caps.max_cq_count"), limits.reportInt("cq_mod_caps.max_cq_period")),
                0,
                new DeviceAttrEx.PciAtomicCaps(0, 0, 0),
                0,
                limits.report("phys_port_cnt"));
    }

    /**
     * Returns the result of {@code ibv_query_port(3)} for an active port whose physical link is up. A limit that does
     * not exist is reported as 0.
     *
     * @param limits the limits of the device
     * @return the attributes
     */
    static PortAttr port(Limits limits) {
        return new PortAttr(
                PortState.ACTIVE.value(),
                limits.reportInt("max_mtu"),
                limits.reportInt("active_mtu"),
                limits.reportInt("gid_tbl_len"),
                Flags.ofMask(PortCapFlag.class, limits.report("port_cap_flags")),
                limits.report("max_msg_sz"),
                0,
                0,
                limits.reportInt("pkey_tbl_len"),
                limits.reportInt("lid"),
                limits.reportInt("sm_lid"),
                0,
                limits.reportInt("max_vl_num"),
                0,
                limits.reportInt("subnet_timeout"),
                0,
                limits.reportInt("active_width"),
                limits.reportInt("active_speed"),
                PHYS_LINK_UP,
                limits.reportInt("link_layer"),
                limits.reportInt("flags"),
                0);
    }
}
