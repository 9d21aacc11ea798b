// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Fakes a TCP connection: the bytes of the peer are known in advance, and the connection ends after them. */
final class FakeSocket extends Socket {
    private final InputStream in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private boolean closed;

    FakeSocket(ByteBuffer said) {
        in = new ByteArrayInputStream(said.array(), said.arrayOffset() + said.position(), said.remaining());
    }

    /** Returns the bytes sent to the peer. */
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
