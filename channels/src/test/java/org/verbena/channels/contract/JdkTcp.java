// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** TCP of the JDK on the loopback interface: the reference. */
final class JdkTcp extends TestNetwork {
    private static final int FILLS_BACKLOG = 4;

    private final List<Closeable> resources = new ArrayList<>();

    JdkTcp() {
        super(SelectorProvider.provider(), loopback(), EnumSet.allOf(Difference.class));
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByName("127.0.0.1");
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** Fills the backlog of a server that accepts nothing. Linux then drops the packets of further clients. */
    @Override
    Optional<InetSocketAddress> silentAddress() throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open().bind(address(), 1);
        resources.add(server);
        for (int i = 0; i < FILLS_BACKLOG; i++) {
            SocketChannel client = SocketChannel.open();
            resources.add(client);
            client.configureBlocking(false);
            client.connect(server.getLocalAddress());
        }
        return Optional.of((InetSocketAddress) server.getLocalAddress());
    }

    @Override
    boolean isRdma() {
        return false;
    }

    @Override
    long packets() {
        return -1;
    }

    @Override
    public void close() throws IOException {
        for (Closeable resource : resources) {
            resource.close();
        }
    }

    @Override
    public String toString() {
        return "TCP of the JDK";
    }
}
