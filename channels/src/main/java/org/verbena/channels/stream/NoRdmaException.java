// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.io.Serial;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/** Thrown if no RDMA device has or reaches an address, so that TCP can be tried. */
public final class NoRdmaException extends SocketException {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the address
     * @param cause the failure of connection management, null if there is none
     */
    public NoRdmaException(String message, @Nullable Throwable cause) {
        super(message);
        initCause(cause);
    }
}
