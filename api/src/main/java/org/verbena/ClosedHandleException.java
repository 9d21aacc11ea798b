package org.verbena;

import java.io.Serial;

/** An object was used after it, or its device context, was closed. */
public final class ClosedHandleException extends InvalidRequestException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Use after close.
     *
     * @param verb the C function that was about to be called
     * @param object the closed object
     */
    public ClosedHandleException(String verb, String object) {
        super(
                verb,
                Errno.EBADF,
                object,
                new Violation(
                        object,
                        "closed",
                        "an open object",
                        "an object cannot be used after close",
                        "Verbena lifecycle"));
    }
}
