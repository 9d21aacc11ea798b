// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static java.util.Map.entry;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.PortAttr;
import org.verbena.spi.model.QueriedDevice;

/**
 * The limits of a device, as read from the results of the query verbs. This class is the reverse of
 * {@link DeviceReport}.
 */
public final class ReportedNumbers {
    private static final Map<String, ToLongFunction<DeviceAttr>> DEVICE = Map.ofEntries(
            entry("page_size_cap", DeviceAttr::pageSizeCap),
            entry("vendor_id", DeviceAttr::vendorId),
            entry("vendor_part_id", DeviceAttr::vendorPartId),
            entry("hw_ver", DeviceAttr::hwVer),
            entry("max_qp", DeviceAttr::maxQp),
            entry("max_qp_wr", DeviceAttr::maxQpWr),
            entry("device_cap_flags", device -> device.deviceCapFlags().mask()),
            entry("max_sge", DeviceAttr::maxSge),
            entry("max_sge_rd", DeviceAttr::maxSgeRd),
            entry("max_cq", DeviceAttr::maxCq),
            entry("max_cqe", DeviceAttr::maxCqe),
            entry("max_mr", DeviceAttr::maxMr),
            entry("max_pd", DeviceAttr::maxPd),
            entry("max_qp_rd_atom", DeviceAttr::maxQpRdAtom),
            entry("max_res_rd_atom", DeviceAttr::maxResRdAtom),
            entry("max_qp_init_rd_atom", DeviceAttr::maxQpInitRdAtom),
            entry("atomic_cap", DeviceAttr::atomicCapCode),
            entry("max_mw", DeviceAttr::maxMw),
            entry("max_mcast_grp", DeviceAttr::maxMcastGrp),
            entry("max_mcast_qp_attach", DeviceAttr::maxMcastQpAttach),
            entry("max_total_mcast_qp_attach", DeviceAttr::maxTotalMcastQpAttach),
            entry("max_ah", DeviceAttr::maxAh),
            entry("max_srq", DeviceAttr::maxSrq),
            entry("max_srq_wr", DeviceAttr::maxSrqWr),
            entry("max_srq_sge", DeviceAttr::maxSrqSge),
            entry("max_pkeys", DeviceAttr::maxPkeys),
            entry("local_ca_ack_delay", DeviceAttr::localCaAckDelay),
            entry("phys_port_cnt", DeviceAttr::physPortCnt));

    private static final Map<String, ToLongFunction<DeviceAttrEx>> DEVICE_EX = Map.ofEntries(
            entry("odp_caps.general_caps", device -> device.odpCaps().generalCaps()),
            entry("completion_timestamp_mask", DeviceAttrEx::completionTimestampMask),
            entry("hca_core_clock", DeviceAttrEx::hcaCoreClock),
            entry("device_cap_flags_ex", ReportedNumbers::extendedCaps),
            entry("tso_caps.max_tso", device -> device.tsoCaps().maxTso()),
            entry("tso_caps.supported_qpts", device -> device.tsoCaps().supportedQpts()),
            entry("rss_caps.supported_qpts", device -> device.rssCaps().supportedQpts()),
            entry(
                    "rss_caps.max_rwq_indirection_tables",
                    device -> device.rssCaps().maxRwqIndirectionTables()),
            entry(
                    "rss_caps.max_rwq_indirection_table_size",
                    device -> device.rssCaps().maxRwqIndirectionTableSize()),
            entry(
                    "rss_caps.rx_hash_fields_mask",
                    device -> device.rssCaps().rxHashFieldsMask().mask()),
            entry(
                    "rss_caps.rx_hash_function",
                    device -> device.rssCaps().rxHashFunction().mask()),
            entry("max_wq_type_rq", DeviceAttrEx::maxWqTypeRq),
            entry("raw_packet_caps", DeviceAttrEx::rawPacketCaps),
            entry("tm_caps.max_num_tags", device -> device.tmCaps().maxNumTags()),
            entry("tm_caps.max_ops", device -> device.tmCaps().maxOps()),
            entry("tm_caps.max_sge", device -> device.tmCaps().maxSge()),
            entry("cq_mod_caps.max_cq_count", device -> device.cqModCaps().maxCqCount()),
            entry("cq_mod_caps.max_cq_period", device -> device.cqModCaps().maxCqPeriod()));

    private static final Map<String, ToLongFunction<PortAttr>> PORT = Map.ofEntries(
            entry("max_mtu", PortAttr::maxMtuCode),
            entry("active_mtu", PortAttr::activeMtuCode),
            entry("gid_tbl_len", PortAttr::gidTblLen),
            entry("port_cap_flags", port -> port.portCapFlags().mask()),
            entry("max_msg_sz", PortAttr::maxMsgSz),
            entry("pkey_tbl_len", PortAttr::pkeyTblLen),
            entry("lid", PortAttr::lid),
            entry("sm_lid", PortAttr::smLid),
            entry("max_vl_num", PortAttr::maxVlNum),
            entry("subnet_timeout", PortAttr::subnetTimeout),
            entry("active_width", PortAttr::activeWidth),
            entry("active_speed", PortAttr::activeSpeed),
            entry("link_layer", PortAttr::linkLayerCode),
            entry("flags", PortAttr::flags));

    private ReportedNumbers() {}

    /**
     * Returns all limits that a device reports.
     *
     * @param queried the results of the query verbs
     * @return the values by their C names; a value that needs more than 63 bits is negative
     */
    public static Map<String, Long> of(QueriedDevice queried) {
        Map<String, Long> numbers = new TreeMap<>();
        DEVICE.forEach((name, field) ->
                numbers.put(name, field.applyAsLong(queried.device().origAttr())));
        DEVICE_EX.forEach((name, field) -> numbers.put(name, field.applyAsLong(queried.device())));
        PORT.forEach((name, field) -> numbers.put(name, field.applyAsLong(queried.port())));
        numbers.put("num_comp_vectors", (long) queried.numCompVectors());
        return numbers;
    }

    /** Returns the flags of {@code device_cap_flags_ex} without those of {@code device_cap_flags}, which it repeats. */
    private static long extendedCaps(DeviceAttrEx device) {
        return device.deviceCapFlagsEx().mask()
                & ~device.origAttr().deviceCapFlags().mask();
    }
}
