// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.nio.channels.SelectionKey;

/**
 * The bits that tell for which calls a stream or a listener is ready: the operation-set bits of
 * {@link SelectionKey}, and one that selectors do not know.
 */
public final class Readiness {
    /** A read does not wait: there are bytes, the end of the stream, or an error. */
    public static final int READ = SelectionKey.OP_READ;

    /** A write does not wait: there is space, or an error. */
    public static final int WRITE = SelectionKey.OP_WRITE;

    /** The attempt to connect has ended. */
    public static final int CONNECT = SelectionKey.OP_CONNECT;

    /** A connection can be accepted. */
    public static final int ACCEPT = SelectionKey.OP_ACCEPT;

    /** A write into mapped memory does not wait: there is space, or an error. It needs no credit of the peer. */
    public static final int IO_WRITE = 1 << 8;

    private Readiness() {}
}
