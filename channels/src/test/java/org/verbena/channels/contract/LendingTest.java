// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verbena.channels.RdmaConnection;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;

/** Tests pooled buffers that are lent to connections. TCP has no counterpart. */
class LendingTest extends ContractTest {
    private static final int TOTAL = 3_000_000;
    private static final int LARGEST = 100_000;

    /** A length that exceeds the rings of {@link #connectSmall}. */
    private static final int MORE_THAN_THE_RINGS = 64 * 1024;

    @BeforeEach
    void requireRdma() {
        assumeTrue(network.isRdma(), "an RDMA network");
    }

    private static RdmaConnection rdma(SocketChannel channel) {
        return RdmaConnection.of(channel).orElseThrow();
    }

    /** Takes a buffer, and fills it with bytes of a stream from a position. */
    private static PooledBuffer filled(SocketChannel channel, long position, int length) {
        PooledBuffer buffer = rdma(channel).bufferPool().take(length);
        buffer.view().put(Bytes.pattern(position, length));
        return buffer;
    }

    /** Lends a buffer with bytes of a stream from a position. */
    private static boolean lend(SocketChannel channel, long position, int length) throws IOException {
        try (PooledBuffer buffer = filled(channel, position, length)) {
            return rdma(channel).write(buffer, 0, length);
        }
    }

    private static void awaitReturnOfAll(BufferPool pool) {
        while (pool.statistics().inUse() > 0) {
            Thread.onSpinWait(); // the time limit of the test ends the loop
        }
        assertThat(pool.statistics().used()).isZero();
    }

    private static Random random() {
        long seed = System.nanoTime();
        System.out.println("LendingTest seed " + seed);
        return new Random(seed);
    }

    // ---------------------------------------------------------------- content and order

