// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of work queues and their indirection tables. */
public final class WqStructs {
    private WqStructs() {}

    /**
     * A work queue.
     *
     * <pre>{@code
     * struct ibv_wq {
     *     struct ibv_context *context;
     *     void *wq_context;
     *     struct ibv_pd *pd;
     *     struct ibv_cq *cq;
     *     uint32_t wq_num;
     *     uint32_t handle;
     *     enum ibv_wq_state state;
     *     enum ibv_wq_type wq_type;
     *     int (*post_recv)(...);
     *     pthread_mutex_t mutex;
     *     pthread_cond_t cond;
     *     uint32_t events_completed;
     *     uint32_t comp_mask;
     * };
     * }</pre>
     */
    public static final class IbvWq {
        public static final CField WQ_CONTEXT = CField.pointer(8);
        public static final CField WQ_NUM = CField.u32(32);
        public static final CField STATE = CField.s32(40);
        public static final CField POST_RECV = CField.pointer(48);
        public static final CField MUTEX = CField.block(56, 40);
        public static final CField COND = CField.block(96, 48);
        public static final CField EVENTS_COMPLETED = CField.u32(144);

        private IbvWq() {}
    }

    /**
     * The attributes for modifying a work queue.
     *
     * <pre>{@code
     * struct ibv_wq_attr {
     *     uint32_t attr_mask;
     *     enum ibv_wq_state wq_state;
     *     enum ibv_wq_state curr_wq_state;
     *     uint32_t flags;
     *     uint32_t flags_mask;
     * };
     * }</pre>
     */
    public static final class IbvWqAttr {
        public static final CField ATTR_MASK = CField.u32(0);
        public static final CField WQ_STATE = CField.s32(4);
        public static final CField CURR_WQ_STATE = CField.s32(8);
        public static final CField FLAGS = CField.u32(12);
        public static final CField FLAGS_MASK = CField.u32(16);

        public static final int SIZE = 20;

        private IbvWqAttr() {}
    }

    /**
     * The attributes for creating a work queue.
     *
     * <pre>{@code
     * struct ibv_wq_init_attr {
     *     void *wq_context;
     *     enum ibv_wq_type wq_type;
     *     uint32_t max_wr;
     *     uint32_t max_sge;
     *     struct ibv_pd *pd;
     *     struct ibv_cq *cq;
     *     uint32_t comp_mask;
     *     uint32_t create_flags;
     * };
     * }</pre>
     */
    public static final class IbvWqInitAttr {
        public static final CField WQ_CONTEXT = CField.pointer(0);
        public static final CField WQ_TYPE = CField.s32(8);
        public static final CField MAX_WR = CField.u32(12);
        public static final CField MAX_SGE = CField.u32(16);
        public static final CField PD = CField.pointer(24);
        public static final CField CQ = CField.pointer(32);
        public static final CField COMP_MASK = CField.u32(40);
        public static final CField CREATE_FLAGS = CField.u32(44);

        public static final int SIZE = 48;

        private IbvWqInitAttr() {}
    }

    /**
     * A receive work queue indirection table.
     *
     * <pre>{@code
     * struct ibv_rwq_ind_table {
     *     struct ibv_context *context;
     *     int ind_tbl_handle;
     *     int ind_tbl_num;
     *     uint32_t comp_mask;
     * };
     * }</pre>
     */
    public static final class IbvRwqIndTable {
        public static final CField IND_TBL_NUM = CField.s32(12);

        private IbvRwqIndTable() {}
    }

    /**
     * The attributes for creating a receive work queue indirection table.
     *
     * <pre>{@code
     * struct ibv_rwq_ind_table_init_attr {
     *     uint32_t log_ind_tbl_size;
     *     struct ibv_wq **ind_tbl;
     *     uint32_t comp_mask;
     * };
     * }</pre>
     */
    public static final class IbvRwqIndTableInitAttr {
        public static final CField LOG_IND_TBL_SIZE = CField.u32(0);
        public static final CField IND_TBL = CField.pointer(8);
        public static final CField COMP_MASK = CField.u32(16);

        public static final int SIZE = 24;

        private IbvRwqIndTableInitAttr() {}
    }
}
