package org.verbena;

/**
 * A completion, copied: {@code struct ibv_wc}. What the fields mean is said at {@link CompletionArray}, which does
 * without copies.
 *
 * @param wrId {@code wr_id}
 * @param statusCode {@code status} as in verbs.h
 * @param opcodeCode {@code opcode} as in verbs.h
 * @param vendorErr {@code vendor_err}, 0..4294967295
 * @param byteLen {@code byte_len}, 0..4294967295
 * @param immData {@code imm_data} or {@code invalidated_rkey}; with immediate data the number that the peer gave
 * @param qpNum {@code qp_num}, 24 bits
 * @param srcQp {@code src_qp}, 24 bits
 * @param wcFlags {@code wc_flags}
 */
public record Completion(
        long wrId,
        int statusCode,
        int opcodeCode,
        long vendorErr,
        long byteLen,
        int immData,
        long qpNum,
        long srcQp,
        Flags<CompletionFlag> wcFlags) {
    /**
     * Whether the work request was done.
     *
     * @return true for {@link WcStatus#SUCCESS}
     */
    public boolean isSuccess() {
        return statusCode == WcStatus.SUCCESS.value();
    }

    /**
     * How it ended.
     *
     * @return {@link WcStatus#UNKNOWN} for a number without a constant
     */
    public WcStatus status() {
        return WcStatus.of(statusCode);
    }

    /**
     * What it was.
     *
     * @return {@link WcOpcode#UNKNOWN} for a number without a constant
     */
    public WcOpcode opcode() {
        return WcOpcode.of(opcodeCode);
    }
}