    @Test
    void lentAndOrdinaryWritesArriveInOrder() throws Exception {
        Connection connection = connect();
        Random random = random();
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));

        int position = 0;
        while (position < TOTAL) {
            int length = Math.min(TOTAL - position, random.nextInt(random.nextBoolean() ? 200 : LARGEST));
            if (random.nextBoolean()) {
                assertThat(lend(connection.client(), position, length)).isTrue();
            } else {
                connection.client().write(Bytes.pattern(position, length));
            }
            position += length;
        }
        connection.client().shutdownOutput();

        assertThat(reader.result()).isEqualTo(TOTAL);
        awaitReturnOfAll(rdma(connection.client()).bufferPool());
    }

    @Test
    void aSelectorDrivesLentAndOrdinaryWrites() throws Exception {
        Connection connection = connectSmall();
        SocketChannel client = connection.client();
        Random random = random();
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));
        Selector selector = selector();
        SelectionKey key = register(selector, client, SelectionKey.OP_WRITE);

        int position = 0;
        while (position < TOTAL) {
            awaitReady(selector, key, SelectionKey.OP_WRITE);
            int length = Math.min(TOTAL - position, 1 + random.nextInt(LARGEST));
            if (random.nextBoolean()) {
                position += lend(client, position, length) ? length : 0;
            } else {
                position += client.write(Bytes.pattern(position, length));
            }
        }
        client.shutdownOutput();

        assertThat(reader.result()).isEqualTo(TOTAL);
        awaitReturnOfAll(rdma(client).bufferPool());
    }

    @Test
    void aPartOfABufferIsSent() throws Exception {
        Connection connection = connect();
        PooledBuffer buffer = rdma(connection.client()).bufferPool().take(16);
        buffer.view().put(Bytes.of("..hello.."));

        rdma(connection.client()).write(buffer, 2, 5);

        assertThat(Bytes.receive(connection.server(), 5)).isEqualTo("hello");
    }

    // ---------------------------------------------------------------- ownership

    @Test
    void aLentBufferReturnsWithoutAnotherCall() throws Exception {
        Connection connection = connect();
        PooledBuffer buffer = filled(connection.client(), 0, 10_000);

        rdma(connection.client()).write(buffer, 0, 10_000);

        assertThat(buffer.isOpen()).isFalse();
        awaitReturnOfAll(rdma(connection.client()).bufferPool());
    }

    @Test
    void aLentBufferCannotBeClosedOrLentAgain() throws Exception {
        SocketChannel client = connectSmall().blocking(false).client();
        PooledBuffer buffer = filled(client, 0, MORE_THAN_THE_RINGS);
        assertThat(rdma(client).write(buffer, 0, MORE_THAN_THE_RINGS)).isTrue();

        buffer.close();

        assertThat(rdma(client).bufferPool().statistics().inUse()).isEqualTo(1);
        assertThatThrownBy(() -> rdma(client).write(buffer, 0, 1)).isInstanceOf(ClosedHandleException.class);
        assertThatThrownBy(buffer::view).isInstanceOf(ClosedHandleException.class);
    }

    @Test
    void lendingZeroBytesReturnsTheBuffer() throws Exception {
        SocketChannel client = connect().client();
        PooledBuffer buffer = filled(client, 0, 10);

        assertThat(rdma(client).write(buffer, 0, 0)).isTrue();

        assertThat(rdma(client).bufferPool().statistics().inUse()).isZero();
    }

    @Test
    void buffersOfAnotherConnectionAndOtherPartsAreRefused() throws Exception {
        SocketChannel client = connect().client();
        RdmaConnection rdma = rdma(client);
        PooledBuffer foreign = filled(connect().client(), 0, 10);
        PooledBuffer buffer = filled(client, 0, 10);
        int capacity = buffer.capacity();

        assertThatThrownBy(() -> rdma.write(foreign, 0, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("buffer.pool().pd() = ", "allowed ", "protection domain");
        assertThatThrownBy(() -> rdma.write(buffer, 1, capacity)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> rdma.write(buffer, -1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(foreign.isOpen()).isTrue();
        assertThat(buffer.isOpen()).isTrue();
    }

    @Test
    void thePoolIsBounded() throws Exception {
        BufferPool pool = rdma(connect().client()).bufferPool();
        long limit = pool.statistics().maxRegistered();

        for (long taken = 0; taken < limit; taken += pool.largestBuffer()) {
            pool.take(pool.largestBuffer());
        }

        assertThatThrownBy(() -> pool.take(1))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
    }

    // ---------------------------------------------------------------- back pressure

    @Test
    void aSlowReaderStopsLending() throws Exception {
        Connection connection = connectSmall();
        SocketChannel client = connection.client();
        Selector selector = selector();
        SelectionKey key = register(selector, client, SelectionKey.OP_WRITE);

        assertThat(lend(client, 0, MORE_THAN_THE_RINGS)).isTrue();
        try (PooledBuffer refused = filled(client, MORE_THAN_THE_RINGS, 100)) {
            assertThat(rdma(client).write(refused, 0, 100)).isFalse();
            assertThat(refused.isOpen()).isTrue();
        }
        assertThat(client.write(Bytes.of("later"))).isZero();
        assertThat(selector.selectNow()).isZero();

        ByteBuffer first = ByteBuffer.allocate(MORE_THAN_THE_RINGS);
        while (first.hasRemaining()) {
            connection.server().read(first);
        }
        Bytes.check(first, 0);
        awaitReady(selector, key, SelectionKey.OP_WRITE);
        client.write(Bytes.of("later"));
        assertThat(Bytes.receive(connection.server(), 5)).isEqualTo("later");
        awaitReturnOfAll(rdma(client).bufferPool());
    }

    @Test
    void aBlockingWriteWaitsForTheReader() throws Exception {
        Connection connection = connectSmall();
        Task<Boolean> writer = Task.start(() -> lend(connection.client(), 0, MORE_THAN_THE_RINGS))
                .awaitBlockedIn("awaitWrite");

        ByteBuffer bytes = ByteBuffer.allocate(MORE_THAN_THE_RINGS);
        while (bytes.hasRemaining()) {
            connection.server().read(bytes);
        }

        Bytes.check(bytes, 0);
        assertThat(writer.result()).isTrue();
    }

    // ---------------------------------------------------------------- closing

    @Test
    void aHalfCloseFollowsTheLentBytes() throws Exception {
        Connection connection = connectSmall();
        connection.client().configureBlocking(false);
        lend(connection.client(), 0, MORE_THAN_THE_RINGS);

        connection.client().shutdownOutput();

        assertThat(Bytes.drain(connection.server())).isEqualTo(MORE_THAN_THE_RINGS);
        assertThatThrownBy(() -> lend(connection.client(), 0, 1)).isInstanceOf(ClosedChannelException.class);
        awaitReturnOfAll(rdma(connection.client()).bufferPool());
    }

    @Test
    void aCloseDeliversTheLentBytes() throws Exception {
        Connection connection = connectSmall();
        connection.client().configureBlocking(false);
        BufferPool pool = rdma(connection.client()).bufferPool();
        lend(connection.client(), 0, MORE_THAN_THE_RINGS);

        connection.client().close();

        assertThat(Bytes.drain(connection.server())).isEqualTo(MORE_THAN_THE_RINGS);
        awaitReturnOfAll(pool);
        assertThat(RdmaConnection.of(connection.client())).isEmpty();
    }

    @Test
    void anAbortGivesTheBuffersBack() throws Exception {
        Connection connection = connectSmall();
        SocketChannel client = connection.client();
        client.configureBlocking(false);
        BufferPool pool = rdma(client).bufferPool();
        lend(client, 0, MORE_THAN_THE_RINGS);

        client.setOption(StandardSocketOptions.SO_LINGER, 0).close();

        awaitReturnOfAll(pool);
    }

    @Test
    void aResetOfThePeerGivesTheBuffersBack() throws Exception {
        Connection connection = connectSmall();
        SocketChannel client = connection.client();
        client.configureBlocking(false);
        lend(client, 0, MORE_THAN_THE_RINGS);

        connection.server().setOption(StandardSocketOptions.SO_LINGER, 0).close();

        awaitReturnOfAll(rdma(client).bufferPool());
        try (PooledBuffer buffer = filled(client, 0, 10)) {
            assertThatThrownBy(() -> rdma(client).write(buffer, 0, 10)).isInstanceOf(IOException.class);
            assertThat(buffer.isOpen()).isTrue();
        }
    }

    @Test
    void aBlockedWriteFailsWithTheReset() throws Exception {
        Connection connection = connectSmall();
        BufferPool pool = rdma(connection.client()).bufferPool();
        Task<Boolean> writer = Task.start(() -> lend(connection.client(), 0, MORE_THAN_THE_RINGS))
                .awaitBlockedIn("awaitWrite");

        connection.server().setOption(StandardSocketOptions.SO_LINGER, 0).close();

        assertThat(writer.failure()).isInstanceOf(IOException.class);
        awaitReturnOfAll(pool);
    }

    @Test
    void aBlockedWriteFailsWithTheClose() throws Exception {
        Connection connection = connectSmall();
        BufferPool pool = rdma(connection.client()).bufferPool();
        Task<Boolean> writer = Task.start(() -> lend(connection.client(), 0, MORE_THAN_THE_RINGS))
                .awaitBlockedIn("awaitWrite");

        connection.client().close();

        assertThat(writer.failure()).isInstanceOf(AsynchronousCloseException.class);
        assertThat(Bytes.drain(connection.server())).isEqualTo(MORE_THAN_THE_RINGS);
        awaitReturnOfAll(pool);
    }

    @Test
    void thePoolEndsWithTheConnection() throws Exception {
        Connection connection = connect();
        BufferPool pool = rdma(connection.client()).bufferPool();
        PooledBuffer held = pool.take(100);
        ByteBuffer view = held.view();

        connection.client().close();
        while (!pool.isClosed()) {
            Thread.onSpinWait();
        }

        view.put(0, (byte) 1);
        assertThat(view.get(0)).isEqualTo((byte) 1);
        assertThatThrownBy(() -> pool.take(100)).isInstanceOf(ClosedHandleException.class);
        held.close();
        assertThat(pool.statistics().inUse()).isZero();
    }
}
