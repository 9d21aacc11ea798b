package org.verbena.cli.ping;

import java.io.Serial;
import org.verbena.CompletionArray;
import org.verbena.WcStatus;

/** A ping went wrong in a way that no verb has refused. */
public final class PingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message what went wrong
     */
    public PingException(String message) {
        super(message);
    }

    /** A work request that was not done. */
    static PingException of(String what, CompletionArray completions, int index) {
        WcStatus status = completions.status(index);
        String name = status == WcStatus.UNKNOWN ? "status " + completions.statusCode(index) : status.cName();
        return new PingException(
                what + " ended with " + name + ", vendor_err 0x" + Long.toHexString(completions.vendorErr(index)));
    }
}
