package org.verbena.connect;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A TCP connection without a network: what the peer says is known before, and then the peer is gone. */
final class FakeSocket extends Socket {
    private final InputStream in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private boolean closed;

    FakeSocket(ByteBuffer said) {
        in = new ByteArrayInputStream(said.array(), said.arrayOffset() + said.position(), said.remaining());
    }

    /** What the peer has heard. */
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
        // Nobody waits here.
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
