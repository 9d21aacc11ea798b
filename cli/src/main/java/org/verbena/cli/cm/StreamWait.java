// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.command.SpinWait;

/**
 * The waits of rstream and riostream for a channel. A blocking channel needs none. A non-blocking channel is tried
 * again, or a selector reports when it is ready.
 */
final class StreamWait implements AutoCloseable {
    /** The interval at which a wait checks whether the channel has been closed. */
    private static final long LOOK_UP_MILLIS = 100;

    private final boolean blocking;
    private final @Nullable Selector selector;
    private final SpinWait spinWait = new SpinWait();

    /**
     * Creates the waits of a command.
     *
     * @param provider the provider of the channels
     * @param options the options; as in C, a selector excludes blocking calls
     */
    StreamWait(SelectorProvider provider, Set<StreamOption> options) throws IOException {
        selector = options.contains(StreamOption.ASYNC) ? provider.openSelector() : null;
        blocking = selector == null && options.contains(StreamOption.BLOCKING);
    }

    /** Prepares a channel. */
    void configure(SelectableChannel channel) throws IOException {
        channel.configureBlocking(blocking);
        if (selector != null) {
            channel.register(selector, 0);
        }
    }

    /** Waits before a call if there is a selector, until it reports that the call can succeed. */
    void before(SelectableChannel channel, int operation) throws IOException {
        spinWait.reset();
        if (selector == null) {
            return;
        }
        SelectionKey key = channel.keyFor(selector);
        while (key != null && key.isValid()) {
            key.interestOps(operation);
            selector.selectedKeys().clear();
            selector.select(LOOK_UP_MILLIS);
            if (selector.selectedKeys().contains(key) && key.isValid() && (key.readyOps() & operation) != 0) {
                key.interestOps(0);
                return;
            }
        }
        throw new ClosedChannelException();
    }

    /** Pauses after a call that has done nothing. */
    void pause(SelectableChannel channel, int operation) throws IOException {
        if (selector == null) {
            spinWait.pause();
        } else {
            before(channel, operation);
        }
    }

    @Override
    public void close() throws IOException {
        if (selector != null) {
            selector.close();
        }
    }
}
