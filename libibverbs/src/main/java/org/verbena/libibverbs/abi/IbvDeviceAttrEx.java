package org.verbena.libibverbs.abi;

/**
 * The device attributes that {@code ibv_query_device_ex(3)} returns.
 *
 * <pre>{@code
 * struct ibv_device_attr_ex {
 *     struct ibv_device_attr orig_attr;
 *     uint32_t comp_mask;
 *     struct ibv_odp_caps odp_caps;
 *     uint64_t completion_timestamp_mask;
 *     uint64_t hca_core_clock;
 *     uint64_t device_cap_flags_ex;
 *     struct ibv_tso_caps tso_caps;
 *     struct ibv_rss_caps rss_caps;
 *     uint32_t max_wq_type_rq;
 *     struct ibv_packet_pacing_caps packet_pacing_caps;
 *     uint32_t raw_packet_caps;
 *     struct ibv_tm_caps tm_caps;
 *     struct ibv_cq_moderation_caps cq_mod_caps;
 *     uint64_t max_dm_size;
 *     struct ibv_pci_atomic_caps pci_atomic_caps;
 *     uint32_t xrc_odp_caps;
 *     uint32_t phys_port_cnt_ex;
 * };
 * }</pre>
 */
public final class IbvDeviceAttrEx {
    public static final CField ORIG_ATTR = CField.block(0, 232);
    public static final CField COMP_MASK = CField.u32(232);
    public static final CField ODP_CAPS = CField.block(240, 24);
    public static final CField COMPLETION_TIMESTAMP_MASK = CField.u64(264);
    public static final CField HCA_CORE_CLOCK = CField.u64(272);
    public static final CField DEVICE_CAP_FLAGS_EX = CField.u64(280);
    public static final CField TSO_CAPS = CField.block(288, 8);
    public static final CField RSS_CAPS = CField.block(296, 32);
    public static final CField MAX_WQ_TYPE_RQ = CField.u32(328);
    public static final CField PACKET_PACING_CAPS = CField.block(332, 12);
    public static final CField RAW_PACKET_CAPS = CField.u32(344);
    public static final CField TM_CAPS = CField.block(348, 20);
    public static final CField CQ_MOD_CAPS = CField.block(368, 4);
    public static final CField MAX_DM_SIZE = CField.u64(376);
    public static final CField PCI_ATOMIC_CAPS = CField.block(384, 6);
    public static final CField XRC_ODP_CAPS = CField.u32(392);
    public static final CField PHYS_PORT_CNT_EX = CField.u32(396);

    public static final int SIZE = 400;

    private IbvDeviceAttrEx() {}
}
