package org.verbena.fidelity.vector;

import java.io.Serial;

/** A file does not hold what it should; the message names the file, the line, the field and its value. */
public final class FormatException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The message without the place. */
    private final String problem;

    FormatException(String where, String problem) {
        super(where + ": " + problem);
        this.problem = problem;
    }

    /** Returns the message without the place. */
    String problem() {
        return problem;
    }
}
