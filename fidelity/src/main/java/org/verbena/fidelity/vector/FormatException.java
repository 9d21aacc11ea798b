// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.io.Serial;

/**
 * Thrown if a file does not have the expected format. The message names the file, the line, the field and its value.
 */
public final class FormatException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The message without the position. */
    private final String problem;

    FormatException(String where, String problem) {
        super(where + ": " + problem);
        this.problem = problem;
    }

    /** Returns the message without the position. */
    String problem() {
        return problem;
    }
}
