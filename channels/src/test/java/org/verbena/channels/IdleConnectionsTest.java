// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.DeviceContext;
import org.verbena.provider.sim.SimProvider;

/** Measures the memory of connections that are idle. The guide to channels states the amounts. */
@Timeout(120)
@Isolated("measures the memory of the JVM")
class IdleConnectionsTest {
    private static final int KIB = 1024;

    private final SimProvider simulator = new SimProvider();

    private static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static long heap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Collects garbage until the memory of earlier connections is free. */
    private static void collect() throws InterruptedException {
        long before;
        do {
            before = direct();
            System.gc();
            Thread.sleep(200);
        } while (direct() != before);
    }

    @ParameterizedTest
    @CsvSource({"1000, 16, 32, 8, 40", "100, 128, 384, 24, 96"})
    void anIdleConnectionHoldsItsRingsAndLittleElse(int connections, int ringKib, int queue, int directKib, int heapKib)
            throws Exception {
        long rings = 2L * ringKib * KIB;
        ChannelSettings settings = ChannelSettings.builder()
                .fallback(Fallback.FAIL)
                .sendBuffer(ringKib * KIB)
                .receiveBuffer(ringKib * KIB)
                .sendQueue(queue)
                .receiveQueue(queue)
                .build();
        try (simulator;
                RdmaSelectorProvider provider = new RdmaSelectorProvider(simulator, settings);
                DeviceContext device = simulator.devices().get(0).open();
                ServerSocketChannel server = provider.openServerSocketChannel()) {
            server.bind(new InetSocketAddress(DeviceAddress.of(device), 0));
            List<SocketChannel> ends = new ArrayList<>();
            connect(provider, server, ends); // what all connections share
            collect();
            long directBefore = direct();
            long heapBefore = heap();

            for (int i = 0; i < connections; i++) {
                connect(provider, server, ends);
            }

            collect();
            int measured = 2 * connections;
            long directEach = (direct() - directBefore) / measured;
            long heapEach = (heap() - heapBefore) / measured;
            System.out.printf("each of %d: %d bytes direct, %d on the heap%n", measured, directEach, heapEach);
            assertThat(directEach).isBetween(rings, rings + (long) directKib * KIB);
            assertThat(heapEach).isLessThan((long) heapKib * KIB);
            for (SocketChannel end : ends) {
                assertThat(end.write(ByteBuffer.allocate(1))).isOne();
                end.close();
            }
        }
    }

    private static void connect(RdmaSelectorProvider provider, ServerSocketChannel server, List<SocketChannel> ends)
            throws IOException {
        SocketChannel client = provider.openSocketChannel();
        client.connect(server.getLocalAddress());
        ends.add(client);
        ends.add(server.accept());
    }
}
