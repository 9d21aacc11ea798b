// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import java.io.Serial;

/** The exception for a usage error that is detected only when the command runs. */
public final class UsageException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
