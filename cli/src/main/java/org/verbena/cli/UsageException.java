package org.verbena.cli;

import java.io.Serial;

/** The exception for a usage error that is detected only when the command runs. */
final class UsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
