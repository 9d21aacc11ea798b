// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.applications.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** An HTTP server that returns the body of a request, and its client. Only the constructor names a provider. */
public final class NettyHttp implements AutoCloseable {
    private static final int LARGEST_BODY = 16 << 20;

    private final SelectorProvider provider;
    private final EventLoopGroup group;

    /**
     * Creates the event loops.
     *
     * @param provider the provider of channels and selectors
     */
    public NettyHttp(SelectorProvider provider) {
        this.provider = provider;
        group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory(provider));
    }

    /**
     * Starts the server.
     *
     * @param address the address, with port 0 for any free port
     * @return the listening channel
     * @throws InterruptedException if the thread is interrupted
     */
    public Channel serve(InetSocketAddress address) throws InterruptedException {
        return new ServerBootstrap()
                .group(group)
                .channelFactory(() -> new NioServerSocketChannel(provider))
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(LARGEST_BODY), new Echo());
                    }
                })
                .bind(address)
                .sync()
                .channel();
    }

    /**
     * Sends a request.
     *
     * @param server the address of the server
     * @param body the body of the request
     * @return the body of the response
     * @throws InterruptedException if the thread is interrupted
     */
    public String post(InetSocketAddress server, String body) throws InterruptedException {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Channel channel = new Bootstrap()
                .group(group)
                .channelFactory(() -> new NioSocketChannel(provider))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new HttpClientCodec(),
                                        new HttpObjectAggregator(LARGEST_BODY),
                                        new Answer(answer));
                    }
                })
                .connect(server)
                .sync()
                .channel();
        FullHttpRequest request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.POST, "/", Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
        request.headers()
                .set(HttpHeaderNames.HOST, server.getHostString())
                .set(HttpHeaderNames.CONTENT_LENGTH, request.content().readableBytes());
        channel.writeAndFlush(request).addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
        try {
            return answer.join();
        } finally {
            channel.close().sync();
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully().syncUninterruptibly();
    }

    /**
     * Runs {@code server HOST PORT} or {@code client HOST PORT TEXT}, with the default provider of the JVM.
     *
     * @param args the arguments
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        InetSocketAddress address = new InetSocketAddress(args[1], Integer.parseInt(args[2]));
        try (NettyHttp http = new NettyHttp(SelectorProvider.provider())) {
            if (args[0].equals("server")) {
                http.serve(address).closeFuture().sync();
            } else {
                System.out.println(http.post(address, args[3]));
            }
        }
    }

    private static final class Echo extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            FullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    HttpResponseStatus.OK,
                    request.content().retain());
            response.headers()
                    .set(HttpHeaderNames.CONTENT_LENGTH, request.content().readableBytes());
            context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }
    }

    private static final class Answer extends SimpleChannelInboundHandler<FullHttpResponse> {
        private final CompletableFuture<String> body;

        Answer(CompletableFuture<String> body) {
            this.body = body;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            body.complete(response.content().toString(StandardCharsets.UTF_8));
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            body.completeExceptionally(new IllegalStateException("the server closed the connection"));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            body.completeExceptionally(cause);
        }
    }
}
