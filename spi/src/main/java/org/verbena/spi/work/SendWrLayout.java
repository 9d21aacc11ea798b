// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.work;

/** Field offsets of a send work request, {@code struct ibv_send_wr}, on 64-bit Linux; the same on all architectures. */
public final class SendWrLayout {
    /** Offset of {@code uint64_t wr_id}. */
    public static final int WR_ID = 0;

    /** Offset of {@code struct ibv_send_wr *next}. */
    public static final int NEXT = 8;

    /** Offset of {@code struct ibv_sge *sg_list}. */
    public static final int SG_LIST = 16;

    /** Offset of {@code int num_sge}. */
    public static final int NUM_SGE = 24;

    /** Offset of {@code enum ibv_wr_opcode opcode}. */
    public static final int OPCODE = 28;

    /** Offset of {@code unsigned int send_flags}. */
    public static final int SEND_FLAGS = 32;

    /** Offset of {@code __be32 imm_data}. */
    public static final int IMM_DATA = 36;

    /** Offset of {@code uint32_t invalidate_rkey}. */
    public static final int INVALIDATE_RKEY = 36;

    /** Offset of {@code uint64_t wr.rdma.remote_addr}. */
    public static final int RDMA_REMOTE_ADDR = 40;

    /** Offset of {@code uint32_t wr.rdma.rkey}. */
    public static final int RDMA_RKEY = 48;

    /** Offset of {@code uint64_t wr.atomic.remote_addr}. */
    public static final int ATOMIC_REMOTE_ADDR = 40;

    /** Offset of {@code uint64_t wr.atomic.compare_add}. */
    public static final int ATOMIC_COMPARE_ADD = 48;

    /** Offset of {@code uint64_t wr.atomic.swap}. */
    public static final int ATOMIC_SWAP = 56;

    /** Offset of {@code uint32_t wr.atomic.rkey}. */
    public static final int ATOMIC_RKEY = 64;

    /** Offset of {@code struct ibv_ah *wr.ud.ah}. */
    public static final int UD_AH = 40;

    /** Offset of {@code uint32_t wr.ud.remote_qpn}. */
    public static final int UD_REMOTE_QPN = 48;

    /** Offset of {@code uint32_t wr.ud.remote_qkey}. */
    public static final int UD_REMOTE_QKEY = 52;

    /** Offset of {@code uint32_t qp_type.xrc.remote_srqn}. */
    public static final int XRC_REMOTE_SRQN = 72;

    /** Offset of {@code struct ibv_mw *bind_mw.mw}. */
    public static final int BIND_MW_MW = 80;

    /** Offset of {@code uint32_t bind_mw.rkey}. */
    public static final int BIND_MW_RKEY = 88;

    /** Offset of {@code struct ibv_mr *bind_mw.bind_info.mr}. */
    public static final int BIND_INFO_MR = 96;

    /** Offset of {@code uint64_t bind_mw.bind_info.addr}. */
    public static final int BIND_INFO_ADDR = 104;

    /** Offset of {@code uint64_t bind_mw.bind_info.length}. */
    public static final int BIND_INFO_LENGTH = 112;

    /** Offset of {@code unsigned int bind_mw.bind_info.mw_access_flags}. */
    public static final int BIND_INFO_ACCESS = 120;

    /** Offset of {@code void *tso.hdr}. */
    public static final int TSO_HDR = 80;

    /** Offset of {@code uint16_t tso.hdr_sz}. */
    public static final int TSO_HDR_SZ = 88;

    /** Offset of {@code uint16_t tso.mss}. */
    public static final int TSO_MSS = 90;

    /** Size of the struct in bytes. */
    public static final int SIZE = 128;

    private SendWrLayout() {}
}
