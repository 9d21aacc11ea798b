package org.verbena.core.model.drivers;

import java.util.List;
import org.verbena.spi.model.Limits;

/** The ring layouts of Broadcom's adapters. Only their limits differ. */
public enum BnxtReMode {
    /** Entries of 128 bytes, which every adapter supports. */
    STATIC("bnxt_re", "Broadcom BCM57508 (libbnxt_re and bnxt_re), entries of one size") {
        @Override
        List<String> aliases() {
            return List.of("bnxt_re-static");
        }

        @Override
        Limits limits() {
            return common().set("wqe_mode", 0)
                    .set("vendor_part_id", 0x1750)
                    .set("max_qp_wr", 65407)
                    .set("max_sge", 6)
                    .set("max_sge_rd", 6)
                    .set("max_inline_data", 96)
                    .set("pow2_disabled", 0)
                    .build();
        }
    },

    /** Entries whose size depends on their elements or inline data. Newer adapters support them. */
    VARIABLE("bnxt_re-variable", "Broadcom BCM57608 (libbnxt_re and bnxt_re), entries of variable size") {
        @Override
        Limits limits() {
            return common().set("wqe_mode", 1)
                    .set("vendor_part_id", 0x1760)
                    .set("max_qp_wr", 4351)
                    .set("max_sge", 13)
                    .set("max_sge_rd", 13)
                    .set("max_inline_data", 208)
                    .set("pow2_disabled", 1)
                    .build();
        }
    };

    private final String modelName;
    private final String description;

    BnxtReMode(String modelName, String description) {
        this.modelName = modelName;
        this.description = description;
    }

    String modelName() {
        return modelName;
    }

    List<String> aliases() {
        return List.of();
    }

    String description() {
        return description;
    }

    abstract Limits limits();

    /**
     * Returns the limits that both layouts share. They follow bnxt_re_query_device and bnxt_re_query_port of
     * hw/bnxt_re/ib_verbs.c, with common values of the firmware.
     */
    private static Limits.Builder common() {
        return Limits.define()
                .set("page_size_cap", 0x7FFF_F000)
                .set("vendor_id", 0x14E4)
                .set("hw_ver", 0x11)
                .set("max_qp", (1 << 16) + 1)
                .set("device_cap_flags", 0x0122_5D81)
                .set("max_cq", 1 << 17)
                .set("max_cqe", (1 << 20) - 1)
                .set("max_mr", 1 << 18)
                .set("max_mw", 1 << 18)
                .set("max_pd", 1 << 16)
                .set("max_qp_rd_atom", 126)
                .set("max_qp_init_rd_atom", 126)
                .set("atomic_cap", 2)
                .set("max_mcast_grp", 0)
                .set("max_mcast_qp_attach", 0)
                .set("max_total_mcast_qp_attach", 0)
                .set("max_ah", 1 << 17)
                .set("max_srq", 1 << 12)
                .set("max_srq_wr", (1 << 16) - 1)
                .set("max_srq_sge", 6)
                .set("max_pkeys", 1)
                .set("local_ca_ack_delay", 16)
                .set("phys_port_cnt", 1)
                .set("num_comp_vectors", 8)
                .set("max_mtu", 5)
                .set("active_mtu", 3)
                .set("gid_tbl_len", 256)
                .set("port_cap_flags", 0x041D_0000)
                .set("max_msg_sz", 1 << 30)
                .set("pkey_tbl_len", 1)
                .set("max_vl_num", 4)
                .set("active_width", 2)
                .set("active_speed", 32)
                .set("link_layer", 2)
                .set("flags", 1);
    }
}
