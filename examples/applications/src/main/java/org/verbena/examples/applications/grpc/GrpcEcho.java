// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.applications.grpc;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A gRPC service that returns its argument, and its client. Only the constructor names a provider. */
public final class GrpcEcho implements AutoCloseable {
    private static final int LARGEST_MESSAGE = 16 << 20;

    private static final MethodDescriptor<String, String> ECHO = MethodDescriptor.<String, String>newBuilder()
            .setType(MethodType.UNARY)
            .setFullMethodName(MethodDescriptor.generateFullMethodName("org.verbena.Echo", "Echo"))
            .setRequestMarshaller(new Text())
            .setResponseMarshaller(new Text())
            .build();

    private final SelectorProvider provider;
    private final EventLoopGroup group;

    /**
     * Creates the event loops.
     *
     * @param provider the provider of channels and selectors
     */
    public GrpcEcho(SelectorProvider provider) {
        this.provider = provider;
        group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory(provider));
    }

    /**
     * Starts the server.
     *
     * @param address the address, with port 0 for any free port
     * @return the server
     * @throws IOException if the server cannot listen
     */
    public Server serve(InetSocketAddress address) throws IOException {
        return NettyServerBuilder.forAddress(address)
                .channelFactory(() -> new NioServerSocketChannel(provider))
                .bossEventLoopGroup(group)
                .workerEventLoopGroup(group)
                .maxInboundMessageSize(LARGEST_MESSAGE)
                .addService(ServerServiceDefinition.builder("org.verbena.Echo")
                        .addMethod(ECHO, ServerCalls.asyncUnaryCall((request, response) -> {
                            response.onNext(request);
                            response.onCompleted();
                        }))
                        .build())
                .build()
                .start();
    }

    /**
     * Calls the service.
     *
     * @param server the address of the server
     * @param text the argument
     * @return the result
     * @throws InterruptedException if the thread is interrupted
     */
    public String call(InetSocketAddress server, String text) throws InterruptedException {
        ManagedChannel channel = NettyChannelBuilder.forAddress(server)
                .channelFactory(() -> new NioSocketChannel(provider))
                .eventLoopGroup(group)
                .maxInboundMessageSize(LARGEST_MESSAGE)
                .usePlaintext()
                .build();
        try {
            return ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, text);
        } finally {
            channel.shutdownNow().awaitTermination(1, TimeUnit.MINUTES);
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
     * @throws Exception if the server or the call fails
     */
    public static void main(String[] args) throws Exception {
        InetSocketAddress address = new InetSocketAddress(args[1], Integer.parseInt(args[2]));
        try (GrpcEcho echo = new GrpcEcho(SelectorProvider.provider())) {
            if (args[0].equals("server")) {
                echo.serve(address).awaitTermination();
            } else {
                System.out.println(echo.call(address, args[3]));
            }
        }
    }

    /** Strings in UTF-8: a service without protobuf. */
    private static final class Text implements MethodDescriptor.Marshaller<String> {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
