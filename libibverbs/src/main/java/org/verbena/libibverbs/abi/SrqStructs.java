// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of XRC domains and shared receive queues. */
public final class SrqStructs {
    private SrqStructs() {}

    /**
     * The attributes for opening an XRC domain.
     *
     * <pre>{@code
     * struct ibv_xrcd_init_attr {
     *     uint32_t comp_mask;
     *     int fd;
     *     int oflags;
     * };
     * }</pre>
     */
    public static final class IbvXrcdInitAttr {
        public static final CField COMP_MASK = CField.u32(0);
        public static final CField FD = CField.s32(4);
        public static final CField OFLAGS = CField.s32(8);

        public static final int SIZE = 12;

        private IbvXrcdInitAttr() {}
    }

    /**
     * A shared receive queue.
     *
     * <pre>{@code
     * struct ibv_srq {
     *     struct ibv_context *context;
     *     void *srq_context;
     *     struct ibv_pd *pd;
     *     uint32_t handle;
     *     pthread_mutex_t mutex;
     *     pthread_cond_t cond;
     *     uint32_t events_completed;
     * };
     * }</pre>
     */
    public static final class IbvSrq {
        public static final CField MUTEX = CField.block(32, 40);
        public static final CField COND = CField.block(72, 48);
        public static final CField EVENTS_COMPLETED = CField.u32(120);

        private IbvSrq() {}
    }

    /**
     * The attributes of a shared receive queue.
     *
     * <pre>{@code
     * struct ibv_srq_attr {
     *     uint32_t max_wr;
     *     uint32_t max_sge;
     *     uint32_t srq_limit;
     * };
     * }</pre>
     */
    public static final class IbvSrqAttr {
        public static final CField MAX_WR = CField.u32(0);
        public static final CField MAX_SGE = CField.u32(4);
        public static final CField SRQ_LIMIT = CField.u32(8);

        public static final int SIZE = 12;

        private IbvSrqAttr() {}
    }

    /**
     * The attributes for creating a basic shared receive queue. {@code struct ibv_srq_init_attr_ex} begins with the
     * same fields.
     *
     * <pre>{@code
     * struct ibv_srq_init_attr {
     *     void *srq_context;
     *     struct ibv_srq_attr attr;
     * };
     * }</pre>
     */
    public static final class IbvSrqInitAttr {
        public static final CField SRQ_CONTEXT = CField.pointer(0);
        public static final CField ATTR = CField.block(8, 12);

        public static final int SIZE = 24;

        private IbvSrqInitAttr() {}
    }

    /**
     * The attributes for creating a shared receive queue of any type.
     *
     * <pre>{@code
     * struct ibv_srq_init_attr_ex {
     *     void *srq_context;
     *     struct ibv_srq_attr attr;
     *     uint32_t comp_mask;
     *     enum ibv_srq_type srq_type;
     *     struct ibv_pd *pd;
     *     struct ibv_xrcd *xrcd;
     *     struct ibv_cq *cq;
     *     struct ibv_tm_cap tm_cap;
     * };
     * }</pre>
     */
    public static final class IbvSrqInitAttrEx {
        public static final CField SRQ_CONTEXT = CField.pointer(0);
        public static final CField ATTR = CField.block(8, 12);
        public static final CField COMP_MASK = CField.u32(20);
        public static final CField SRQ_TYPE = CField.s32(24);
        public static final CField PD = CField.pointer(32);
        public static final CField XRCD = CField.pointer(40);
        public static final CField CQ = CField.pointer(48);
        public static final CField TM_CAP = CField.block(56, 8);

        public static final int SIZE = 64;

        private IbvSrqInitAttrEx() {}
    }

    /**
     * The tag matching limits of a shared receive queue; embedded in {@link IbvSrqInitAttrEx}.
     *
     * <pre>{@code
     * struct ibv_tm_cap {
     *     uint32_t max_num_tags;
     *     uint32_t max_ops;
     * };
     * }</pre>
     */
    public static final class IbvTmCap {
        public static final CField MAX_NUM_TAGS = CField.u32(0);
        public static final CField MAX_OPS = CField.u32(4);

        private IbvTmCap() {}
    }
}
