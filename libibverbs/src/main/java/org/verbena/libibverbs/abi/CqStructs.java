// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of completion queues and completion channels. */
public final class CqStructs {
    private CqStructs() {}

    /**
     * A completion channel.
     *
     * <pre>{@code
     * struct ibv_comp_channel {
     *     struct ibv_context *context;
     *     int fd;
     *     int refcnt;
     * };
     * }</pre>
     */
    public static final class IbvCompChannel {
        public static final CField FD = CField.s32(8);
        public static final CField REFCNT = CField.s32(12);

        private IbvCompChannel() {}
    }

    /**
     * A completion queue; {@code struct ibv_cq_ex} begins with the same fields.
     *
     * <pre>{@code
     * struct ibv_cq {
     *     struct ibv_context *context;
     *     struct ibv_comp_channel *channel;
     *     void *cq_context;
     *     uint32_t handle;
     *     int cqe;
     *     pthread_mutex_t mutex;
     *     pthread_cond_t cond;
     *     uint32_t comp_events_completed;
     *     uint32_t async_events_completed;
     * };
     * }</pre>
     */
    public static final class IbvCq {
        public static final CField CHANNEL = CField.pointer(8);
        public static final CField CQE = CField.s32(28);

        private IbvCq() {}
    }

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
    public static final class IbvCqEx {
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

    /**
     * The attributes for creating an extended completion queue.
     *
     * <pre>{@code
     * struct ibv_cq_init_attr_ex {
     *     uint32_t cqe;
     *     void *cq_context;
     *     struct ibv_comp_channel *channel;
     *     uint32_t comp_vector;
     *     uint64_t wc_flags;
     *     uint32_t comp_mask;
     *     uint32_t flags;
     *     struct ibv_pd *parent_domain;
     * };
     * }</pre>
     */
    public static final class IbvCqInitAttrEx {
        public static final CField CQE = CField.u32(0);
        public static final CField CQ_CONTEXT = CField.pointer(8);
        public static final CField CHANNEL = CField.pointer(16);
        public static final CField COMP_VECTOR = CField.u32(24);
        public static final CField WC_FLAGS = CField.u64(32);
        public static final CField COMP_MASK = CField.u32(40);
        public static final CField FLAGS = CField.u32(44);
        public static final CField PARENT_DOMAIN = CField.pointer(48);

        public static final int SIZE = 56;

        private IbvCqInitAttrEx() {}
    }

    /**
     * The attributes for modifying a completion queue.
     *
     * <pre>{@code
     * struct ibv_modify_cq_attr {
     *     uint32_t attr_mask;
     *     struct ibv_moderate_cq moderate;
     * };
     * }</pre>
     */
    public static final class IbvModifyCqAttr {
        public static final CField ATTR_MASK = CField.u32(0);
        public static final CField MODERATE = CField.block(4, 4);

        public static final int SIZE = 8;

        private IbvModifyCqAttr() {}
    }

    /**
     * The event moderation of a completion queue; embedded in {@link IbvModifyCqAttr}.
     *
     * <pre>{@code
     * struct ibv_moderate_cq {
     *     uint16_t cq_count;
     *     uint16_t cq_period;
     * };
     * }</pre>
     */
    public static final class IbvModerateCq {
        public static final CField CQ_COUNT = CField.u16(0);
        public static final CField CQ_PERIOD = CField.u16(2);

        private IbvModerateCq() {}
    }

    /**
     * The options of {@code ibv_start_poll}; no options are defined yet.
     *
     * <pre>{@code
     * struct ibv_poll_cq_attr {
     *     uint32_t comp_mask;
     * };
     * }</pre>
     */
    public static final class IbvPollCqAttr {
        public static final CField COMP_MASK = CField.u32(0);

        public static final int SIZE = 4;

        private IbvPollCqAttr() {}
    }

    /**
     * The tag matching data of a completion.
     *
     * <pre>{@code
     * struct ibv_wc_tm_info {
     *     uint64_t tag;
     *     uint32_t priv;
     * };
     * }</pre>
     */
    public static final class IbvWcTmInfo {
        public static final CField TAG = CField.u64(0);
        public static final CField PRIV = CField.u32(8);

        public static final int SIZE = 16;

        private IbvWcTmInfo() {}
    }
}
