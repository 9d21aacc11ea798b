// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The call of a vector. Its C name is {@code ibv_} and the name of the constant in lower case. */
public enum Op {
    /** {@code ibv_create_qp(3)}. */
    CREATE_QP,
    /** {@code ibv_create_qp_ex(3)}. */
    CREATE_QP_EX,
    /** {@code ibv_create_cq(3)}. */
    CREATE_CQ,
    /** {@code ibv_create_cq_ex(3)}. */
    CREATE_CQ_EX,
    /** {@code ibv_resize_cq(3)}. */
    RESIZE_CQ,
    /** {@code ibv_create_srq(3)}. */
    CREATE_SRQ,
    /** {@code ibv_create_srq_ex(3)}. */
    CREATE_SRQ_EX,
    /** {@code ibv_modify_srq(3)}. */
    MODIFY_SRQ,
    /** {@code ibv_create_wq(3)}. */
    CREATE_WQ,
    /** {@code ibv_modify_qp(3)}. */
    MODIFY_QP;

    /** {@return the name of the call in a vector, for example {@code create_qp_ex}} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Op> of(String word) {
        return Arrays.stream(values()).filter(op -> op.word().equals(word)).findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Op::word).toList();
    }
}
