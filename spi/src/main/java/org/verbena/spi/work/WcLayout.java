package org.verbena.spi.work;

/** A completion: offsets in {@code struct ibv_wc} of 64-bit Linux, the same on every architecture. */
public final class WcLayout {
    /** {@code uint64_t wr_id}. */
    public static final int WR_ID = 0;

    /** {@code enum ibv_wc_status status}. */
    public static final int STATUS = 8;

    /** {@code enum ibv_wc_opcode opcode}. */
    public static final int OPCODE = 12;

    /** {@code uint32_t vendor_err}. */
    public static final int VENDOR_ERR = 16;

    /** {@code uint32_t byte_len}. */
    public static final int BYTE_LEN = 20;

    /** {@code __be32 imm_data}. */
    public static final int IMM_DATA = 24;

    /** {@code uint32_t invalidated_rkey}. */
    public static final int INVALIDATED_RKEY = 24;

    /** {@code uint32_t qp_num}. */
    public static final int QP_NUM = 28;

    /** {@code uint32_t src_qp}. */
    public static final int SRC_QP = 32;

    /** {@code unsigned int wc_flags}. */
    public static final int WC_FLAGS = 36;

    /** {@code uint16_t pkey_index}. */
    public static final int PKEY_INDEX = 40;

    /** {@code uint16_t slid}. */
    public static final int SLID = 42;

    /** {@code uint8_t sl}. */
    public static final int SL = 44;

    /** {@code uint8_t dlid_path_bits}. */
    public static final int DLID_PATH_BITS = 45;

    /** The size in bytes. */
    public static final int SIZE = 48;

    private WcLayout() {}
}
