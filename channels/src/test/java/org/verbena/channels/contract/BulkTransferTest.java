// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transfers more bytes than all buffers hold, in both directions at once. A lost credit would cause a deadlock. */
class BulkTransferTest extends ContractTest {
    private static final int TOTAL = 4 << 20;

    private static void sendAll(WritableByteChannel to, int chunk) throws IOException {
        for (int position = 0; position < TOTAL; position += chunk) {
            ByteBuffer bytes = Bytes.pattern(position, Math.min(chunk, TOTAL - position));
            while (bytes.hasRemaining()) {
                to.write(bytes);
            }
        }
    }

    /** Starts a writer and a reader on a channel. */
    private static List<Task<Long>> exchange(SocketChannel channel, int chunk) {
        return List.of(
                Task.start(() -> {
                    sendAll(channel, chunk);
                    channel.shutdownOutput();
                    return (long) TOTAL;
                }),
                Task.start(() -> Bytes.drain(channel)));
    }

    private static void await(List<Task<Long>> tasks) throws Exception {
        for (Task<Long> task : tasks) {
            assertThat(task.result()).isEqualTo(TOTAL);
        }
    }

    @Test
    void fourThreadsExchangeThroughSmallBuffers() throws Exception {
        Connection connection = connectSmall();
        List<Task<Long>> client = exchange(connection.client(), 10_000);
        List<Task<Long>> server = exchange(connection.server(), 3_000);
        await(client);
        await(server);
    }

    @Test
    void fourThreadsExchangeThroughLargeBuffers() throws Exception {
        Connection connection = connect();
        List<Task<Long>> client = exchange(connection.client(), TOTAL);
        List<Task<Long>> server = exchange(connection.server(), 100_000);
        await(client);
        await(server);
    }

    @Test
    void severalConnectionsExchange() throws Exception {
        List<Task<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Connection connection = connectSmall();
            tasks.addAll(exchange(connection.client(), 20_000 + i));
            tasks.addAll(exchange(connection.server(), 50_000 + i));
        }
        await(tasks);
    }

    @Test
    void oneThreadExchangesWithASelector() throws Exception {
        Connection connection = connectSmall().blocking(false);
        Selector selector = selector();
        pump(selector, List.of(new Pump(connection.client(), 5_000), new Pump(connection.server(), 70_000)));
    }

    @Test
    void oneThreadServesSeveralConnections() throws Exception {
        Selector selector = selector();
        List<Pump> pumps = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Connection connection = connectSmall().blocking(false);
            pumps.add(new Pump(connection.client(), 10_000 + i));
            pumps.add(new Pump(connection.server(), 10_000 - i));
        }
        pump(selector, pumps);
    }

    /** The transfer of one end in non-blocking mode. */
    private static final class Pump {
        final SocketChannel channel;
        final ByteBuffer in;
        final int chunk;
        ByteBuffer out = ByteBuffer.allocate(0);
        int generated;
        long received;
        boolean ended;

        Pump(SocketChannel channel, int chunk) {
            this.channel = channel;
            this.chunk = chunk;
            in = ByteBuffer.allocate(chunk);
        }

        void write(SelectionKey key) throws IOException {
            do {
                if (!out.hasRemaining()) {
                    out = Bytes.pattern(generated, Math.min(chunk, TOTAL - generated));
                    generated += out.limit();
                }
            } while (channel.write(out) > 0 && generated < TOTAL);
            if (generated == TOTAL && !out.hasRemaining()) {
                channel.shutdownOutput();
                key.interestOpsAnd(~SelectionKey.OP_WRITE);
            }
        }

        void read(SelectionKey key) throws IOException {
            int count = channel.read(in);
            if (count < 0) {
                ended = true;
                key.interestOpsAnd(~SelectionKey.OP_READ);
            } else {
                Bytes.check(in, received);
                received += count;
                in.clear();
            }
        }

        boolean isDone(SelectionKey key) {
            return ended && key.interestOps() == 0;
        }
    }

    private static void pump(Selector selector, List<Pump> pumps) throws IOException {
        for (Pump pump : pumps) {
            pump.channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE, pump);
        }
        int done = 0;
        while (done < pumps.size()) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                Pump pump = (Pump) key.attachment();
                if (key.isReadable()) {
                    pump.read(key);
                }
                if (key.isWritable()) {
                    pump.write(key);
                }
                if (pump.isDone(key)) {
                    done++;
                    key.cancel();
                }
            }
            selector.selectedKeys().clear();
        }
        for (Pump pump : pumps) {
            assertThat(pump.received).isEqualTo(TOTAL);
        }
    }
}
