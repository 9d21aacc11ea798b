// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

/** Tests reads and writes of several buffers. */
class GatherScatterTest extends ContractTest {
    @Test
    void aWriteGathers() throws IOException {
        Connection connection = connect();
        ByteBuffer[] array = {
            Bytes.of("heap "),
            ByteBuffer.allocateDirect(7).put(Bytes.of("direct ")).flip(),
            ByteBuffer.allocate(0),
            Bytes.of("..part..").position(2).limit(6)
        };
        assertThat(connection.client().write(array)).isEqualTo(16);
        assertThat(array).noneMatch(ByteBuffer::hasRemaining);
        assertThat(array[3].position()).isEqualTo(6);
        assertThat(Bytes.receive(connection.server(), 16)).isEqualTo("heap direct part");
    }

    @Test
    void aPartOfTheArrayGathers() throws IOException {
        Connection connection = connect();
        ByteBuffer[] array = {Bytes.of("a"), Bytes.of("b"), Bytes.of("c"), Bytes.of("d")};
        assertThat(connection.client().write(array, 1, 2)).isEqualTo(2);
        assertThat(array[0].position()).isZero();
        assertThat(array[3].position()).isZero();
        assertThat(Bytes.receive(connection.server(), 2)).isEqualTo("bc");
    }

    @Test
    void emptyArraysAndBuffersWriteNothing() throws IOException {
        Connection connection = connect();
        SocketChannel client = connection.client();
        assertThat(client.write(new ByteBuffer[0])).isZero();
        assertThat(client.write(new ByteBuffer[] {Bytes.of("a")}, 1, 0)).isZero();
        assertThat(client.write(new ByteBuffer[] {ByteBuffer.allocate(0), ByteBuffer.allocate(0)}))
                .isZero();
        Bytes.send(client, "x");
        assertThat(Bytes.receive(connection.server(), 1)).isEqualTo("x");
    }

    @Test
    void aBufferCanOccurTwice() throws IOException {
        Connection connection = connect();
        ByteBuffer bytes = Bytes.of("0123456789");
        assertThat(connection.client().write(new ByteBuffer[] {bytes, bytes})).isEqualTo(20);
        assertThat(bytes.position()).isEqualTo(10);
        assertThat(Bytes.receive(connection.server(), 20)).isEqualTo("01234567890123456789");
    }

    @Test
    void aReadScatters() throws IOException {
        Connection connection = connect();
        Bytes.send(connection.client(), "abcdefgh");
        ByteBuffer[] array = {
            ByteBuffer.allocate(3), ByteBuffer.allocate(0), ByteBuffer.allocateDirect(2), ByteBuffer.allocate(20)
        };
        long count = 0;
        while (count < 8) {
            count += connection.server().read(array);
        }
        assertThat(Bytes.text(array[0])).isEqualTo("abc");
        assertThat(Bytes.text(array[2])).isEqualTo("de");
        assertThat(Bytes.text(array[3])).isEqualTo("fgh");
    }

    @Test
    void aReadStopsInsideABuffer() throws IOException {
        Connection connection = connect();
        Bytes.send(connection.client(), "x");
        ByteBuffer[] array = {ByteBuffer.allocate(0), ByteBuffer.allocate(4), ByteBuffer.allocate(4)};
        assertThat(connection.server().read(array)).isEqualTo(1);
        assertThat(array[1].position()).isEqualTo(1);
        assertThat(array[2].position()).isZero();
    }

    @Test
    void aPartOfTheArrayScatters() throws IOException {
        Connection connection = connect();
        Bytes.send(connection.client(), "ab");
        ByteBuffer[] array = {ByteBuffer.allocate(1), ByteBuffer.allocate(1), ByteBuffer.allocate(1)};
        long count = 0;
        while (count < 1) {
            count += connection.server().read(array, 1, 1);
        }
        assertThat(array[0].position()).isZero();
        assertThat(Bytes.text(array[1])).isEqualTo("a");
        assertThat(array[2].position()).isZero();
    }

