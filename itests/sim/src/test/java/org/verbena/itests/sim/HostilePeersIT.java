// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.provider.sim.SimProvider;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;

/**
 * Lets a hostile peer attack a server of channels, beside a connection that is used correctly. Every round trip of that
 * connection ends, memory does not grow, and the server sends no more than the peer.
 */
class HostilePeersIT {
    private static final InetAddress VICTIM = address("127.0.0.31");
    private static final InetAddress ATTACKER = address("127.0.0.32");
    private static final InetAddress HONEST = address("127.0.0.33");
    private static final int UDP_PORT = 24_799;
    private static final int OPEN_CONNECTIONS = 32;
    private static final int BACKLOG = 256;
    private static final int IN_FLIGHT = 64;
    private static final int EPISODES_BETWEEN_CHECKS = 20_000;
    private static final long GROWTH = 64 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean ended;
    private long longest;
    private long roundTrips;

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static InetAddress address(String text) {
        return new InetSocketAddress(text, 0).getAddress();
    }

    private static SimProvider simulator(InetAddress address) {
        return (SimProvider) new SimProvider()
                .configure(Map.of(
                        "profile", "rxe",
                        "address", address.getHostAddress(),
                        "udp-port", Integer.toString(UDP_PORT)));
    }

    private static RdmaSelectorProvider channels(SimProvider simulator) {
        return new RdmaSelectorProvider(
                simulator,
                ChannelSettings.builder()
                        .fallback(Fallback.FAIL)
                        .receiveBuffer(4096)
                        .sendBuffer(4096)
                        .build());
    }

    @Test
    void anHonestConnectionWorksBesideHostilePeers() throws Exception {
        long seed = Long.getLong("verbena.peers.seed", System.nanoTime());
        long episodes = Long.getLong("verbena.peers.episodes", Effort.now().of(10_000, 1_000_000));
        System.out.printf("%d episodes from seed %d (-Dverbena.peers.seed)%n", episodes, seed);
        try (SimProvider victim = simulator(VICTIM);
                SimProvider honest = simulator(HONEST);
                RdmaSelectorProvider serving = channels(victim);
                RdmaSelectorProvider connecting = channels(honest);
                Selector selector = serving.openSelector();
                ServerSocketChannel server =
                        serving.openServerSocketChannel().bind(new InetSocketAddress(VICTIM, 0), BACKLOG)) {
            InetSocketAddress serverAddress = (InetSocketAddress) server.getLocalAddress();
            CompletableFuture<Void> service = CompletableFuture.runAsync(() -> serve(selector, server), threads);
            try (SocketChannel client = connecting.openSocketChannel();
                    DeviceContext device = victim.devices().get(0).open();
                    HostilePeer peer = new HostilePeer(
                            new Random(seed),
                            ATTACKER,
                            new InetSocketAddress(VICTIM, UDP_PORT),
                            serverAddress.getPort())) {
                client.connect(serverAddress);
                roundTrip(client);
                CompletableFuture<Void> use = CompletableFuture.runAsync(() -> use(client), threads);
                long before = used();
                for (long i = 0; i < episodes; i++) {
                    peer.episode();
                    if (i % IN_FLIGHT == 0) {
                        awaitReceived(device, peer.sent());
                    }
                    assertThat(use).as("the honest connection, episode %d", i).isNotCompletedExceptionally();
                    if (i % EPISODES_BETWEEN_CHECKS == 0) {
                        awaitMemory(before + GROWTH);
                    }
                }
                ended = true;
                use.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(service).as("the server still runs").isNotDone();
                awaitMemory(before + GROWTH);
                Map<String, Long> counters = device.portCounters(1);
                assertThat(counters.get("dropped_internal")).isZero();
                assertThat(peer.connections()).as("connections").isPositive();
                new ResultLine("peers-sim", "sim", "rxe")
                        .write(
                                "%d hostile episodes survived, %d packets, %d connections; %d round trips, the longest took %d ms"
                                        .formatted(
                                                episodes,
                                                peer.sent(),
                                                peer.connections(),
                                                roundTrips,
                                                TimeUnit.NANOSECONDS.toMillis(longest)));
            }
            selector.close();
            service.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Waits until no more than an amount of memory is in use. Peers hold some memory for a limited time. */
    private static void awaitMemory(long limit) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (long used = used(); used > limit; used = used()) {
            assertThat(System.nanoTime()).as("time, with %d bytes in use", used).isLessThan(deadline);
            Thread.sleep(1000);
        }
    }

    private static void awaitReceived(DeviceContext device, long packets) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (device.portCounters(1).get("rcvd_pkts") < packets) {
            assertThat(System.nanoTime()).as("time of packet %d", packets).isLessThan(deadline);
            Thread.sleep(0, 100_000);
        }
    }

    // ---------------------------------------------------------------- the honest connection

    private void use(SocketChannel client) {
        try {
            while (!ended) {
                roundTrip(client);
                Thread.sleep(1);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("after " + roundTrips + " round trips", e);
        }
    }

    private void roundTrip(SocketChannel client) throws IOException {
        long before = System.nanoTime();
        client.write(ByteBuffer.wrap(new byte[] {1}));
        if (client.read(ByteBuffer.allocate(1)) != 1) {
            throw new IOException("the server has ended the connection");
        }
        longest = Math.max(longest, System.nanoTime() - before);
        assertThat(longest).as("nanoseconds of a round trip").isLessThan(PATIENCE.toNanos());
        roundTrips++;
    }

    // ---------------------------------------------------------------- the server

    /** Sends bytes back. Keeps the connection of its first client, and some of the others. */
    private static void serve(Selector selector, ServerSocketChannel server) {
        ArrayDeque<SocketChannel> others = new ArrayDeque<>();
        boolean[] served = {false};
        try {
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            while (selector.isOpen()) {
                selector.select(key -> {
                    if (key.isValid() && key.isAcceptable()) {
                        accept(selector, server, served, others);
                    } else if (key.isValid()) {
                        echo((SocketChannel) key.channel());
                    }
                });
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (ClosedSelectorException e) {
            // The test has ended.
        }
    }

    private static void accept(
            Selector selector, ServerSocketChannel server, boolean[] served, ArrayDeque<SocketChannel> others) {
        try {
            SocketChannel accepted = server.accept();
            if (accepted == null) {
                return;
            }
            accepted.configureBlocking(false);
            accepted.register(selector, SelectionKey.OP_READ);
            if (served[0]) {
                others.add(accepted);
            }
            served[0] = true;
            if (others.size() > OPEN_CONNECTIONS) {
                close(others.remove());
            }
        } catch (IOException e) {
            // The peer has gone.
        }
    }

    private static void echo(SocketChannel channel) {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        try {
            if (channel.read(bytes) < 0) {
                close(channel);
                return;
            }
            channel.write(bytes.flip());
        } catch (IOException e) {
            close(channel);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }
}
