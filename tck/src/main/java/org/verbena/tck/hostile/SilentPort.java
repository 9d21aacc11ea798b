// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A TCP port that refuses connections. A socket occupies it without listening, so that no other program listens there.
 */
final class SilentPort {
    private static final Socket SOCKET = new Socket();

    private SilentPort() {}

    static synchronized InetSocketAddress address() {
        if (!SOCKET.isBound()) {
            try {
                SOCKET.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return (InetSocketAddress) SOCKET.getLocalSocketAddress();
    }
}
