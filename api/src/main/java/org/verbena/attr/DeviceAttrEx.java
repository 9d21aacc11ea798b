// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/**
 * The extended attributes of a device: {@code struct ibv_device_attr_ex}, in the order of its fields. A value that the
 * driver does not know is 0.
 *
 * @param origAttr {@code orig_attr}: plain attributes
 * @param odpCaps {@code odp_caps}: capabilities of on-demand paging
 * @param completionTimestampMask {@code completion_timestamp_mask}: valid bits of a completion timestamp, 0 if
 *     unsupported
 * @param hcaCoreClock {@code hca_core_clock}: frequency of the timestamp clock in kHz
 * @param deviceCapFlagsEx {@code device_cap_flags_ex}: capabilities, 64 bits
 * @param tsoCaps {@code tso_caps}: capabilities of TCP segmentation offload
 * @param rssCaps {@code rss_caps}: capabilities of receive-side scaling
 * @param maxWqTypeRq {@code max_wq_type_rq}: maximum number of work queues of type RQ
 * @param packetPacingCaps {@code packet_pacing_caps}: supported rate limits
 * @param rawPacketCaps {@code raw_packet_caps}: {@code IBV_RAW_PACKET_CAP_*} bits
 * @param tmCaps {@code tm_caps}: capabilities of tag matching
 * @param cqModCaps {@code cq_mod_caps}: limits of event moderation
 * @param maxDmSize {@code max_dm_size}: maximum size of device memory in bytes
 * @param pciAtomicCaps {@code pci_atomic_caps}: atomic operations over the PCI bus
 * @param xrcOdpCaps {@code xrc_odp_caps}: on-demand paging with XRC, {@code IBV_ODP_SUPPORT_*} bits
 * @param physPortCntEx {@code phys_port_cnt_ex}: number of ports
 */
public record DeviceAttrEx(
        DeviceAttr origAttr,
        OdpCaps odpCaps,
        long completionTimestampMask,
        long hcaCoreClock,
        Flags<DeviceCapFlag> deviceCapFlagsEx,
        TsoCaps tsoCaps,
        RssCaps rssCaps,
        long maxWqTypeRq,
        PacketPacingCaps packetPacingCaps,
        long rawPacketCaps,
        TmCaps tmCaps,
        CqModerationCaps cqModCaps,
        long maxDmSize,
        PciAtomicCaps pciAtomicCaps,
        long xrcOdpCaps,
        long physPortCntEx)
        implements StructRecord {
    /**
     * The capabilities of on-demand paging: {@code struct ibv_odp_caps}.
     *
     * @param generalCaps {@code general_caps}
     * @param rcOdpCaps {@code rc_odp_caps}
     * @param ucOdpCaps {@code uc_odp_caps}
     * @param udOdpCaps {@code ud_odp_caps}
     */
    public record OdpCaps(long generalCaps, long rcOdpCaps, long ucOdpCaps, long udOdpCaps) implements StructRecord {}

    /**
     * The capabilities of TCP segmentation offload: {@code struct ibv_tso_caps}.
     *
     * @param maxTso {@code max_tso} in bytes
     * @param supportedQpts {@code supported_qpts}: one bit for each {@link QpType} number
     */
    public record TsoCaps(long maxTso, long supportedQpts) implements StructRecord {}

    /**
     * The capabilities of receive-side scaling: {@code struct ibv_rss_caps}.
     *
     * @param supportedQpts {@code supported_qpts}: one bit for each {@link QpType} number
     * @param maxRwqIndirectionTables {@code max_rwq_indirection_tables}
     * @param maxRwqIndirectionTableSize {@code max_rwq_indirection_table_size}
     * @param rxHashFieldsMask {@code rx_hash_fields_mask}
     * @param rxHashFunction {@code rx_hash_function}
     */
    public record RssCaps(
            long supportedQpts,
            long maxRwqIndirectionTables,
            long maxRwqIndirectionTableSize,
            Flags<RxHashField> rxHashFieldsMask,
            Flags<RxHashFunction> rxHashFunction)
            implements StructRecord {}

    /**
     * The supported rate limits: {@code struct ibv_packet_pacing_caps}.
     *
     * @param qpRateLimitMin {@code qp_rate_limit_min} in kbit/s
     * @param qpRateLimitMax {@code qp_rate_limit_max} in kbit/s
     * @param supportedQpts {@code supported_qpts}: one bit for each {@link QpType} number
     */
    public record PacketPacingCaps(long qpRateLimitMin, long qpRateLimitMax, long supportedQpts)
            implements StructRecord {}

    /**
     * The capabilities of tag matching: {@code struct ibv_tm_caps}.
     *
     * @param maxRndvHdrSize {@code max_rndv_hdr_size}
     * @param maxNumTags {@code max_num_tags}
     * @param flags {@code flags}
     * @param maxOps {@code max_ops}
     * @param maxSge {@code max_sge}
     */
    public record TmCaps(long maxRndvHdrSize, long maxNumTags, long flags, long maxOps, long maxSge)
            implements StructRecord {}

    /**
     * The limits of event moderation: {@code struct ibv_cq_moderation_caps}.
     *
     * @param maxCqCount {@code max_cq_count}
     * @param maxCqPeriod {@code max_cq_period} in microseconds
     */
    public record CqModerationCaps(int maxCqCount, int maxCqPeriod) implements StructRecord {}

    /**
     * The atomic operations that the device supports over the PCI bus: {@code struct ibv_pci_atomic_caps}.
     *
     * @param fetchAdd {@code fetch_add}: supported operand sizes
     * @param swap {@code swap}: supported operand sizes
     * @param compareSwap {@code compare_swap}: supported operand sizes
     */
    public record PciAtomicCaps(int fetchAdd, int swap, int compareSwap) implements StructRecord {}
}
