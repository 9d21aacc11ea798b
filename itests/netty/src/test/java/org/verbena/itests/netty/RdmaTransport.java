// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.testsuite.transport.TestsuitePermutation.BootstrapFactory;
import io.netty.testsuite.transport.socket.SocketTestPermutation;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Provides the factories of Netty's tests, with the channels of one provider. A few tests use fixed addresses of this
 * host. The channels replace them with addresses of the device.
 */
final class RdmaTransport extends SocketTestPermutation implements AutoCloseable {
    private final SelectorProvider provider;
    private final InetAddress address;
    private final InetSocketAddress badAddress;
    private final InetAddress silent;
    private final EventLoopGroup group;

    /**
     * Creates the factories.
     *
     * @param provider the provider of channels and selectors
     * @param address the address that replaces the loopback address
     * @param badAddress the address to which the timeout tests of Netty connect
     * @param silent the host that replaces the host of {@code badAddress}
     */
    RdmaTransport(SelectorProvider provider, InetAddress address, InetSocketAddress badAddress, InetAddress silent) {
        this.provider = provider;
        this.address = address;
        this.badAddress = badAddress;
        this.silent = silent;
        group = new MultiThreadIoEventLoopGroup(
                NUM_THREADS, new DefaultThreadFactory("rdma", true), NioIoHandler.newFactory(provider));
    }

    SocketAddress newSocketAddress() {
        return new InetSocketAddress(address, 0);
    }

    SelectorProvider provider() {
        return provider;
    }

    InetAddress address() {
        return address;
    }

    private SocketAddress replaced(SocketAddress given) {
        if (given.equals(badAddress)) {
            return new InetSocketAddress(silent, badAddress.getPort());
        }
        InetSocketAddress asked = (InetSocketAddress) given;
        return asked.getAddress().isLoopbackAddress() ? new InetSocketAddress(address, asked.getPort()) : asked;
    }

    @Override
    public List<BootstrapFactory<ServerBootstrap>> serverSocket() {
        return List.of(() -> new ServerBootstrap().group(group).channelFactory(Listening::new));
    }

    @Override
    public List<BootstrapFactory<Bootstrap>> clientSocket() {
        return List.of(() -> new Bootstrap().group(group).channelFactory(Connecting::new));
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 30, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private final class Listening extends NioServerSocketChannel {
        Listening() {
            super(provider);
        }

        @Override
        protected void doBind(SocketAddress localAddress) throws Exception {
            super.doBind(replaced(localAddress));
        }
    }

    private final class Connecting extends NioSocketChannel {
        Connecting() {
            super(provider);
        }

        @Override
        protected boolean doConnect(SocketAddress remoteAddress, SocketAddress localAddress) throws Exception {
            return super.doConnect(replaced(remoteAddress), localAddress);
        }
    }
}
