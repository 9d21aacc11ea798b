// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.io.Serial;
import org.verbena.Completion;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;

/**
 * The failure of a work request that was posted and completed with an error. Futures fail with it: {@code get()} throws
 * it as the cause of an {@code ExecutionException}, {@code join()} as the cause of a {@code CompletionException}.
 *
 * <p>{@link WcStatus#WR_FLUSH_ERR} means that the device did not execute the work request. Either the queue pair was
 * closed, or another work request moved it to ERR; the exception of that work request describes the cause.
 */
public final class WorkRequestException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The opcode of the work request. */
    private final WcOpcode opcode;

    /** The status of the completion, as a number. */
    private final int statusCode;

    /** The number of the work request. */
    private final long wrId;

    /** The vendor-specific error number. */
    private final long vendorErr;

    WorkRequestException(WcOpcode opcode, Completion completion, String object, String why) {
        super(describe(opcode, completion, object, why));
        this.opcode = opcode;
        this.statusCode = completion.statusCode();
        this.wrId = completion.wrId();
        this.vendorErr = completion.vendorErr();
    }

    private static String describe(WcOpcode opcode, Completion completion, String object, String why) {
        WcStatus status = completion.status();
        String name = status == WcStatus.UNKNOWN ? "status " + completion.statusCode() : status.cName();
        return opcode.cName() + " on " + object + " ended with " + name + " (wr_id 0x"
                + Long.toHexString(completion.wrId()) + ", vendor_err 0x" + Long.toHexString(completion.vendorErr())
                + ")" + why;
    }

    /**
     * Returns the opcode of the work request.
     *
     * @return the opcode that a successful completion would have; the device reports none after an error
     */
    public WcOpcode opcode() {
        return opcode;
    }

    /**
     * {@return the status of the completion, {@code status}; {@link WcStatus#UNKNOWN} for a number without a constant}
     */
    public WcStatus status() {
        return WcStatus.of(statusCode);
    }

    /**
     * Returns the status of the completion as a number.
     *
     * @return {@code status} as in verbs.h
     */
    public int statusCode() {
        return statusCode;
    }

    /** {@return the number of the work request, {@code wr_id}, which the engine chose} */
    public long wrId() {
        return wrId;
    }

    /** {@return the vendor-specific error number, {@code vendor_err}, 0..4294967295} */
    public long vendorErr() {
        return vendorErr;
    }
}
