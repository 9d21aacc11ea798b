package org.verbena.tck.storm;

import java.io.Serial;

/** An action finds no handle of the kind that it needs, or no room for another one. */
final class NoHandleException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    NoHandleException() {
        super(null, null, false, false);
    }
}
