package org.verbena.libibverbs.abi;

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
public final class IbvContextOps {
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
