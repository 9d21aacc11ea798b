// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

/** The kinds of objects whose creation can be made to fail. */
public enum SimObjectKind {
    /** {@code ibv_alloc_pd(3)}. */
    PD,
    /** {@code ibv_open_xrcd(3)}. */
    XRCD,
    /** {@code ibv_create_comp_channel(3)}. */
    COMP_CHANNEL,
    /** {@code ibv_create_cq(3)} and {@code ibv_create_cq_ex(3)}. */
    CQ,
    /** {@code ibv_create_srq(3)} and {@code ibv_create_srq_ex(3)}. */
    SRQ,
    /** {@code ibv_create_qp(3)} and {@code ibv_create_qp_ex(3)}. */
    QP,
    /** {@code ibv_reg_mr(3)} and its variants. */
    MR,
    /** {@code ibv_alloc_mw(3)}. */
    MW,
    /** {@code ibv_create_ah(3)}. */
    AH,
    /** {@code ibv_create_wq(3)}. */
    WQ,
    /** {@code ibv_create_rwq_ind_table(3)}. */
    RWQ_IND_TABLE
}
