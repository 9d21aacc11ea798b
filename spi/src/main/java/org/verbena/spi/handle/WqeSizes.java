package org.verbena.spi.handle;

import org.verbena.QpCap;
import org.verbena.QpInitAttr;
import org.verbena.Violation;

/**
 * Keeps sizes of work queue elements within what drivers can compute with. They multiply and add in 32 bits without
 * looking: libmlx5 44.0 ends in a division by zero for a raw queue pair with a TSO header and 2^32 - 1000000 elements,
 * and grants 60 bytes of inline data where nearly 2^32 were asked for (mlx5_calc_send_wqe); for 2^32 - 1 tags it would
 * allocate none (mlx5_create_srq_ex).
 */
final class WqeSizes {
    /** Far above every device, far below an overflow: of these, the largest takes 256 MiB for one work request. */
    private static final long MAX = (1 << 24) - 1;

    private WqeSizes() {}

    static void check(String verb, Handle on, QpInitAttr attr) {
        QpCap cap = attr.cap();
        check(verb, on, "max_send_sge", cap.maxSendSge());
        if (cap.maxRecvWr() != 0 && attr.srq().isEmpty()) {
            // Without a receive queue nothing is computed (mlx5_calc_rcv_wqe).
            check(verb, on, "max_recv_sge", cap.maxRecvSge());
        }
        check(verb, on, "max_inline_data", cap.maxInlineData());
    }

    static void check(String verb, Handle on, String attribute, long requested) {
        if (requested > MAX) {
            throw Requests.refuse(
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
