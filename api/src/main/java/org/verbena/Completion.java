// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;

/**
 * A copy of a completion: {@code struct ibv_wc}. {@link CompletionArray} describes the fields, and reads them without a
 * copy.
 *
 * @param wrId {@code wr_id}
 * @param statusCode {@code status}, as a number of verbs.h
 * @param opcodeCode {@code opcode}, as a number of verbs.h
 * @param vendorErr {@code vendor_err}, 0..4294967295
 * @param byteLen {@code byte_len}, 0..4294967295
 * @param immData {@code imm_data} or {@code invalidated_rkey}; immediate data is the number that the peer passed
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
    /** {@return whether the work request succeeded; true for {@link WcStatus#SUCCESS}} */
    public boolean isSuccess() {
        return statusCode == WcStatus.SUCCESS.value();
    }

    /** {@return the status of the work request, {@link WcStatus#UNKNOWN} for a number without a constant} */
    public WcStatus status() {
        return WcStatus.of(statusCode);
    }

    /** {@return the operation of the work request, {@link WcOpcode#UNKNOWN} for a number without a constant} */
    public WcOpcode opcode() {
        return WcOpcode.of(opcodeCode);
    }
}
