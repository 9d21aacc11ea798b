// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** Opens the channels of rstream and riostream, and sets their options. */
final class StreamSockets {
    private static final int BACKLOG = 1;

    private final SelectorProvider provider;
    private final StreamWait wait;
    private final StreamSocketOptions options;
    private final Consumer<String> output;
    private final Queue<NetworkChannel> opened = new ConcurrentLinkedQueue<>();

    /**
     * The socket options of a channel.
     *
     * @param buffer the size of both socket buffers in bytes, null if the provider has it as a setting
     * @param keepalive the idle time before a keepalive in seconds, null for no keepalive
     */
    record StreamSocketOptions(
            @Nullable Integer buffer, @Nullable Integer keepalive) {}

    /**
     * Creates the channels of a command.
     *
     * @param wait the waits for the channels
     * @param output receives the lines about options
     */
    StreamSockets(SelectorProvider provider, StreamWait wait, StreamSocketOptions options, Consumer<String> output) {
        this.provider = provider;
        this.wait = wait;
        this.options = options;
        this.output = output;
    }

    /** Closes all channels, which ends the calls of another thread. */
    void closeAll() {
        for (NetworkChannel channel : opened) {
            try {
                channel.close();
            } catch (IOException e) {
                // The command ends, and the peer notices the end of the connection.
            }
        }
    }

    /** Listens for clients. The caller closes the channel. */
    ServerSocketChannel listen(InetSocketAddress address) throws IOException {
        ServerSocketChannel listener = provider.openServerSocketChannel();
        opened.add(listener);
        try {
            listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            if (options.buffer() != null) {
                listener.setOption(StandardSocketOptions.SO_RCVBUF, options.buffer());
            }
            listener.bind(address, BACKLOG);
            wait.configure(listener);
            return listener;
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    /** Waits for a client. The caller closes the channel. */
    SocketChannel accept(ServerSocketChannel listener) throws IOException {
        wait.before(listener, SelectionKey.OP_ACCEPT);
        SocketChannel channel = listener.accept();
        while (channel == null) {
            wait.pause(listener, SelectionKey.OP_ACCEPT);
            channel = listener.accept();
        }
        opened.add(channel);
        return prepared(channel);
    }

    /**
     * Connects to a server. The caller closes the channel.
     *
     * @param source the address of this host, null to let the provider choose it
     */
    SocketChannel connect(@Nullable InetSocketAddress source, InetSocketAddress server) throws IOException {
        SocketChannel channel = provider.openSocketChannel();
        opened.add(channel);
        try {
            prepared(channel);
            if (source != null) {
                channel.bind(source);
            }
            if (!channel.connect(server)) {
                wait.before(channel, SelectionKey.OP_CONNECT);
                while (!channel.finishConnect()) {
                    wait.pause(channel, SelectionKey.OP_CONNECT);
                }
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private SocketChannel prepared(SocketChannel channel) throws IOException {
        if (options.buffer() != null) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, options.buffer());
            channel.setOption(StandardSocketOptions.SO_RCVBUF, options.buffer());
        }
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (options.keepalive() != null) {
            keepAlive(channel, options.keepalive());
        }
        wait.configure(channel);
        return channel;
    }

    private void keepAlive(SocketChannel channel, int time) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        // A channel over RDMA has the time of the provider's settings.
        SocketOption<Integer> idle = ExtendedSocketOptions.TCP_KEEPIDLE;
        if (channel.supportedOptions().contains(idle)) {
            channel.setOption(idle, time);
        }
        output.accept("Keepalive: " + (channel.getOption(StandardSocketOptions.SO_KEEPALIVE) ? "ON" : "OFF"));
        output.accept("  time: " + time);
    }
}
