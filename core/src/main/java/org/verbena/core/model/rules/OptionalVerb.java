package org.verbena.core.model.rules;

/** A verb that {@link BaseModel} implements, but that not every driver has. */
public enum OptionalVerb {
    /** {@code ibv_create_qp_ex(3)} with more fields than the plain call has. */
    CREATE_QP_EX("ibv_create_qp_ex"),

    /** {@code ibv_create_cq_ex(3)}. */
    CREATE_CQ_EX("ibv_create_cq_ex"),

    /** {@code ibv_create_srq(3)}. */
    CREATE_SRQ("ibv_create_srq"),

    /** {@code ibv_create_srq_ex(3)} with more fields than the plain call has. */
    CREATE_SRQ_EX("ibv_create_srq_ex"),

    /** {@code ibv_attach_mcast(3)}. */
    ATTACH_MCAST("ibv_attach_mcast"),

    /** {@code ibv_create_flow(3)}. */
    CREATE_FLOW("ibv_create_flow"),

    /** {@code ibv_create_ah(3)}. */
    CREATE_AH("ibv_create_ah"),

    /** {@code ibv_rereg_mr(3)}. */
    REREG_MR("ibv_rereg_mr"),

    /** {@code ibv_alloc_mw(3)}. */
    ALLOC_MW("ibv_alloc_mw"),

    /** {@code ibv_open_xrcd(3)}. */
    OPEN_XRCD("ibv_open_xrcd"),

    /** {@code ibv_open_qp(3)}. */
    OPEN_QP("ibv_open_qp");

    private final String function;

    OptionalVerb(String function) {
        this.function = function;
    }

    /** Returns the name of the C function. */
    String function() {
        return function;
    }
}
