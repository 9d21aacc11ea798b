// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import java.io.Serial;
import org.verbena.CompletionArray;
import org.verbena.attr.WcStatus;

/** The exception for a ping that failed although no verb reported an error. */
public final class CommandException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the description of the failure
     */
    public CommandException(String message) {
        super(message);
    }

    /** Creates an exception for a work request that failed. */
    public static CommandException of(String what, CompletionArray completions, int index) {
        WcStatus status = completions.status(index);
        String name = status == WcStatus.UNKNOWN ? "status " + completions.statusCode(index) : status.cName();
        return new CommandException(
                what + " failed with " + name + ", vendor_err 0x" + Long.toHexString(completions.vendorErr(index)));
    }
}
