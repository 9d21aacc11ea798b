// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Fakes a TCP connection to a peer whose bytes are known in advance. The connection ends after these bytes. */
final class FakeSocket extends Socket {
    private final InputStream in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private boolean closed;

    FakeSocket(ByteBuffer said) {
        in = new ByteArrayInputStream(said.array(), said.arrayOffset() + said.position(), said.remaining());
    }

    /** Returns the bytes that were sent to the peer. */
    ByteBuffer heard() {
        return ByteBuffer.wrap(out.toByteArray());
    }

    @Override
    public InputStream getInputStream() {
        return in;
    }

    @Override
    public OutputStream getOutputStream() {
        return out;
    }

    @Override
    public void setSoTimeout(int timeout) {
        // Reads never block.
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
