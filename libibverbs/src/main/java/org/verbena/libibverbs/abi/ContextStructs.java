// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of an open device: its functions and its asynchronous events. */
public final class ContextStructs {
    private ContextStructs() {}

    /**
     * An open device.
     *
     * <pre>{@code
     * struct ibv_context {
     *     struct ibv_device *device;
     *     struct ibv_context_ops ops;
     *     int cmd_fd;
     *     int async_fd;
     *     int num_comp_vectors;
     *     pthread_mutex_t mutex;
     *     void *abi_compat;
     * };
     * }</pre>
     */
    public static final class IbvContext {
        public static final CField DEVICE = CField.pointer(0);
        public static final CField OPS = CField.block(8, 256);
        public static final CField ASYNC_FD = CField.s32(268);
        public static final CField NUM_COMP_VECTORS = CField.s32(272);
        public static final CField ABI_COMPAT = CField.pointer(320);

        public static final int SIZE = 328;

        private IbvContext() {}
    }

    /**
     * The function pointers of the basic inline verbs; embedded in {@link IbvContext}.
     *
     * <pre>{@code
     * struct ibv_context_ops {
     *     int (*_compat_query_device)(...);
     *     int (*_compat_query_port)(...);
     *     void *(*_compat_alloc_pd)(...);
     *     void *(*_compat_dealloc_pd)(...);
     *     void *(*_compat_reg_mr)(...);
     *     void *(*_compat_rereg_mr)(...);
     *     void *(*_compat_dereg_mr)(...);
     *     struct ibv_mw *(*alloc_mw)(...);
     *     int (*bind_mw)(...);
     *     int (*dealloc_mw)(...);
     *     void *(*_compat_create_cq)(...);
     *     int (*poll_cq)(...);
     *     int (*req_notify_cq)(...);
     *     void *(*_compat_cq_event)(...);
     *     void *(*_compat_resize_cq)(...);
     *     void *(*_compat_destroy_cq)(...);
     *     void *(*_compat_create_srq)(...);
     *     void *(*_compat_modify_srq)(...);
     *     void *(*_compat_query_srq)(...);
     *     void *(*_compat_destroy_srq)(...);
     *     int (*post_srq_recv)(...);
     *     void *(*_compat_create_qp)(...);
     *     void *(*_compat_query_qp)(...);
     *     void *(*_compat_modify_qp)(...);
     *     void *(*_compat_destroy_qp)(...);
     *     int (*post_send)(...);
     *     int (*post_recv)(...);
     *     void *(*_compat_create_ah)(...);
     *     void *(*_compat_destroy_ah)(...);
     *     void *(*_compat_attach_mcast)(...);
     *     void *(*_compat_detach_mcast)(...);
     *     void *(*_compat_async_event)(...);
     * };
     * }</pre>
     */
    public static final class IbvContextOps {
        public static final CField ALLOC_MW = CField.pointer(56);
        public static final CField BIND_MW = CField.pointer(64);
        public static final CField DEALLOC_MW = CField.pointer(72);
        public static final CField POLL_CQ = CField.pointer(88);
        public static final CField REQ_NOTIFY_CQ = CField.pointer(96);
        public static final CField POST_SRQ_RECV = CField.pointer(160);
        public static final CField POST_SEND = CField.pointer(200);
        public static final CField POST_RECV = CField.pointer(208);

        private IbvContextOps() {}
    }

