// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The types of objects: the device limit, the verbs that create and destroy them, and the function that rejects the
 * destruction of an object in use.
 */
enum ObjectType {
    PD("pd", "max_pd", "ibv_alloc_pd", "ibv_dealloc_pd", "uverbs_std_types.c: uverbs_free_pd"),
    XRCD("xrcd", null, "ibv_open_xrcd", "ibv_close_xrcd", "uverbs_std_types.c: uverbs_free_xrcd"),
    COMP_CHANNEL("channel", null, "ibv_create_comp_channel", "ibv_destroy_comp_channel", ""),
    CQ("cq", "max_cq", "ibv_create_cq", "ibv_destroy_cq", "verbs.c: ib_destroy_cq_user"),
    SRQ("srq", "max_srq", "ibv_create_srq", "ibv_destroy_srq", "verbs.c: ib_destroy_srq_user"),
    QP("qp", "max_qp", "ibv_create_qp", "ibv_destroy_qp", "verbs.c: ib_destroy_qp_user"),
    /** A handle of a queue pair. An XRC target can be opened several times, but the queue pair counts once. */
    QP_HANDLE("qp", null, "ibv_create_qp", "ibv_destroy_qp", "uverbs_std_types_qp.c: uverbs_free_qp"),
    MR("mr", "max_mr", "ibv_reg_mr", "ibv_dereg_mr", "verbs.c: ib_dereg_mr_user"),
    MW("mw", "max_mw", "ibv_alloc_mw", "ibv_dealloc_mw", "uverbs_std_types.c: uverbs_free_mw"),
    FLOW("flow", null, "ibv_create_flow", "ibv_destroy_flow", "uverbs_std_types.c: uverbs_free_flow"),
    AH("ah", "max_ah", "ibv_create_ah", "ibv_destroy_ah", "verbs.c: rdma_destroy_ah_user"),
    WQ("wq", "max_wq_type_rq", "ibv_create_wq", "ibv_destroy_wq", "verbs.c: ib_destroy_wq_user"),
    RWQ_IND_TABLE(
            "rwq_ind_tbl",
            "rss_caps.max_rwq_indirection_tables",
            "ibv_create_rwq_ind_table",
            "ibv_destroy_rwq_ind_table",
            "uverbs_std_types.c: uverbs_free_rwq_ind_tbl");

    private final String cName;
    private final @Nullable String limit;
    private final String createVerb;
    private final String destroyVerb;
    private final String guard;

    ObjectType(String cName, @Nullable String limit, String createVerb, String destroyVerb, String guard) {
        this.cName = cName;
        this.limit = limit;
        this.createVerb = createVerb;
        this.destroyVerb = destroyVerb;
        this.guard = guard;
    }

    String cName() {
        return cName;
    }

    /** Returns the name of the device limit for the number of objects. */
    Optional<String> limit() {
        return Optional.ofNullable(limit);
    }

    String createVerb() {
        return createVerb;
    }

    String destroyVerb() {
        return destroyVerb;
    }

    /** Returns the function that fails with EBUSY. */
    String guard() {
        return guard.isEmpty()
                ? "rdma-core libibverbs/verbs.c: ibv_destroy_comp_channel"
                : "Linux drivers/infiniband/core/" + guard;
    }
}
