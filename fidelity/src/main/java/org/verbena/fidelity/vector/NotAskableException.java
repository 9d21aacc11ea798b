// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.io.Serial;
import org.verbena.error.VerbsException;

/**
 * Thrown if a request cannot be sent to a device: a state cannot be reached, a required object cannot be created, or
 * the API rejects the request itself.
 */
public final class NotAskableException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    NotAskableException(String reason) {
        super(reason);
    }

    NotAskableException(String what, VerbsException refusal) {
        super(what + ": " + refusal.getMessage(), refusal);
    }
}
