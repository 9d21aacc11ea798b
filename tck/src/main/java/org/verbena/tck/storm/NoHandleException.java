package org.verbena.tck.storm;

import java.io.Serial;

/** Signals that an action finds no handle of the required kind, or no free slot for a new one. */
final class NoHandleException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    NoHandleException() {
        super(null, null, false, false);
    }
}
