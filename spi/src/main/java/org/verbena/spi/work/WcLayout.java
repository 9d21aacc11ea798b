// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.work;

/** Field offsets of a completion, {@code struct ibv_wc}, on 64-bit Linux; the same on all architectures. */
public final class WcLayout {
    /** Offset of {@code uint64_t wr_id}. */
    public static final int WR_ID = 0;

    /** Offset of {@code enum ibv_wc_status status}. */
    public static final int STATUS = 8;

    /** Offset of {@code enum ibv_wc_opcode opcode}. */
    public static final int OPCODE = 12;

    /** Offset of {@code uint32_t vendor_err}. */
    public static final int VENDOR_ERR = 16;

    /** Offset of {@code uint32_t byte_len}. */
    public static final int BYTE_LEN = 20;

    /** Offset of {@code __be32 imm_data}. */
    public static final int IMM_DATA = 24;

    /** Offset of {@code uint32_t invalidated_rkey}. */
    public static final int INVALIDATED_RKEY = 24;

    /** Offset of {@code uint32_t qp_num}. */
    public static final int QP_NUM = 28;

    /** Offset of {@code uint32_t src_qp}. */
    public static final int SRC_QP = 32;

    /** Offset of {@code unsigned int wc_flags}. */
    public static final int WC_FLAGS = 36;

    /** Offset of {@code uint16_t pkey_index}. */
    public static final int PKEY_INDEX = 40;

    /** Offset of {@code uint16_t slid}. */
    public static final int SLID = 42;

    /** Offset of {@code uint8_t sl}. */
    public static final int SL = 44;

    /** Offset of {@code uint8_t dlid_path_bits}. */
    public static final int DLID_PATH_BITS = 45;

    /** Size of the struct in bytes. */
    public static final int SIZE = 48;

    private WcLayout() {}
}
