// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import java.io.IOException;
import java.io.Serial;

/** Thrown if the peer breaks the protocol. The message names the rule. */
public final class ProtocolException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the value of the peer and the rule
     */
    public ProtocolException(String message) {
        super(message);
    }
}
