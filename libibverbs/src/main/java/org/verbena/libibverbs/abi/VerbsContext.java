package org.verbena.libibverbs.abi;

/**
 * The function pointers of the extended verbs. {@code struct ibv_context} is the last field, and
 * {@code ibv_open_device(3)} returns a pointer to it. All other fields precede that pointer. A newer libibverbs adds
 * fields at the beginning of the struct. Offsets are therefore relative to {@code context} and negative. {@code sz} is
 * the size of the struct in the loaded library.
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
public final class VerbsContext {
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
