package org.verbena.async;

import java.io.Serial;
import org.verbena.Completion;
import org.verbena.WcOpcode;
import org.verbena.WcStatus;

/**
 * A work request was taken by the queue, and completed with an error. It is what a future fails with, so that {@code
 * get()} throws it as the cause of an {@code ExecutionException}, {@code join()} of a {@code CompletionException}.
 * {@link WcStatus#WR_FLUSH_ERR} means that it was not carried out: the queue pair was closed, or another work request had
 * moved it to ERR, whose own exception says why.
 */
public final class WorkRequestException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** What was to be done. */
    private final WcOpcode opcode;

    /** How it ended, as a number. */
    private final int statusCode;

    /** The number of the work request. */
    private final long wrId;

    /** The device's own error number. */
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
     * What was to be done.
     *
     * @return the opcode of a successful completion; the device gives none after an error
     */
    public WcOpcode opcode() {
        return opcode;
    }

    /**
     * How it ended.
     *
     * @return {@code status}; {@link WcStatus#UNKNOWN} for a number without a constant
     */
    public WcStatus status() {
        return WcStatus.of(statusCode);
    }

    /**
     * How it ended, as a number.
     *
     * @return {@code status} as in verbs.h
     */
    public int statusCode() {
        return statusCode;
    }

    /**
     * The number of the work request.
     *
     * @return {@code wr_id}, which the engine chose
     */
    public long wrId() {
        return wrId;
    }

    /**
     * The device's own error number.
     *
     * @return {@code vendor_err}, 0..4294967295
     */
    public long vendorErr() {
        return vendorErr;
    }
}