    /**
     * The function pointers of the extended verbs. {@code struct ibv_context} is the last field, and
     * {@code ibv_open_device(3)} returns a pointer to it. All other fields precede that pointer. A newer libibverbs
     * adds fields at the beginning of the struct. Offsets are therefore relative to {@code context} and negative.
     * {@code sz} is the size of the struct in the loaded library.
     *
     * <pre>{@code
     * struct verbs_context {
     *     int (*query_port)(...);
     *     int (*advise_mr)(...);
     *     struct ibv_mr *(*alloc_null_mr)(...);
     *     int (*read_counters)(...);
     *     int (*attach_counters_point_flow)(...);
     *     struct ibv_counters *(*create_counters)(...);
     *     int (*destroy_counters)(...);
     *     struct ibv_mr *(*reg_dm_mr)(...);
     *     struct ibv_dm *(*alloc_dm)(...);
     *     int (*free_dm)(...);
     *     int (*modify_flow_action_esp)(...);
     *     int (*destroy_flow_action)(...);
     *     struct ibv_flow_action *(*create_flow_action_esp)(...);
     *     int (*modify_qp_rate_limit)(...);
     *     struct ibv_pd *(*alloc_parent_domain)(...);
     *     int (*dealloc_td)(...);
     *     struct ibv_td *(*alloc_td)(...);
     *     int (*modify_cq)(...);
     *     int (*post_srq_ops)(...);
     *     int (*destroy_rwq_ind_table)(...);
     *     struct ibv_rwq_ind_table *(*create_rwq_ind_table)(...);
     *     int (*destroy_wq)(...);
     *     int (*modify_wq)(...);
     *     struct ibv_wq *(*create_wq)(...);
     *     int (*query_rt_values)(...);
     *     struct ibv_cq_ex *(*create_cq_ex)(...);
     *     struct verbs_ex_private *priv;
     *     int (*query_device_ex)(...);
     *     int (*ibv_destroy_flow)(...);
     *     void (*ABI_placeholder2)(...);
     *     struct ibv_flow *(*ibv_create_flow)(...);
     *     void (*ABI_placeholder1)(...);
     *     struct ibv_qp *(*open_qp)(...);
     *     struct ibv_qp *(*create_qp_ex)(...);
     *     int (*get_srq_num)(...);
     *     struct ibv_srq *(*create_srq_ex)(...);
     *     struct ibv_xrcd *(*open_xrcd)(...);
     *     int (*close_xrcd)(...);
     *     uint64_t _ABI_placeholder3;
     *     size_t sz;
     *     struct ibv_context context;
     * };
     * }</pre>
     */
    public static final class VerbsContext {
        public static final CField QUERY_PORT = CField.pointer(-320);
        public static final CField MODIFY_CQ = CField.pointer(-184);
        public static final CField DESTROY_RWQ_IND_TABLE = CField.pointer(-168);
        public static final CField CREATE_RWQ_IND_TABLE = CField.pointer(-160);
        public static final CField DESTROY_WQ = CField.pointer(-152);
        public static final CField MODIFY_WQ = CField.pointer(-144);
        public static final CField CREATE_WQ = CField.pointer(-136);
        public static final CField CREATE_CQ_EX = CField.pointer(-120);
        public static final CField QUERY_DEVICE_EX = CField.pointer(-104);
        public static final CField IBV_DESTROY_FLOW = CField.pointer(-96);
        public static final CField IBV_CREATE_FLOW = CField.pointer(-80);
        public static final CField OPEN_QP = CField.pointer(-64);
        public static final CField CREATE_QP_EX = CField.pointer(-56);
        public static final CField GET_SRQ_NUM = CField.pointer(-48);
        public static final CField CREATE_SRQ_EX = CField.pointer(-40);
        public static final CField OPEN_XRCD = CField.pointer(-32);
        public static final CField CLOSE_XRCD = CField.pointer(-24);
        public static final CField SZ = CField.u64(-8);

        private VerbsContext() {}
    }

    /**
     * An asynchronous event.
     *
     * <pre>{@code
     * struct ibv_async_event {
     *     union {
     *         struct ibv_cq *cq;
     *         struct ibv_qp *qp;
     *         struct ibv_srq *srq;
     *         struct ibv_wq *wq;
     *         int port_num;
     *     } element;
     *     enum ibv_event_type event_type;
     * };
     * }</pre>
     */
    public static final class IbvAsyncEvent {
        /** The affected object. All four pointers of the union share this offset. */
        public static final CField ELEMENT_QP = CField.pointer(0);

        public static final CField ELEMENT_PORT_NUM = CField.s32(0);
        public static final CField EVENT_TYPE = CField.s32(8);

        public static final int SIZE = 16;

        private IbvAsyncEvent() {}
    }
}
