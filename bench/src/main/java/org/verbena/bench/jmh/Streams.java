// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.verbena.DeviceContext;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaSelectorProvider;

/**
 * Measures blocking socket channels: those of this library, and those of the JDK over TCP. The far end has a thread of
 * its own. These are the steps of streams.c.
 */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Streams {
    private static final int CHUNK = 64 * 1024;
    private static final String NEAR = "127.0.0.2";
    private static final String FAR = "127.0.0.3";
    private static final InetAddress TCP_ADDRESS = InetAddress.getLoopbackAddress();

    /** The network between the two channels. */
    public enum Network {
        /** TCP, on the loopback interface. */
        TCP,
        /** A simulated device in this process. */
        SIMULATOR,
        /** Two simulated devices that exchange RoCEv2 packets on the loopback interface. */
        ROCEV2,
        /** rdma_rxe, by provider ffm. */
        RXE
    }

    private record Ends(SocketChannel near, SocketChannel far) {}

    /** Two connected channels. */
    @State(Scope.Thread)
    public abstract static class Connection {
        @Param("ROCEV2")
        Network network;

        SocketChannel near;
        SocketChannel far;
        ByteBuffer memory;
        private ByteBuffer farMemory;
        private Thread peer;

        /** The providers to close, in the order of their creation. */
        private final List<AutoCloseable> providers = new ArrayList<>();

        /** Opens the channels, and starts the thread of the far end. */
        @Setup(Level.Trial)
        public void connect() throws IOException {
            Ends ends = switch (network) {
                case TCP -> connect(SelectorProvider.provider(), SelectorProvider.provider(), TCP_ADDRESS);
                case SIMULATOR -> connect(Verbs.provider("sim").configure(Map.of("profile", "mlx5")));
                case RXE -> connect(Verbs.provider("ffm"));
                case ROCEV2 -> connect(channels(onNetwork(NEAR)), channels(onNetwork(FAR)), InetAddress.getByName(FAR));
            };
            near = ends.near();
            far = ends.far();
            near.setOption(StandardSocketOptions.TCP_NODELAY, true);
            far.setOption(StandardSocketOptions.TCP_NODELAY, true);
            memory = ByteBuffer.allocateDirect(size());
            farMemory = ByteBuffer.allocateDirect(size());
            peer = new Thread(this::runPeer, "far end");
            peer.setDaemon(true);
            peer.start();
        }

        private static VerbsProvider onNetwork(String address) {
            return Verbs.provider("sim").configure(Map.of("profile", "rxe", "address", address));
        }

        private RdmaSelectorProvider channels(VerbsProvider devices) {
            RdmaSelectorProvider provider = new RdmaSelectorProvider(
                    devices, ChannelSettings.builder().fallback(Fallback.FAIL).build());
            if (devices instanceof AutoCloseable simulator) {
                providers.add(simulator);
            }
            providers.add(provider);
            return provider;
        }

        private Ends connect(VerbsProvider devices) throws IOException {
            RdmaSelectorProvider provider = channels(devices);
            try (DeviceContext context = devices.devices().get(0).open()) {
                return connect(provider, provider, OpenedDevice.ipOf(context));
            }
        }

        private static Ends connect(SelectorProvider nearEnd, SelectorProvider farEnd, InetAddress address)
                throws IOException {
            try (ServerSocketChannel server = farEnd.openServerSocketChannel()) {
                server.bind(new InetSocketAddress(address, 0));
                SocketChannel near = nearEnd.openSocketChannel();
                near.connect(server.getLocalAddress());
                return new Ends(near, server.accept());
            }
        }

        private void runPeer() {
            try {
                while (serve(far, farMemory.clear())) {
                    // The near end closes at last.
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Returns the number of bytes of an operation. */
        abstract int size();

        /** Serves an operation at the far end. Returns false at the end of the stream. */
        abstract boolean serve(SocketChannel channel, ByteBuffer buffer) throws IOException;

        /** Fills a buffer. Returns false at the end of the stream. */
        static boolean fill(SocketChannel channel, ByteBuffer buffer) throws IOException {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    return false;
                }
            }
            return true;
        }

        /** Closes both ends. */
        @TearDown(Level.Trial)
        public void close() throws Exception {
            near.close();
            peer.join();
            far.close();
            for (AutoCloseable provider : providers.reversed()) {
                provider.close();
            }
        }
    }

    /** Channels whose far end returns every message of 64 bytes. */
    public static class Echoes extends Connection {
        private static final int MESSAGE = 64;

        @Override
        int size() {
            return MESSAGE;
        }

        @Override
        boolean serve(SocketChannel channel, ByteBuffer buffer) throws IOException {
            if (!fill(channel, buffer)) {
                return false;
            }
            channel.write(buffer.flip());
            return true;
        }
    }

    /** Channels whose far end reads. */
    public static class Sink extends Connection {
        @Override
        int size() {
            return CHUNK;
        }

        @Override
        boolean serve(SocketChannel channel, ByteBuffer buffer) throws IOException {
            return channel.read(buffer) >= 0;
        }
    }

    /** Writes a message, and reads it when it comes back. */
    @Benchmark
    public void roundTrip(Echoes echoes) throws IOException {
        echoes.near.write(echoes.memory.clear());
        Connection.fill(echoes.near, echoes.memory.clear());
    }

    /** Writes 64 KiB, which the far end reads meanwhile. */
    @Benchmark
    public void write(Sink sink) throws IOException {
        sink.near.write(sink.memory.clear());
    }
}
