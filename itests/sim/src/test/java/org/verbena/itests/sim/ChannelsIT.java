// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.SimProvider;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;

/**
 * Checks that every byte on many channels between two simulators arrives once and in order while the network loses
 * packets. Then checks that the threads of the library sleep while the channels are idle.
 */
class ChannelsIT {
    private static final int UDP_PORT = 27_791;
    private static final String NEAR = "127.0.0.2";
    private static final String FAR = "127.0.0.3";
    private static final double LOSS = 0.01;
    private static final int LARGEST = 8192;
    private static final int RING = 32 * 1024;
    private static final int IDLE_SECONDS = 3;

    /** A connection of the client. The value of a byte depends on the number of the connection and on its position. */
    private static final class Client {
        final SocketChannel channel;
        final int number;
        int messages;
        long sent;
        long received;

        Client(SocketChannel channel, int number, int messages) {
            this.channel = channel;
            this.number = number;
            this.messages = messages;
        }

        boolean isDone() {
            return messages == 0 && received == sent;
        }

        private byte value(long position) {
            long mixed = (position + number) * 0x9E37_79B9_7F4A_7C15L;
            return (byte) (mixed >>> 32);
        }

        /** Sends a message if few bytes are in flight. The next message repeats the bytes that were not written. */
        void send(ByteBuffer buffer, Random random) throws IOException {
            if (messages == 0 || sent - received > RING) {
                return;
            }
            buffer.clear().limit(1 + random.nextInt(LARGEST));
            for (int i = 0; i < buffer.limit(); i++) {
                buffer.put(i, value(sent + i));
            }
            sent += channel.write(buffer);
            messages--;
        }

        void receive(ByteBuffer buffer) throws IOException {
            buffer.clear();
            int count = channel.read(buffer);
            assertThat(count).as("connection %d", number).isNotNegative();
            for (int i = 0; i < count; i++) {
                if (buffer.get(i) != value(received + i)) {
                    throw new AssertionError("connection " + number + ", byte " + (received + i));
                }
            }
            received += count;
        }
    }

    @Test
    void everyByteOfEveryChannelArrives() throws Exception {
        long seed = Long.getLong("verbena.loss.seed", System.nanoTime());
        int connections = (int) Effort.now().of(10, 1_000);
        int messages = Integer.getInteger(
                "verbena.channels.messages", (int) Effort.now().of(2_000, 500_000));
        System.out.printf(
                "%d channels, %d messages with a loss of %s from seed %d (-Dverbena.loss.seed)%n",
                connections, messages, LOSS, seed);
        ChannelSettings settings = ChannelSettings.builder()
                .fallback(Fallback.FAIL)
                .receiveBuffer(RING)
                .sendBuffer(RING)
                .build();
        try (SimProvider near = simulator(NEAR, seed);
                SimProvider far = simulator(FAR, ~seed);
                RdmaSelectorProvider ofClient = new RdmaSelectorProvider(near, settings);
                RdmaSelectorProvider ofServer = new RdmaSelectorProvider(far, settings);
                EchoServer server =
                        new EchoServer(ofServer, new InetSocketAddress(InetAddress.getByName(FAR), 0), connections);
                Selector selector = ofClient.openSelector()) {
            long bytes = run(ofClient, selector, server.address(), connections, messages, new Random(seed));
            double idle = idle() / 2;
            assertThat(idle)
                    .as("processor time of the idle threads of a provider, in percent")
                    .isLessThan(1);
            new ResultLine("channels-loss", "sim", "loss-" + LOSS)
                    .write(
                            "%d messages over %d channels, %d bytes verified; idle, the threads of a provider use %.2f %% of a processor"
                                    .formatted(messages, connections, bytes, idle));
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        }
    }

    private static SimProvider simulator(String address, long seed) {
        SimProvider provider = (SimProvider) new SimProvider()
                .configure(Map.of("profile", "rxe", "address", address, "udp-port", Integer.toString(UDP_PORT)));
        SimFaults faults = provider.fabric().faults();
        faults.seed(seed);
        faults.inject(SimFault.drop().chance(LOSS));
        return provider;
    }

    private static long run(
            RdmaSelectorProvider provider,
            Selector selector,
            InetSocketAddress address,
            int connections,
            int messages,
            Random random)
            throws IOException {
        for (int i = 0; i < connections; i++) {
            SocketChannel channel = provider.openSocketChannel();
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_CONNECT, new Client(channel, i, messages / connections));
            channel.connect(address);
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(RING);
        int done = 0;
        long bytes = 0;
        while (done < connections) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                Client client = (Client) key.attachment();
                if (key.isConnectable()) {
                    assertThat(client.channel.finishConnect()).isTrue();
                }
                if (key.isReadable()) {
                    client.receive(buffer);
                }
                client.send(buffer, random);
                boolean writes = client.messages > 0 && client.sent - client.received <= RING;
                key.interestOps(SelectionKey.OP_READ | (writes ? SelectionKey.OP_WRITE : 0));
                if (client.isDone()) {
                    key.interestOps(0);
                    bytes += client.received;
                    done++;
                }
            }
            selector.selectedKeys().clear();
        }
        return bytes;
    }

    /** Returns the processor time of the threads of both providers and the server, in percent of the elapsed time. */
    private static double idle() throws InterruptedException {
        Map<Long, Long> before = processorTimes();
        long start = System.nanoTime();
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        long elapsed = System.nanoTime() - start;
        Map<Long, Long> after = processorTimes();
        long used = after.entrySet().stream()
                .mapToLong(time -> time.getValue() - before.getOrDefault(time.getKey(), time.getValue()))
                .sum();
        return 100.0 * used / elapsed;
    }

    private static Map<Long, Long> processorTimes() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<Long, Long> times = new HashMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            String name = thread.getName();
            if (name.startsWith("verbena") || name.equals("echo server")) {
                times.put(thread.getId(), threads.getThreadCpuTime(thread.getId()));
            }
        }
        return times;
    }
}
