// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The two ends of a connection. */
record Connection(SocketChannel client, SocketChannel server) {
    /** Sets the mode of both ends. */
    Connection blocking(boolean block) throws IOException {
        client.configureBlocking(block);
        server.configureBlocking(block);
        return this;
    }
}
