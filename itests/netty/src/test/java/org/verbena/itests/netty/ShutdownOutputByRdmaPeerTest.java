// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import io.netty.testsuite.transport.socket.AbstractSocketShutdownOutputByPeerTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;

/** Runs Netty's tests of a peer that shuts down its output. The peer is a blocking channel over RDMA. */
public abstract class ShutdownOutputByRdmaPeerTest extends AbstractSocketShutdownOutputByPeerTest<SocketChannel> {
    /** Returns the provider of the peer. */
    protected abstract SelectorProvider provider();

    @Override
    protected SocketChannel newSocket() {
        try {
            return provider().openSocketChannel();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected void connect(SocketChannel s, SocketAddress address) throws IOException {
        s.connect(address);
    }

    @Override
    protected void write(SocketChannel s, int data) throws IOException {
        s.write(ByteBuffer.wrap(new byte[] {(byte) data}));
    }

    @Override
    protected void shutdownOutput(SocketChannel s) throws IOException {
        s.shutdownOutput();
    }

    @Override
    protected void close(SocketChannel s) throws IOException {
        s.close();
    }
}
