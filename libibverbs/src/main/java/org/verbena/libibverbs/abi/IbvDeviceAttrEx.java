// SPDX-License-Identifier: Apache-2.0
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

    /**
     * The input of {@code ibv_query_device_ex(3)}.
     *
     * <pre>{@code
     * struct ibv_query_device_ex_input {
     *     uint32_t comp_mask;
     * };
     * }</pre>
     */
    public static final class IbvQueryDeviceExInput {
        public static final CField COMP_MASK = CField.u32(0);

        public static final int SIZE = 4;

        private IbvQueryDeviceExInput() {}
    }

    /**
     * The on-demand paging capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
     *
     * <pre>{@code
     * struct ibv_odp_caps {
     *     uint64_t general_caps;
     *     struct {
     *         uint32_t rc_odp_caps;
     *         uint32_t uc_odp_caps;
     *         uint32_t ud_odp_caps;
     *     } per_transport_caps;
     * };
     * }</pre>
     */
    public static final class IbvOdpCaps {
        public static final CField GENERAL_CAPS = CField.u64(0);
        public static final CField PER_TRANSPORT_CAPS_RC_ODP_CAPS = CField.u32(8);
        public static final CField PER_TRANSPORT_CAPS_UC_ODP_CAPS = CField.u32(12);
        public static final CField PER_TRANSPORT_CAPS_UD_ODP_CAPS = CField.u32(16);

        private IbvOdpCaps() {}
    }

    /**
     * The TCP segmentation offload capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
     *
     * <pre>{@code
     * struct ibv_tso_caps {
     *     uint32_t max_tso;
     *     uint32_t supported_qpts;
     * };
     * }</pre>
     */
    public static final class IbvTsoCaps {
        public static final CField MAX_TSO = CField.u32(0);
        public static final CField SUPPORTED_QPTS = CField.u32(4);

        private IbvTsoCaps() {}
    }

    /**
     * The receive-side scaling capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
     *
     * <pre>{@code
     * struct ibv_rss_caps {
     *     uint32_t supported_qpts;
     *     uint32_t max_rwq_indirection_tables;
     *     uint32_t max_rwq_indirection_table_size;
     *     uint64_t rx_hash_fields_mask;
     *     uint8_t rx_hash_function;
     * };
     * }</pre>
     */
    public static final class IbvRssCaps {
        public static final CField SUPPORTED_QPTS = CField.u32(0);
        public static final CField MAX_RWQ_INDIRECTION_TABLES = CField.u32(4);
        public static final CField MAX_RWQ_INDIRECTION_TABLE_SIZE = CField.u32(8);
        public static final CField RX_HASH_FIELDS_MASK = CField.u64(16);
        public static final CField RX_HASH_FUNCTION = CField.u8(24);

        private IbvRssCaps() {}
    }

    /**
     * The packet pacing capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
     *
     * <pre>{@code
     * struct ibv_packet_pacing_caps {
     *     uint32_t qp_rate_limit_min;
     *     uint32_t qp_rate_limit_max;
     *     uint32_t supported_qpts;
     * };
     * }</pre>
     */
    public static final class IbvPacketPacingCaps {
        public static final CField QP_RATE_LIMIT_MIN = CField.u32(0);
        public static final CField QP_RATE_LIMIT_MAX = CField.u32(4);
        public static final CField SUPPORTED_QPTS = CField.u32(8);

        private IbvPacketPacingCaps() {}
    }

    /**
     * The tag matching capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
     *
     * <pre>{@code
     * struct ibv_tm_caps {
     *     uint32_t max_rndv_hdr_size;
     *     uint32_t max_num_tags;
     *     uint32_t flags;
     *     uint32_t max_ops;
     *     uint32_t max_sge;
     * };
     * }</pre>
     */
    public static final class IbvTmCaps {
        public static final CField MAX_RNDV_HDR_SIZE = CField.u32(0);
        public static final CField MAX_NUM_TAGS = CField.u32(4);
        public static final CField FLAGS = CField.u32(8);
        public static final CField MAX_OPS = CField.u32(12);
        public static final CField MAX_SGE = CField.u32(16);

        private IbvTmCaps() {}
    }

    /**
     * The completion moderation limits of a device; embedded in {@link IbvDeviceAttrEx}.
     *
     * <pre>{@code
     * struct ibv_cq_moderation_caps {
     *     uint16_t max_cq_count;
     *     uint16_t max_cq_period;
     * };
     * }</pre>
     */
    public static final class IbvCqModerationCaps {
        public static final CField MAX_CQ_COUNT = CField.u16(0);
        public static final CField MAX_CQ_PERIOD = CField.u16(2);

        private IbvCqModerationCaps() {}
    }

    /**
     * The PCI atomic capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
     *
     * <pre>{@code
     * struct ibv_pci_atomic_caps {
     *     uint16_t fetch_add;
     *     uint16_t swap;
     *     uint16_t compare_swap;
     * };
     * }</pre>
     */
    public static final class IbvPciAtomicCaps {
        public static final CField FETCH_ADD = CField.u16(0);
        public static final CField SWAP = CField.u16(2);
        public static final CField COMPARE_SWAP = CField.u16(4);

        private IbvPciAtomicCaps() {}
    }
}
