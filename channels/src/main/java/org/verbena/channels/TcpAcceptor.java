// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.function.Predicate;
import org.verbena.channels.stream.StreamRuntime;

/** The thread that accepts the TCP connections of a provider. */
final class TcpAcceptor {
    private static final long RECOVERY_MILLIS = 10;

    private final Selector selector;

    TcpAcceptor(SelectorProvider jdk) throws IOException {
        selector = jdk.openSelector();
        Thread thread = new Thread(this::run, "verbena-channels-tcp");
        thread.setDaemon(true);
        thread.start();
    }

    /** A listening channel. */
    final class Registration {
        private final ServerSocketChannel channel;
        private final SelectionKey key;

        Registration(ServerSocketChannel channel, SelectionKey key) {
            this.channel = channel;
            this.key = key;
        }

        /** Accepts further connections. */
        void resume() {
            try {
                if (key.interestOpsOr(SelectionKey.OP_ACCEPT) == 0) {
                    selector.wakeup();
                }
            } catch (CancelledKeyException e) {
                // closed meanwhile
            }
        }

        void close() throws IOException {
            channel.close();
            selector.wakeup();
        }
    }

    /**
     * Accepts the connections of a channel.
     *
     * @param channel a bound channel
     * @param queue takes each connection, and returns whether there is room for another one
     */
    Registration register(ServerSocketChannel channel, Predicate<SocketChannel> queue) throws IOException {
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_ACCEPT, queue);
        selector.wakeup();
        return new Registration(channel, key);
    }

    private void run() {
        while (selector.isOpen()) {
            try {
                selector.select(TcpAcceptor::accept);
            } catch (ClosedSelectorException e) {
                return;
            } catch (IOException | RuntimeException | Error e) {
                StreamRuntime.log("the thread that accepts TCP connections continues", e);
                pause();
            }
        }
    }

    @SuppressWarnings("unchecked") // the attachment of register
    private static void accept(SelectionKey key) {
        try {
            SocketChannel connection = ((ServerSocketChannel) key.channel()).accept();
            if (connection != null && !((Predicate<SocketChannel>) key.attachment()).test(connection)) {
                key.interestOpsAnd(0);
            }
        } catch (CancelledKeyException e) {
            // closed meanwhile
        } catch (IOException e) {
            if (key.isValid()) {
                throw new UncheckedIOException(e); // for example too many open files
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RECOVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void close() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
