// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import org.jspecify.annotations.Nullable;

/** Sends every byte back, in one thread with a selector. */
final class EchoServer implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private final Selector selector;
    private final ServerSocketChannel listener;
    private final Thread thread = new Thread(this::run, "echo server");
    private volatile @Nullable IOException failure;

    EchoServer(SelectorProvider provider, InetSocketAddress address, int backlog) throws IOException {
        selector = provider.openSelector();
        listener = provider.openServerSocketChannel();
        listener.bind(address, backlog);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        thread.start();
    }

    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) listener.getLocalAddress();
    }

    Thread thread() {
        return thread;
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                selector.select(this::serve);
            }
        } catch (IOException e) {
            failure = e;
        } catch (ClosedSelectorException e) {
            // The test has closed the selector.
        }
    }

    private void serve(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept();
            } else {
                echo(key, (SocketChannel) key.channel(), (ByteBuffer) key.attachment());
            }
        } catch (ClosedChannelException | CancelledKeyException e) {
            // The test closes the channels in its own thread.
        } catch (IOException e) {
            failure = e;
        }
    }

    private void accept() throws IOException {
        for (SocketChannel accepted = listener.accept(); accepted != null; accepted = listener.accept()) {
            accepted.configureBlocking(false);
            accepted.register(selector, SelectionKey.OP_READ, ByteBuffer.allocateDirect(BUFFER));
        }
    }

    private static void echo(SelectionKey key, SocketChannel channel, ByteBuffer buffer) throws IOException {
        if (key.isReadable() && channel.read(buffer) < 0) {
            channel.close();
            return;
        }
        buffer.flip();
        channel.write(buffer);
        buffer.compact();
        int writing = buffer.position() > 0 ? SelectionKey.OP_WRITE : 0;
        int reading = buffer.hasRemaining() ? SelectionKey.OP_READ : 0;
        key.interestOps(reading | writing);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
        thread.join();
        if (failure != null) {
            throw failure;
        }
    }
}
