// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of memory regions and memory windows. */
public final class MemoryStructs {
    private MemoryStructs() {}

    /**
     * A memory region.
     *
     * <pre>{@code
     * struct ibv_mr {
     *     struct ibv_context *context;
     *     struct ibv_pd *pd;
     *     void *addr;
     *     size_t length;
     *     uint32_t handle;
     *     uint32_t lkey;
     *     uint32_t rkey;
     * };
     * }</pre>
     */
    public static final class IbvMr {
        public static final CField PD = CField.pointer(8);
        public static final CField LKEY = CField.u32(36);
        public static final CField RKEY = CField.u32(40);

        private IbvMr() {}
    }

    /**
     * A memory window.
     *
     * <pre>{@code
     * struct ibv_mw {
     *     struct ibv_context *context;
     *     struct ibv_pd *pd;
     *     uint32_t rkey;
     *     uint32_t handle;
     *     enum ibv_mw_type type;
     * };
     * }</pre>
     */
    public static final class IbvMw {
        public static final CField PD = CField.pointer(8);
        public static final CField RKEY = CField.u32(16);
        public static final CField TYPE = CField.s32(24);

        public static final int SIZE = 32;

        private IbvMw() {}
    }

    /**
     * The attributes for binding a type 1 memory window.
     *
     * <pre>{@code
     * struct ibv_mw_bind {
     *     uint64_t wr_id;
     *     unsigned int send_flags;
     *     struct ibv_mw_bind_info bind_info;
     * };
     * }</pre>
     */
    public static final class IbvMwBind {
        public static final CField WR_ID = CField.u64(0);
        public static final CField SEND_FLAGS = CField.u32(8);
        public static final CField BIND_INFO = CField.block(16, IbvMwBindInfo.SIZE);

        public static final int SIZE = 48;

        private IbvMwBind() {}
    }

    /**
     * The memory range that a memory window is bound to, and its access flags.
     *
     * <pre>{@code
     * struct ibv_mw_bind_info {
     *     struct ibv_mr *mr;
     *     uint64_t addr;
     *     uint64_t length;
     *     unsigned int mw_access_flags;
     * };
     * }</pre>
     */
    public static final class IbvMwBindInfo {
        public static final CField MR = CField.pointer(0);
        public static final CField ADDR = CField.u64(8);
        public static final CField LENGTH = CField.u64(16);
        public static final CField MW_ACCESS_FLAGS = CField.u32(24);

        public static final int SIZE = 32;

        private IbvMwBindInfo() {}
    }
}
