package org.verbena.core.model.drivers;

import java.util.List;
import org.verbena.spi.model.Limits;

/** The generations of Intel's adapters. Only their limits differ. */
public enum IrdmaGeneration {
    /** The X722; hw/irdma/i40iw_hw.c: i40iw_init_hw. */
    GEN_1("irdma-gen1", "5.1", "Intel X722 (libirdma and irdma), iWARP") {
        @Override
        Limits limits() {
            return common().set("hw", 1)
                    .set("vendor_part_id", 0x37D0)
                    .set("page_size_cap", 0x20_1000)
                    .set("device_cap_flags", 0x22_0000)
                    .set("max_qp_wr", 895)
                    .set("max_sge", 3)
                    .set("max_sge_rd", 1)
                    .set("max_hw_inline", 48)
                    .set("max_hw_wq_quanta", 1 << 11)
                    .set("max_hw_rq_quanta", 1 << 14)
                    .set("max_hw_srq_quanta", 0)
                    .set("min_hw_wq_size", 4)
                    .set("max_pd", 32765)
                    .set("max_qp_rd_atom", 63)
                    .set("max_qp_init_rd_atom", 127)
                    .set("max_mcast_grp", 0)
                    .set("max_mcast_qp_attach", 0)
                    .set("max_total_mcast_qp_attach", 0)
                    .set("max_pkeys", 0)
                    .set("gid_tbl_len", 1)
                    .set("pkey_tbl_len", 1)
                    .set("port_cap_flags", 0x5_0000)
                    .set("active_width", 1)
                    .set("active_speed", 8)
                    .build();
        }
    },

    /** The E810; hw/irdma/icrdma_hw.c: icrdma_init_hw, and ctrl.c: irdma_sc_dev_init. */
    GEN_2("irdma", "1.74", "Intel E810 (libirdma and irdma), RoCE") {
        @Override
        List<String> aliases() {
            return List.of("irdma-gen2");
        }

        @Override
        Limits limits() {
            return roce().set("hw", 2)
                    .set("vendor_part_id", 0x1592)
                    .set("max_hw_srq_quanta", 0)
                    .build();
        }
    },

    /** The E2000, which has shared receive queues. Their support is newer than Linux 6.12. */
    GEN_3("irdma-gen3", "3.0", "Intel E2000 (libirdma and irdma), RoCE") {
        @Override
        Limits limits() {
            return roce().set("hw", 3)
                    .set("vendor_part_id", 0x1452)
                    .set("max_hw_srq_quanta", 1 << 18)
                    .set("max_srq", 4092)
                    .set("max_srq_wr", (1 << 18) - 1)
                    .set("max_srq_sge", 13)
                    .build();
        }
    };

    private final String modelName;
    private final String firmware;
    private final String description;

    IrdmaGeneration(String modelName, String firmware, String description) {
        this.modelName = modelName;
        this.firmware = firmware;
        this.description = description;
    }

    String modelName() {
        return modelName;
    }

    List<String> aliases() {
        return List.of();
    }

    String firmware() {
        return firmware;
    }

    String description() {
        return description;
    }

    abstract Limits limits();

    private static Limits.Builder common() {
        return Limits.define()
                .set("vendor_id", 0x8086)
                .set("hw_ver", 2)
                .set("max_qp", 4092)
                .set("max_cq", 8189)
                .set("max_cqe", (1 << 20) - 2)
                .set("max_mr", (1 << 22) - 3)
                .set("max_mw", (1 << 22) - 3)
                .set("max_ah", 1 << 17)
                .set("atomic_cap", 0)
                .set("phys_port_cnt", 1)
                .set("num_comp_vectors", 8)
                .set("max_mtu", 5)
                .set("active_mtu", 3)
                .set("max_msg_sz", Integer.MAX_VALUE)
                .set("lid", 1)
                .set("link_layer", 2);
    }

    private static Limits.Builder roce() {
        return common().set("page_size_cap", 0x4020_1000)
                .set("device_cap_flags", 0x22_1000)
                .set("max_qp_wr", 4063)
                .set("max_sge", 13)
                .set("max_sge_rd", 13)
                .set("max_hw_inline", 101)
                .set("max_hw_wq_quanta", 1 << 15)
                .set("max_hw_rq_quanta", 1 << 15)
                .set("min_hw_wq_size", 8)
                .set("max_pd", (1 << 18) - 3)
                .set("max_qp_rd_atom", 127)
                .set("max_qp_init_rd_atom", 255)
                .set("max_mcast_grp", 4096)
                .set("max_mcast_qp_attach", 8)
                .set("max_total_mcast_qp_attach", 4096 * 8)
                .set("max_pkeys", 1)
                .set("completion_timestamp_mask", 0x1_FFFF)
                .set("gid_tbl_len", 32)
                .set("pkey_tbl_len", 1)
                .set("port_cap_flags", 0x0405_0000)
                .set("active_width", 2)
                .set("active_speed", 32)
                .set("flags", 1);
    }
}
