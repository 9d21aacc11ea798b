// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests reads and writes of one buffer: return values, positions, kinds of buffers, modes. */
class ReadWriteTest extends ContractTest {
    private static final int MEGABYTE = 1 << 20;

    @Test
    void bytesArriveInOrder() throws IOException {
        Connection connection = connect();
        assertThat(connection.client().write(Bytes.of("hello "))).isEqualTo(6);
        assertThat(connection.client().write(Bytes.of("world"))).isEqualTo(5);
        assertThat(Bytes.receive(connection.server(), 11)).isEqualTo("hello world");
        assertThat(connection.server().write(Bytes.of("goodbye"))).isEqualTo(7);
        assertThat(Bytes.receive(connection.client(), 7)).isEqualTo("goodbye");
    }

    @Test
    void aReadTakesAtMostItsBuffer() throws IOException {
        Connection connection = connect();
        Bytes.send(connection.client(), "abcdef");
        ByteBuffer buffer = ByteBuffer.allocate(10).position(2).limit(5);
        while (buffer.hasRemaining()) {
            assertThat(connection.server().read(buffer)).isPositive();
        }
        assertThat(buffer.position()).isEqualTo(5);
        assertThat(buffer.get(1)).isZero();
        assertThat(buffer.get(2)).isEqualTo((byte) 'a');
        assertThat(buffer.clear().get(5)).isZero();
        assertThat(Bytes.receive(connection.server(), 3)).isEqualTo("def");
    }

    @Test
    void aReadReturnsTheBytesThatExist() throws IOException {
        Connection connection = connect();
        Bytes.send(connection.client(), "x");
        ByteBuffer buffer = ByteBuffer.allocate(100);
        assertThat(connection.server().read(buffer)).isEqualTo(1);
        assertThat(buffer.position()).isEqualTo(1);
    }

    @Test
    void aNonBlockingReadOfNothingReturnsZero() throws IOException {
        Connection connection = connect().blocking(false);
        ByteBuffer buffer = ByteBuffer.allocate(8);
        assertThat(connection.client().read(buffer)).isZero();
        assertThat(connection.client().read(buffer)).isZero();
        assertThat(buffer.position()).isZero();
        ByteBuffer[] array = {ByteBuffer.allocate(1), ByteBuffer.allocate(1)};
        assertThat(connection.client().read(array)).isZero();
    }

    @Test
    void theEndOfTheStreamRepeats() throws IOException {
        Connection connection = connect();
        Bytes.send(connection.client(), "last");
        connection.client().close();
        SocketChannel server = connection.server();
        assertThat(Bytes.receive(server, 4)).isEqualTo("last");
        ByteBuffer buffer = ByteBuffer.allocate(8);
        for (int i = 0; i < 3; i++) {
            assertThat(server.read(buffer)).isEqualTo(-1);
            assertThat(server.read(new ByteBuffer[] {buffer, ByteBuffer.allocate(1)}))
                    .isEqualTo(-1);
        }
        server.configureBlocking(false);
        assertThat(server.read(buffer)).isEqualTo(-1);
        assertThat(buffer.position()).isZero();
        assertThat(server.isOpen()).isTrue();
        assertThat(server.isConnected()).isTrue();
    }

