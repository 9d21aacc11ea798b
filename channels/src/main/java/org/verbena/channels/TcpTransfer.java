// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** The connection of a channel by TCP. The inner selector of {@link RdmaSelector} knows its readiness. */
record TcpTransfer(SocketChannel tcp) implements Transfer {
    @Override
    public int read(ByteBuffer target) throws IOException {
        return tcp.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return tcp.read(targets, offset, length);
    }

    @Override
    public int blockingRead(byte[] bytes, int offset, int length, int timeout) throws IOException {
        tcp.socket().setSoTimeout(timeout);
        return tcp.socket().getInputStream().read(bytes, offset, length);
    }

    @Override
    public int available() throws IOException {
        return tcp.socket().getInputStream().available();
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return tcp.write(source);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        return tcp.write(sources, offset, length);
    }

    @Override
    public void blockingWrite(byte[] bytes, int offset, int length) throws IOException {
        tcp.socket().getOutputStream().write(bytes, offset, length);
    }

    @Override
    public void shutdownInput() throws IOException {
        tcp.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        tcp.shutdownOutput();
    }

    @Override
    public void close(int linger) throws IOException {
        tcp.close();
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        try {
            return (InetSocketAddress) tcp.getLocalAddress();
        } catch (IOException e) {
            return null; // closed
        }
    }

    @Override
    public <T> void setOption(SocketOption<T> name, T value) throws IOException {
        if (tcp.supportedOptions().contains(name)) {
            tcp.setOption(name, value);
        }
    }

    @Override
    public <T> @Nullable T getOption(SocketOption<T> name) throws IOException {
        return tcp.supportedOptions().contains(name) ? tcp.getOption(name) : null;
    }

    @Override
    public void onReady(int ready) {
        // The JDK wakes its own calls.
    }

    @Override
    public int poll(int operations) {
        return 0;
    }

    @Override
    public int await(int operations) {
        return 0;
    }
}
