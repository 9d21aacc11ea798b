package org.verbena.libibverbs.abi;

/**
 * An extended completion queue: {@link IbvCq} followed by the current completion and its read functions. A function
 * pointer is NULL if the completion queue was created without the corresponding field.
 *
 * <pre>{@code
 * struct ibv_cq_ex {
 *     struct ibv_context *context;
 *     struct ibv_comp_channel *channel;
 *     void *cq_context;
 *     uint32_t handle;
 *     int cqe;
 *     pthread_mutex_t mutex;
 *     pthread_cond_t cond;
 *     uint32_t comp_events_completed;
 *     uint32_t async_events_completed;
 *     uint32_t comp_mask;
 *     enum ibv_wc_status status;
 *     uint64_t wr_id;
 *     int (*start_poll)(...);
 *     int (*next_poll)(...);
 *     void (*end_poll)(...);
 *     enum ibv_wc_opcode (*read_opcode)(...);
 *     uint32_t (*read_vendor_err)(...);
 *     uint32_t (*read_byte_len)(...);
 *     __be32 (*read_imm_data)(...);
 *     uint32_t (*read_qp_num)(...);
 *     uint32_t (*read_src_qp)(...);
 *     unsigned int (*read_wc_flags)(...);
 *     uint32_t (*read_slid)(...);
 *     uint8_t (*read_sl)(...);
 *     uint8_t (*read_dlid_path_bits)(...);
 *     uint64_t (*read_completion_ts)(...);
 *     uint16_t (*read_cvlan)(...);
 *     uint32_t (*read_flow_tag)(...);
 *     void (*read_tm_info)(...);
 *     uint64_t (*read_completion_wallclock_ns)(...);
 * };
 * }</pre>
 */
public final class IbvCqEx {
    public static final CField STATUS = CField.s32(132);
    public static final CField WR_ID = CField.u64(136);
    public static final CField START_POLL = CField.pointer(144);
    public static final CField NEXT_POLL = CField.pointer(152);
    public static final CField END_POLL = CField.pointer(160);
    public static final CField READ_OPCODE = CField.pointer(168);
    public static final CField READ_VENDOR_ERR = CField.pointer(176);
    public static final CField READ_BYTE_LEN = CField.pointer(184);
    public static final CField READ_IMM_DATA = CField.pointer(192);
    public static final CField READ_QP_NUM = CField.pointer(200);
    public static final CField READ_SRC_QP = CField.pointer(208);
    public static final CField READ_WC_FLAGS = CField.pointer(216);
    public static final CField READ_SLID = CField.pointer(224);
    public static final CField READ_SL = CField.pointer(232);
    public static final CField READ_DLID_PATH_BITS = CField.pointer(240);
    public static final CField READ_COMPLETION_TS = CField.pointer(248);
    public static final CField READ_CVLAN = CField.pointer(256);
    public static final CField READ_FLOW_TAG = CField.pointer(264);
    public static final CField READ_TM_INFO = CField.pointer(272);
    public static final CField READ_COMPLETION_WALLCLOCK_NS = CField.pointer(280);

    private IbvCqEx() {}
}
