// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.jspecify.annotations.Nullable;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;

/** The verbs in use and their locations: exported by libibverbs, or a pointer in {@code struct verbs_context}. */
enum Verb {
    GET_DEVICE_LIST("ibv_get_device_list"),
    FREE_DEVICE_LIST("ibv_free_device_list"),
    GET_DEVICE_NAME("ibv_get_device_name"),
    GET_DEVICE_GUID("ibv_get_device_guid"),
    OPEN_DEVICE("ibv_open_device"),
    CLOSE_DEVICE("ibv_close_device"),

    QUERY_DEVICE("ibv_query_device"),
    QUERY_DEVICE_EX("ibv_query_device_ex", VerbsContext.QUERY_DEVICE_EX),
    /** The function that the macro {@code ibv_query_port} calls. */
    QUERY_PORT("ibv_query_port", VerbsContext.QUERY_PORT),
    /** The exported function of the same name, for a shorter struct. It is the fallback of the macro. */
    QUERY_PORT_COMPAT("ibv_query_port"),
    QUERY_PKEY("ibv_query_pkey"),
    QUERY_GID("ibv_query_gid"),
    QUERY_GID_EX("ibv_query_gid_ex", "_ibv_query_gid_ex"),
    QUERY_GID_TABLE("ibv_query_gid_table", "_ibv_query_gid_table"),

    ALLOC_PD("ibv_alloc_pd"),
    DEALLOC_PD("ibv_dealloc_pd"),
    OPEN_XRCD("ibv_open_xrcd", VerbsContext.OPEN_XRCD),
    CLOSE_XRCD("ibv_close_xrcd", VerbsContext.CLOSE_XRCD),
    GET_ASYNC_EVENT("ibv_get_async_event"),
    ACK_ASYNC_EVENT("ibv_ack_async_event"),
    CREATE_COMP_CHANNEL("ibv_create_comp_channel"),
    DESTROY_COMP_CHANNEL("ibv_destroy_comp_channel"),
    GET_CQ_EVENT("ibv_get_cq_event"),
    ACK_CQ_EVENTS("ibv_ack_cq_events"),

    CREATE_CQ("ibv_create_cq"),
    CREATE_CQ_EX("ibv_create_cq_ex", VerbsContext.CREATE_CQ_EX),
    RESIZE_CQ("ibv_resize_cq"),
    MODIFY_CQ("ibv_modify_cq", VerbsContext.MODIFY_CQ),
    REQ_NOTIFY_CQ("ibv_req_notify_cq", IbvContextOps.REQ_NOTIFY_CQ.in(IbvContext.OPS)),
    DESTROY_CQ("ibv_destroy_cq"),

    CREATE_SRQ("ibv_create_srq"),
    CREATE_SRQ_EX("ibv_create_srq_ex", VerbsContext.CREATE_SRQ_EX),
    MODIFY_SRQ("ibv_modify_srq"),
    QUERY_SRQ("ibv_query_srq"),
    GET_SRQ_NUM("ibv_get_srq_num", VerbsContext.GET_SRQ_NUM),
    DESTROY_SRQ("ibv_destroy_srq"),

    CREATE_QP("ibv_create_qp"),
    CREATE_QP_EX("ibv_create_qp_ex", VerbsContext.CREATE_QP_EX),
    OPEN_QP("ibv_open_qp", VerbsContext.OPEN_QP),
    QP_TO_QP_EX("ibv_qp_to_qp_ex"),
    MODIFY_QP("ibv_modify_qp"),
    QUERY_QP("ibv_query_qp"),
    CREATE_FLOW("ibv_create_flow", VerbsContext.IBV_CREATE_FLOW),
    DESTROY_FLOW("ibv_destroy_flow", VerbsContext.IBV_DESTROY_FLOW),
    ATTACH_MCAST("ibv_attach_mcast"),
    DETACH_MCAST("ibv_detach_mcast"),
    DESTROY_QP("ibv_destroy_qp"),
    /** The kernel part of {@code ibv_destroy_qp}, which drivers call. */
    CMD_DESTROY_QP("ibv_destroy_qp", "ibv_cmd_destroy_qp"),

    CREATE_WQ("ibv_create_wq", VerbsContext.CREATE_WQ),
    MODIFY_WQ("ibv_modify_wq", VerbsContext.MODIFY_WQ),
    DESTROY_WQ("ibv_destroy_wq", VerbsContext.DESTROY_WQ),
    CREATE_RWQ_IND_TABLE("ibv_create_rwq_ind_table", VerbsContext.CREATE_RWQ_IND_TABLE),
    DESTROY_RWQ_IND_TABLE("ibv_destroy_rwq_ind_table", VerbsContext.DESTROY_RWQ_IND_TABLE),

    CREATE_AH("ibv_create_ah"),
    DESTROY_AH("ibv_destroy_ah"),
    /** The function that the macro {@code ibv_reg_mr} calls if the access flags are not compile-time constants. */
    REG_MR("ibv_reg_mr", "ibv_reg_mr_iova2"),
    /** The function that the macro {@code ibv_reg_mr_iova} calls in the same case. */
    REG_MR_IOVA("ibv_reg_mr_iova", "ibv_reg_mr_iova2"),
    REREG_MR("ibv_rereg_mr"),
    DEREG_MR("ibv_dereg_mr"),
    ALLOC_MW("ibv_alloc_mw", IbvContextOps.ALLOC_MW.in(IbvContext.OPS)),
    BIND_MW("ibv_bind_mw", IbvContextOps.BIND_MW.in(IbvContext.OPS)),
    DEALLOC_MW("ibv_dealloc_mw", IbvContextOps.DEALLOC_MW.in(IbvContext.OPS));

    private final String cName;
    private final @Nullable String symbol;

    @SuppressWarnings("ImmutableEnumChecker") // an immutable record
    private final @Nullable CField pointer;

    Verb(String cName) {
        this(cName, cName);
    }

    Verb(String cName, String symbol) {
        this.cName = cName;
        this.symbol = symbol;
        this.pointer = null;
    }

    Verb(String cName, CField pointer) {
        this.cName = cName;
        this.symbol = null;
        this.pointer = pointer;
    }

    /** Returns the name for display. */
    String cName() {
        return cName;
    }

    /** Returns the symbol to look up, null for a verb that is not exported. */
    @Nullable
    String symbol() {
        return symbol;
    }

    /**
     * Returns the pointer to the verb in {@code struct verbs_context}, null for an exported verb. Its offset is
     * relative to the context at the end of the struct.
     */
    @Nullable
    CField pointer() {
        return pointer;
    }
}
