// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import java.util.List;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.core.model.rules.Checklist;
import org.verbena.spi.model.QpRequest;

/** Rules of mlx5 queue pairs that receive through an indirection table. */
final class Mlx5Rss {
    private static final int KEY_LENGTH = 40;
    private static final Flags<RxHashField> IPV4 = Flags.of(RxHashField.SRC_IPV4, RxHashField.DST_IPV4);
    private static final Flags<RxHashField> IPV6 = Flags.of(RxHashField.SRC_IPV6, RxHashField.DST_IPV6);
    private static final List<Flags<RxHashField>> UPPER_LAYERS = List.of(
            Flags.of(RxHashField.SRC_PORT_TCP, RxHashField.DST_PORT_TCP),
            Flags.of(RxHashField.SRC_PORT_UDP, RxHashField.DST_PORT_UDP),
            Flags.of(RxHashField.IPSEC_SPI));

    private Mlx5Rss() {}

    static void check(QpRequest request, Checklist checks) {
        QpCap cap = request.cap();
        Checklist.Rules rules = checks.from("Linux drivers/infiniband/hw/mlx5/qp.c: create_rss_raw_qp_tir");
        MlxModel.receiveSideScaling(request, rules)
                .require(cap.maxSendWr() == 0, "max_send_wr", cap.maxSendWr(), 0, "an RSS queue pair does not send")
                .require(
                        request.effectiveCreateFlags().isEmpty(),
                        "create_flags",
                        request.effectiveCreateFlags(),
                        0,
                        "an RSS queue pair supports no create flags");
        request.rxHash().ifPresent(hash -> hash(hash, request.indTableLogSize().orElse(0), rules));
    }

    private static void hash(RxHashConf hash, int tableLogSize, Checklist.Rules rules) {
        Flags<RxHashField> fields = hash.fields();
        rules.support(
                        !fields.contains(RxHashField.INNER),
                        "rx_hash_fields_mask",
                        fields,
                        "without INNER",
                        "hashing inside a tunnel requires mlx5dv_create_qp")
                .support(
                        hash.function().equals(Flags.of(RxHashFunction.TOEPLITZ)),
                        "rx_hash_function",
                        hash.function(),
                        RxHashFunction.TOEPLITZ,
                        "the device has no other function")
                .require(
                        hash.key().length == KEY_LENGTH,
                        "rx_hash_key_len",
                        hash.key().length,
                        KEY_LENGTH,
                        "the Toeplitz function requires a key of this length")
                .require(
                        !fields.isEmpty() || tableLogSize == 0,
                        "rx_hash_fields_mask",
                        fields,
                        "not 0",
                        "a table of several work queues requires hash fields")
                .require(
                        !(overlap(fields, IPV4) && overlap(fields, IPV6)),
                        "rx_hash_fields_mask",
                        fields,
                        "IPV4 or IPV6",
                        "a packet has one IP version")
                .require(
                        UPPER_LAYERS.stream()
                                        .filter(layer -> overlap(fields, layer))
                                        .count()
                                <= 1,
                        "rx_hash_fields_mask",
                        fields,
                        "TCP, UDP or IPSEC",
                        "a packet has one upper layer");
    }

    private static boolean overlap(Flags<RxHashField> fields, Flags<RxHashField> others) {
        return (fields.mask() & others.mask()) != 0;
    }
}