    @Test
    void emptyBuffersScatterNothing() throws IOException {
        Connection connection = connect();
        SocketChannel server = connection.server();
        ByteBuffer[] empty = {ByteBuffer.allocate(0), ByteBuffer.allocate(0)};
        assertThat(server.read(new ByteBuffer[0])).isZero();
        assertThat(server.read(empty)).isZero();
        connection.client().close();
        assertThat(server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThat(server.read(empty)).isZero();
        assertThat(server.read(new ByteBuffer[0])).isZero();
    }

    @Test
    void badArraysAreRefused() throws IOException {
        Connection connection = connect();
        SocketChannel client = connection.client();
        ByteBuffer[] two = {ByteBuffer.allocate(1), ByteBuffer.allocate(1)};
        ByteBuffer[] readOnly = {ByteBuffer.allocate(1).asReadOnlyBuffer()};
        ByteBuffer[] hole = {ByteBuffer.allocate(1), null};
        int[][] ranges = {{-1, 1}, {0, -1}, {0, 3}, {2, 1}, {3, 0}, {1, Integer.MAX_VALUE}};
        for (int[] range : ranges) {
            assertThatThrownBy(() -> client.write(two, range[0], range[1]))
                    .as("write from %s, %s buffers", range[0], range[1])
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> client.read(two, range[0], range[1]))
                    .as("read from %s, %s buffers", range[0], range[1])
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        Bytes.send(connection.server(), "x");
        assertThatThrownBy(() -> client.read(readOnly))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Read-only buffer");
        assertThatThrownBy(() -> client.write((ByteBuffer[]) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> client.read((ByteBuffer[]) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> client.write(hole)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> client.read(hole)).isInstanceOf(NullPointerException.class);
        assertThat(two[0].position()).isZero();
        assertThat(client.isOpen()).isTrue();
        assertThat(Bytes.receive(client, 1)).isEqualTo("x");
    }

    @Test
    void aBlockingWriteGathersManyBuffers() throws Exception {
        Connection connection = connect();
        ByteBuffer[] array = new ByteBuffer[2000];
        for (int i = 0; i < array.length; i++) {
            array[i] = Bytes.pattern(2L * i, 2);
        }
        long count = connection.client().write(array);
        if (network.has(Difference.GATHERS_1024_BUFFERS)) {
            assertThat(count).isEqualTo(2048);
        } else {
            assertThat(count).isBetween(2048L, 4000L);
        }
        while (count < 4000) {
            count += connection.client().write(array, (int) count / 2, array.length - (int) count / 2);
        }
        connection.client().close();
        assertThat(Bytes.drain(connection.server())).isEqualTo(4000);
    }

    @Test
    void aBlockingWriteGathersLargeBuffers() throws Exception {
        Connection connection = connectSmall();
        int length = 300_000;
        ByteBuffer[] array = {
            Bytes.pattern(0, length), Bytes.pattern(length, length), Bytes.pattern(2L * length, length)
        };
        Task<Long> writer = Task.start(() -> connection.client().write(array));
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));
        assertThat(writer.result()).isEqualTo(3L * length);
        assertThat(array).noneMatch(ByteBuffer::hasRemaining);
        connection.client().close();
        assertThat(reader.result()).isEqualTo(3L * length);
    }

    @Test
    void aNonBlockingWriteStopsInsideABuffer() throws Exception {
        Connection connection = connectSmall();
        SocketChannel client = connection.client();
        client.configureBlocking(false);
        int length = 4 << 20;
        ByteBuffer[] array = {Bytes.pattern(0, length), Bytes.pattern(length, length)};
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));
        long written = 0;
        while (written < 2L * length) {
            long count = client.write(array);
            written += count;
            assertThat(array[0].position() + array[1].position()).isEqualTo(written);
            assertThat(array[1].position() == 0 || !array[0].hasRemaining()).isTrue();
            if (count == 0) {
                Thread.yield();
            }
        }
        client.close();
        assertThat(reader.result()).isEqualTo(2L * length);
    }

    @Test
    void aReadScattersALongStream() throws Exception {
        Connection connection = connect();
        long total = 1_000_000;
        Task<Integer> writer = Task.start(() -> connection.client().write(Bytes.pattern(0, (int) total)));
        ByteBuffer[] array = {ByteBuffer.allocate(7), ByteBuffer.allocateDirect(1000), ByteBuffer.allocate(93)};
        long position = 0;
        while (position < total) {
            long count = connection.server().read(array);
            assertThat(count).isPositive();
            long at = position;
            for (ByteBuffer buffer : array) {
                Bytes.check(buffer, at);
                at += buffer.position();
                buffer.clear();
            }
            assertThat(at - position).isEqualTo(count);
            position = at;
        }
        assertThat(writer.result()).isEqualTo((int) total);
    }
}
