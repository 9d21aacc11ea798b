// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Base class of the contract tests. Each test runs on every network, and its channels are closed afterwards. */
@ParameterizedClass(name = "{0}")
@MethodSource("org.verbena.channels.contract.Networks#all")
@Timeout(value = ContractTest.LIMIT, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ContractTest {
    /** The time limit of a test in seconds. */
    static final int LIMIT = 120;

    @Parameter
    TestNetwork network;

    private final Deque<Closeable> opened = new ArrayDeque<>();

    @AfterEach
    @Timeout(LIMIT)
    final void closeAll() throws IOException {
        synchronized (opened) {
            while (!opened.isEmpty()) {
                opened.pop().close();
            }
        }
    }

    /** Registers a resource that is closed after the test. */
    final <C extends Closeable> C closing(C resource) {
        synchronized (opened) {
            opened.push(resource);
        }
        return resource;
    }

    final SocketChannel open() throws IOException {
        return closing(network.provider().openSocketChannel());
    }

    final ServerSocketChannel openServer() throws IOException {
        return closing(network.provider().openServerSocketChannel());
    }

    final Selector selector() throws IOException {
        return closing(network.provider().openSelector());
    }

    /** Opens a server on a free port. */
    final ServerSocketChannel listen() throws IOException {
        return openServer().bind(network.address());
    }

    /** Connects two blocking channels. */
    final Connection connect() throws IOException {
        try (ServerSocketChannel server = listen()) {
            return connect(server);
        }
    }

    /** Connects two blocking channels through a server in blocking mode that has no other pending connection. */
    final Connection connect(ServerSocketChannel server) throws IOException {
        SocketChannel client = open();
        client.connect(server.getLocalAddress());
        return new Connection(client, closing(server.accept()));
    }

    /** Connects two blocking channels with small buffers, so that few bytes fill them. */
    final Connection connectSmall() throws IOException {
        try (ServerSocketChannel server =
                openServer().setOption(StandardSocketOptions.SO_RCVBUF, 8192).bind(network.address())) {
            SocketChannel client = open();
            client.setOption(StandardSocketOptions.SO_SNDBUF, 8192).setOption(StandardSocketOptions.SO_RCVBUF, 8192);
            client.connect(server.getLocalAddress());
            return new Connection(client, closing(server.accept()));
        }
    }

    /** Begins a non-blocking connection, which is pending until the first call of finishConnect. */
    final SocketChannel beginConnect(SocketAddress to) throws IOException {
        SocketChannel client = open();
        client.configureBlocking(false);
        assertThat(client.connect(to)).as("connected at once").isFalse();
        return client;
    }

    /** Returns an address of this host on which nothing listens. */
    final InetSocketAddress deadAddress() throws IOException {
        try (ServerSocketChannel server = listen()) {
            return (InetSocketAddress) server.getLocalAddress();
        }
    }

    /** Registers a channel, which becomes non-blocking. */
    static SelectionKey register(Selector selector, SelectableChannel channel, int ops) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, ops);
    }

    /** Selects until a key is ready for at least these operations, and removes all keys from the selected set. */
    static void awaitReady(Selector selector, SelectionKey key, int ops) throws IOException {
        int ready = 0;
        while ((ready & ops) != ops) {
            selector.select();
            if (selector.selectedKeys().contains(key)) {
                ready = key.readyOps();
            }
            selector.selectedKeys().clear();
        }
    }
}
