// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.QpInitAttr;
import org.verbena.attr.QpCap;
import org.verbena.error.Violation;

/**
 * Limits the sizes of work queue elements to values that drivers can compute with. Drivers multiply and add in 32 bits
 * without overflow checks. With a TSO header and 2^32 - 1000000 elements, libmlx5 44.0 divides by zero for a raw queue
 * pair. For nearly 2^32 bytes of inline data it returns 60 (mlx5_calc_send_wqe). For 2^32 - 1 tags it would allocate
 * none (mlx5_create_srq_ex).
 */
final class WqeSizes {
    /**
     * The maximum size, far above the limits of any device and far below an overflow. With it, a work request takes at
     * most 256 MiB.
     */
    private static final long MAX = (1 << 24) - 1;

    private WqeSizes() {}

    static void check(String verb, Handle on, QpInitAttr attr) {
        QpCap cap = attr.cap();
        check(verb, on, "max_send_sge", cap.maxSendSge());
        if (cap.maxRecvWr() != 0 && attr.srq().isEmpty()) {
            // Without a receive queue, drivers compute nothing (mlx5_calc_rcv_wqe).
            check(verb, on, "max_recv_sge", cap.maxRecvSge());
        }
        check(verb, on, "max_inline_data", cap.maxInlineData());
    }

    static void check(String verb, Handle on, String attribute, long requested) {
        if (requested > MAX) {
            throw RequestChecks.refuse(
                    verb,
                    on,
                    new Violation(
                            attribute,
                            Long.toString(requested),
                            "0.." + MAX,
                            "drivers compute sizes in 32 bits and overflow beyond this",
                            "rdma-core providers/mlx5/verbs.c: mlx5_calc_send_wqe, mlx5_create_srq_ex"));
        }
    }
}
