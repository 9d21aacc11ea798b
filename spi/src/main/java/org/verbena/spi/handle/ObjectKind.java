package org.verbena.spi.handle;

/** The kinds of object, in the order in which a context tears them down: users before what they use. */
enum ObjectKind {
    FLOW("flow rule", "ibv_destroy_flow"),
    /** Before the queue pair that it is bound to: rdma_rxe waits 50 seconds for a window to let go of one. */
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

    /** Whether asynchronous events or those of completion channels name such objects ({@code struct ibv_async_event}). */
    boolean hasEvents() {
        return this == QP || this == WQ || this == SRQ || this == CQ;
    }

    String description() {
        return description;
    }

    String destroyVerb() {
        return destroyVerb;
    }
}
