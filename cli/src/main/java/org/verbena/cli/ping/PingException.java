package org.verbena.cli.ping;

import java.io.Serial;
import org.verbena.CompletionArray;
import org.verbena.attr.WcStatus;

/** The exception for a ping that failed although no verb reported an error. */
public final class PingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the description of the failure
     */
    public PingException(String message) {
        super(message);
    }

    /** Creates an exception for a work request that failed. */
    static PingException of(String what, CompletionArray completions, int index) {
        WcStatus status = completions.status(index);
        String name = status == WcStatus.UNKNOWN ? "status " + completions.statusCode(index) : status.cName();
        return new PingException(
                what + " ended with " + name + ", vendor_err 0x" + Long.toHexString(completions.vendorErr(index)));
    }
}
