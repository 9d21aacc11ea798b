// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

/** The kinds of handles, in the order in which a context destroys them: users before the objects that they use. */
public enum ObjectKind {
    FLOW("flow rule", "ibv_destroy_flow"),
    // Before queue pairs: rdma_rxe waits 50 seconds for a window to release the queue pair that it is bound to.
    MW("memory window", "ibv_dealloc_mw"),
    QP("queue pair", "ibv_destroy_qp"),
    RWQ_IND_TABLE("indirection table", "ibv_destroy_rwq_ind_table"),
    WQ("work queue", "ibv_destroy_wq"),
    SRQ("shared receive queue", "ibv_destroy_srq"),
    AH("address handle", "ibv_destroy_ah"),
    MR("memory region", "ibv_dereg_mr"),
    CQ("completion queue", "ibv_destroy_cq"),
    COMP_CHANNEL("completion channel", "ibv_destroy_comp_channel"),
    XRCD("XRC domain", "ibv_close_xrcd"),
    PD("protection domain", "ibv_dealloc_pd"),
    CONTEXT("device context", "ibv_close_device");

    private final String description;
    private final String destroyVerb;

    ObjectKind(String description, String destroyVerb) {
        this.description = description;
        this.destroyVerb = destroyVerb;
    }

    /**
     * Returns whether asynchronous events ({@code struct ibv_async_event}) or events of completion channels contain
     * such objects.
     *
     * @return true for queues and queue pairs
     */
    public boolean hasEvents() {
        return this == QP || this == WQ || this == SRQ || this == CQ;
    }

    /**
     * Returns the kind for display.
     *
     * @return the {@link HandleInfo#kind}, for example {@code queue pair}
     */
    public String description() {
        return description;
    }

    /**
     * Returns the function that destroys such an object.
     *
     * @return the name of the function in C
     */
    public String destroyVerb() {
        return destroyVerb;
    }
}
