// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Fakes a server socket to which one peer connects. */
final class FakeServerSocket extends ServerSocket {
    private final Socket peer;

    FakeServerSocket(Socket peer) throws IOException {
        this.peer = peer;
    }

    @Override
    public Socket accept() {
        return peer;
    }

    @Override
    public void setSoTimeout(int timeout) {
        // A peer connects immediately.
    }
}
