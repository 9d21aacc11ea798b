// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.provider.sim.SimProvider;

/** Connects a Netty client over RDMA channels to a server on the RDMA network that speaks only TCP. */
class NettyFallbackIT {
    @Test
    @Timeout(120)
    void aClientReachesAServerOfTcp() throws Exception {
        try (SimProvider near = simulator();
                SimProvider far = simulator();
                Wire ofServer = new Wire(far);
                RdmaSelectorProvider channels = new RdmaSelectorProvider(near, ChannelSettings.defaults());
                ServerSocket server = new ServerSocket(0, 1, ofServer.address())) {
            EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory(channels));
            try {
                Channel client = new Bootstrap()
                        .group(group)
                        .channelFactory(() -> new NioSocketChannel(channels))
                        .handler(new ChannelInboundHandlerAdapter())
                        .connect(new InetSocketAddress(ofServer.address(), server.getLocalPort()))
                        .sync()
                        .channel();
                try (Socket accepted = server.accept()) {
                    InetAddress peer = accepted.getInetAddress();
                    client.writeAndFlush(Unpooled.copiedBuffer("ping", StandardCharsets.UTF_8))
                            .sync();
                    assertThat(accepted.getInputStream().readNBytes(4))
                            .asString()
                            .isEqualTo("ping");
                    assertThat(((InetSocketAddress) client.localAddress()).getAddress())
                            .isEqualTo(peer);
                }
                client.close().sync();
            } finally {
                group.shutdownGracefully().sync();
            }
        }
    }

    private static SimProvider simulator() {
        return (SimProvider) new SimProvider().configure(Map.of("profile", "rxe", "address", "loopback"));
    }
}
