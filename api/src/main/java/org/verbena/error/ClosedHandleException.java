// SPDX-License-Identifier: Apache-2.0
package org.verbena.error;

import java.io.Serial;

/** An exception for the use of an object after it, or its device context, was closed. */
public final class ClosedHandleException extends InvalidRequestException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception for a closed object.
     *
     * @param verb the C function that was not called because the object is closed
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