    @Test
    void anEmptyBufferReadsNothing() throws IOException {
        Connection connection = connect();
        SocketChannel server = connection.server();
        ByteBuffer empty = ByteBuffer.allocate(0);
        assertThat(server.read(empty)).isZero();
        Bytes.send(connection.client(), "x");
        assertThat(server.read(empty)).isZero();
        connection.client().close();
        assertThat(Bytes.receive(server, 1)).isEqualTo("x");
        assertThat(server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThat(server.read(empty)).as("at the end of the stream").isZero();
        server.shutdownInput();
        assertThat(server.read(empty)).as("after shutdownInput").isEqualTo(-1);
    }

    @Test
    void anEmptyBufferWritesNothing() throws IOException {
        Connection connection = connect();
        assertThat(connection.client().write(ByteBuffer.allocate(0))).isZero();
        connection.client().configureBlocking(false);
        assertThat(connection.client().write(ByteBuffer.allocate(0))).isZero();
        Bytes.send(connection.client(), "x");
        assertThat(Bytes.receive(connection.server(), 1)).isEqualTo("x");
    }

    @Test
    void everyKindOfBufferWrites() throws IOException {
        Connection connection = connect();
        ByteBuffer direct = ByteBuffer.allocateDirect(6).put(Bytes.of("direct")).flip();
        ByteBuffer readOnly = Bytes.of("readOnly").asReadOnlyBuffer();
        ByteBuffer slice = Bytes.of("..slice..").position(2).limit(7).slice();
        ByteBuffer part = Bytes.of("..part..").position(2).limit(6);
        assertThat(connection.client().write(direct)).isEqualTo(6);
        assertThat(connection.client().write(readOnly)).isEqualTo(8);
        assertThat(connection.client().write(slice)).isEqualTo(5);
        assertThat(connection.client().write(part)).isEqualTo(4);
        assertThat(direct.hasRemaining()).isFalse();
        assertThat(readOnly.hasRemaining()).isFalse();
        assertThat(slice.hasRemaining()).isFalse();
        assertThat(part.position()).isEqualTo(6);
        assertThat(Bytes.receive(connection.server(), 23)).isEqualTo("directreadOnlyslicepart");
    }

    @Test
    void everyKindOfBufferReads() throws IOException {
        Connection connection = connect();
        ByteBuffer direct = ByteBuffer.allocateDirect(4);
        ByteBuffer slice = ByteBuffer.allocate(10).position(3).limit(7).slice();
        Bytes.send(connection.client(), "direslic");
        while (direct.hasRemaining()) {
            connection.server().read(direct);
        }
        while (slice.hasRemaining()) {
            connection.server().read(slice);
        }
        assertThat(Bytes.text(direct)).isEqualTo("dire");
        assertThat(Bytes.text(slice)).isEqualTo("slic");
    }

    @Test
    void badBuffersAreRefused() throws IOException {
        Connection connection = connect();
        SocketChannel client = connection.client();
        assertThatThrownBy(() -> client.read(ByteBuffer.allocate(1).asReadOnlyBuffer()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Read-only buffer");
        assertThatThrownBy(() -> client.read((ByteBuffer) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> client.write((ByteBuffer) null)).isInstanceOf(NullPointerException.class);
        Bytes.send(client, "fine");
        assertThat(Bytes.receive(connection.server(), 4)).isEqualTo("fine");
    }

    @Test
    void aBlockingReadWaits() throws Exception {
        Connection connection = connect();
        Task<String> reader =
                Task.start(() -> Bytes.receive(connection.server(), 3)).awaitBlockedIn("read");
        Bytes.send(connection.client(), "now");
        assertThat(reader.result()).isEqualTo("now");
    }

    @Test
    void aBlockingWriteTakesEverything() throws Exception {
        Connection connection = connectSmall();
        ByteBuffer bytes = Bytes.pattern(0, 3 * MEGABYTE);
        Task<Integer> writer =
                Task.start(() -> connection.client().write(bytes)).awaitBlockedIn("write");
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));
        assertThat(writer.result()).isEqualTo(3 * MEGABYTE);
        assertThat(bytes.hasRemaining()).isFalse();
        connection.client().close();
        assertThat(reader.result()).isEqualTo(3 * MEGABYTE);
    }

    @Test
    void aNonBlockingWriteStopsWhenBuffersAreFull() throws Exception {
        Connection connection = connectSmall();
        SocketChannel client = connection.client();
        client.configureBlocking(false);
        long written = fill(client, 0);
        ByteBuffer more = Bytes.pattern(written, 100);
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));
        Selector selector = selector();
        SelectionKey key = register(selector, client, SelectionKey.OP_WRITE);
        awaitReady(selector, key, SelectionKey.OP_WRITE);
        int further = client.write(more);
        assertThat(further).isPositive();
        client.close();
        assertThat(reader.result()).isEqualTo(written + further);
    }

    /**
     * Writes until the channel accepts no more bytes for a while. TCP acknowledges late, so a single zero can be
     * temporary.
     */
    static long fill(SocketChannel channel, long position) throws Exception {
        long written = position;
        int refused = 0;
        while (refused < 20) {
            ByteBuffer bytes = Bytes.pattern(written, 4096);
            int count = channel.write(bytes);
            assertThat(bytes.position()).isEqualTo(count);
            refused = count == 0 ? refused + 1 : 0;
            written += count;
            if (count == 0) {
                Thread.sleep(10);
            }
        }
        return written;
    }

    @Test
    void randomSizesArrive() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Connection connection = connect();
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));
        long written = 0;
        while (written < 2 * MEGABYTE) {
            int length = 1 + random.nextInt(random.nextBoolean() ? 100 : 70_000);
            written += connection.client().write(Bytes.pattern(written, length));
        }
        connection.client().close();
        assertThat(reader.result()).as("seed %s", seed).isEqualTo(written);
    }

    @Test
    void manySingleBytesArrive() throws Exception {
        Connection connection = connect();
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));
        for (int i = 0; i < 5000; i++) {
            assertThat(connection.client().write(Bytes.pattern(i, 1))).isEqualTo(1);
        }
        connection.client().close();
        assertThat(reader.result()).isEqualTo(5000);
    }

    @Test
    void singleBytesWaitForAReader() throws Exception {
        Connection connection = connect();
        Task<Long> writer = Task.start(() -> {
            long count = 0;
            for (int i = 0; i < 3000; i++) {
                count += connection.client().write(Bytes.pattern(i, 1));
            }
            connection.client().shutdownOutput();
            return count;
        });
        ByteBuffer one = ByteBuffer.allocate(1);
        long position = 0;
        while (connection.server().read(one) >= 0) {
            Bytes.check(one, position++);
            one.clear();
        }
        assertThat(position).isEqualTo(3000).isEqualTo(writer.result());
    }

    @Test
    void aWriterContinuesAfterAllBytesAreRead() throws IOException {
        Connection connection = connectSmall();
        Selector selector = selector();
        SelectionKey key = register(selector, connection.client(), SelectionKey.OP_WRITE);
        for (int round = 0; round < 50; round++) {
            awaitReady(selector, key, SelectionKey.OP_WRITE);
            int written = connection.client().write(Bytes.pattern(0, MEGABYTE));
            ByteBuffer all = ByteBuffer.allocate(written);
            while (all.hasRemaining()) {
                connection.server().read(all);
            }
            Bytes.check(all, 0);
        }
    }
}
