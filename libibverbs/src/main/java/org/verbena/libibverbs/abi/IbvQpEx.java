// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/**
 * The send builders of a queue pair. A function pointer is NULL if the driver lacks the builder. rdma-core 44 added
 * {@code wr_atomic_write} and rdma-core 45 added {@code wr_flush}. The struct of an older library ends before them.
 *
 * <pre>{@code
 * struct ibv_qp_ex {
 *     struct ibv_qp qp_base;
 *     uint64_t comp_mask;
 *     uint64_t wr_id;
 *     unsigned int wr_flags;
 *     void (*wr_atomic_cmp_swp)(...);
 *     void (*wr_atomic_fetch_add)(...);
 *     void (*wr_bind_mw)(...);
 *     void (*wr_local_inv)(...);
 *     void (*wr_rdma_read)(...);
 *     void (*wr_rdma_write)(...);
 *     void (*wr_rdma_write_imm)(...);
 *     void (*wr_send)(...);
 *     void (*wr_send_imm)(...);
 *     void (*wr_send_inv)(...);
 *     void (*wr_send_tso)(...);
 *     void (*wr_set_ud_addr)(...);
 *     void (*wr_set_xrc_srqn)(...);
 *     void (*wr_set_inline_data)(...);
 *     void (*wr_set_inline_data_list)(...);
 *     void (*wr_set_sge)(...);
 *     void (*wr_set_sge_list)(...);
 *     void (*wr_start)(...);
 *     int (*wr_complete)(...);
 *     void (*wr_abort)(...);
 *     void (*wr_atomic_write)(...);
 *     void (*wr_flush)(...);
 * };
 * }</pre>
 */
public final class IbvQpEx {
    public static final CField WR_ID = CField.u64(168);
    public static final CField WR_FLAGS = CField.u32(176);
    public static final CField WR_ATOMIC_CMP_SWP = CField.pointer(184);
    public static final CField WR_ATOMIC_FETCH_ADD = CField.pointer(192);
    public static final CField WR_BIND_MW = CField.pointer(200);
    public static final CField WR_LOCAL_INV = CField.pointer(208);
    public static final CField WR_RDMA_READ = CField.pointer(216);
    public static final CField WR_RDMA_WRITE = CField.pointer(224);
    public static final CField WR_RDMA_WRITE_IMM = CField.pointer(232);
    public static final CField WR_SEND = CField.pointer(240);
    public static final CField WR_SEND_IMM = CField.pointer(248);
    public static final CField WR_SEND_INV = CField.pointer(256);
    public static final CField WR_SEND_TSO = CField.pointer(264);
    public static final CField WR_SET_UD_ADDR = CField.pointer(272);
    public static final CField WR_SET_XRC_SRQN = CField.pointer(280);
    public static final CField WR_SET_INLINE_DATA = CField.pointer(288);
    public static final CField WR_SET_SGE = CField.pointer(304);
    public static final CField WR_SET_SGE_LIST = CField.pointer(312);
    public static final CField WR_START = CField.pointer(320);
    public static final CField WR_COMPLETE = CField.pointer(328);
    public static final CField WR_ABORT = CField.pointer(336);
    public static final CField WR_ATOMIC_WRITE = CField.pointer(344);
    public static final CField WR_FLUSH = CField.pointer(352);

    private IbvQpEx() {}
}
