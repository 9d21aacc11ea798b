package org.verbena.fidelity.vector;

import java.io.Serial;
import org.verbena.VerbsException;

/**
 * A request cannot be put to a device: its state cannot be reached, an object that goes with it cannot be made, or the
 * API does not pass it on.
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
