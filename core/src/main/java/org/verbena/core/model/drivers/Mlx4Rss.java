// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.QpInitAttr.Mask.CREATE_FLAGS;
import static org.verbena.QpInitAttr.Mask.IND_TABLE;
import static org.verbena.QpInitAttr.Mask.MAX_TSO_HEADER;
import static org.verbena.QpInitAttr.Mask.PD;
import static org.verbena.QpInitAttr.Mask.RX_HASH;
import static org.verbena.QpInitAttr.Mask.SEND_OPS_FLAGS;
import static org.verbena.QpInitAttr.Mask.XRCD;
import static org.verbena.attr.QpState.INIT;
import static org.verbena.attr.QpState.RESET;
import static org.verbena.attr.QpState.RTR;
import static org.verbena.attr.RxHashField.DST_IPV4;
import static org.verbena.attr.RxHashField.DST_IPV6;
import static org.verbena.attr.RxHashField.DST_PORT_TCP;
import static org.verbena.attr.RxHashField.DST_PORT_UDP;
import static org.verbena.attr.RxHashField.SRC_IPV4;
import static org.verbena.attr.RxHashField.SRC_IPV6;
import static org.verbena.attr.RxHashField.SRC_PORT_TCP;
import static org.verbena.attr.RxHashField.SRC_PORT_UDP;

import java.util.List;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.core.model.rules.Checklist;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpRequest;

/** Rules of mlx4 queue pairs that receive through an indirection table. */
final class Mlx4Rss {
    private static final int KEY_LENGTH = 40;
    private static final Flags<QpInitAttr.Mask> EXTENDED_FIELDS =
            Flags.of(PD, XRCD, CREATE_FLAGS, MAX_TSO_HEADER, IND_TABLE, RX_HASH, SEND_OPS_FLAGS);
    private static final Flags<RxHashField> IPV4 = Flags.of(SRC_IPV4, DST_IPV4);
    private static final Flags<RxHashField> IPV6 = Flags.of(SRC_IPV6, DST_IPV6);
    private static final List<Flags<RxHashField>> PAIRS =
            List.of(IPV4, IPV6, Flags.of(SRC_PORT_TCP, DST_PORT_TCP), Flags.of(SRC_PORT_UDP, DST_PORT_UDP));
    private static final Flags<RxHashField> KNOWN_FIELDS =
            Flags.of(SRC_IPV4, DST_IPV4, SRC_IPV6, DST_IPV6, SRC_PORT_TCP, DST_PORT_TCP, SRC_PORT_UDP, DST_PORT_UDP);
    private static final Flags<QpAttr.Mask> CHANGES = Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.PORT);

    private Mlx4Rss() {}

    static boolean asked(QpRequest request) {
        return request.has(IND_TABLE) || request.has(RX_HASH);
    }

    static void library(QpRequest request, Checklist checks) {
        MlxModel.receiveSideScaling(request, checks.from("rdma-core providers/mlx4/verbs.c: _mlx4_create_qp_ex_rss"));
        int keyLength = request.rxHash().map(hash -> hash.key().length).orElse(0);
        checks.from("rdma-core providers/mlx4/verbs.c: mlx4_cmd_create_qp_ex_rss")
                .support(
                        keyLength == KEY_LENGTH,
                        "rx_hash_key_len",
                        keyLength,
                        KEY_LENGTH,
                        "the Toeplitz function requires a key of this length");
        checks.from("rdma-core libibverbs/cmd_qp.c: ibv_cmd_create_qp_ex2")
                .requireOnly("comp_mask", request.compMask(), EXTENDED_FIELDS, "libibverbs supports no other field");
    }

    static void kernel(QpRequest request, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: _mlx4_ib_create_qp_rss")
                .support(
                        request.effectiveCreateFlags().isEmpty(),
                        "create_flags",
                        request.effectiveCreateFlags(),
                        0,
                        "an RSS queue pair supports no create flags")
                .support(
                        request.cap().maxSendWr() == 0,
                        "max_send_wr",
                        request.cap().maxSendWr(),
                        0,
                        "an RSS queue pair does not send");
        request.rxHash().ifPresent(hash -> hash(hash, checks));
    }

    private static void hash(RxHashConf hash, Checklist checks) {
        Flags<RxHashField> fields = hash.fields();
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: set_qp_rss");
        rules.support(
                        hash.function().equals(Flags.of(RxHashFunction.TOEPLITZ)),
                        "rx_hash_function",
                        hash.function(),
                        RxHashFunction.TOEPLITZ,
                        "the device has no other function")
                .supportOnly("rx_hash_fields_mask", fields, KNOWN_FIELDS, "the device supports no other hash field");
        for (Flags<RxHashField> pair : PAIRS) {
            long chosen = fields.mask() & pair.mask();
            rules.support(
                    chosen == 0 || chosen == pair.mask(),
                    "rx_hash_fields_mask",
                    fields,
                    "all or none of " + pair,
                    "the hash includes both source and destination");
        }
        rules.support(
                has(fields, IPV4) || has(fields, IPV6),
                "rx_hash_fields_mask",
                fields,
                "with " + IPV4 + " or " + IPV6,
                "the hash requires addresses, also if it includes ports");
    }

    private static boolean has(Flags<RxHashField> fields, Flags<RxHashField> pair) {
        return (fields.mask() & pair.mask()) == pair.mask();
    }

    // ---------------------------------------------------------------- changes

    static void libraryModify(QpAttr attr, Checklist checks) {
        checks.from("rdma-core providers/mlx4/verbs.c: _mlx4_modify_qp_rss")
                .supportOnly("attr_mask", attr.attrMask(), CHANGES, "an RSS queue pair supports no other attribute")
                .support(
                        Integer.compareUnsigned(attr.qpStateCode(), RTR.value()) <= 0,
                        "qp_state",
                        attr.qpState(),
                        "RESET, INIT or RTR",
                        "an RSS queue pair does not send");
    }

    static void kernelModify(QpChange change, Checklist checks) {
        checks.from("Linux drivers/infiniband/hw/mlx4/qp.c: _mlx4_ib_modify_qp")
                .support(
                        (change.from() == RESET && change.to() == INIT)
                                || (change.from() == INIT && change.to() == RTR),
                        "qp_state",
                        change.to(),
                        "INIT from RESET, RTR from INIT",
                        "an RSS queue pair changes only to the next state");
    }

    static void noState(boolean rss, Checklist checks) {
        checks.from("rdma-core providers/mlx4/verbs.c: mlx4_query_qp")
                .support(!rss, "rwq_ind_tbl", "given", "NULL", "an RSS queue pair supports no query");
    }
}
