package org.verbena.cli;

import java.io.Serial;

/** The options do not go together, which showed only when the command ran. */
final class UsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
