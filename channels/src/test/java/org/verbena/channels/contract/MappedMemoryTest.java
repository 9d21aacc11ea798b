// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.RdmaConnection;

/** Tests memory that is mapped for writes of the peer. TCP has no counterpart. */
class MappedMemoryTest extends ContractTest {
    private static final int MAPPINGS = 2;
    private static final int RING = 8192;

    @BeforeEach
    void requireRdma() {
        assumeTrue(network.isRdma(), "an RDMA network");
    }

    /** Connects two channels with small rings, which both offer two mappings. */
    private Connection connectMappable() throws IOException {
        try (ServerSocketChannel server = openServer()
                .setOption(RdmaConnection.IO_MAP_SIZE, MAPPINGS)
                .setOption(StandardSocketOptions.SO_RCVBUF, RING)
                .bind(network.address())) {
            SocketChannel client = open();
            client.setOption(RdmaConnection.IO_MAP_SIZE, MAPPINGS)
                    .setOption(StandardSocketOptions.SO_RCVBUF, RING)
                    .setOption(StandardSocketOptions.SO_SNDBUF, RING);
            client.connect(server.getLocalAddress());
            return new Connection(client, closing(server.accept()));
        }
    }

    private static RdmaConnection rdma(SocketChannel channel) {
        return RdmaConnection.of(channel).orElseThrow();
    }

    private static ByteBuffer memory(int size) {
        return ByteBuffer.allocateDirect(size);
    }

    /** Exchanges a byte, after which the receiver knows all earlier mappings of the sender. */
    private static void synchronize(SocketChannel from, SocketChannel to) throws IOException {
        Bytes.send(from, "x");
        assertThat(Bytes.receive(to, 1)).isEqualTo("x");
    }

    /** Returns the number of messages that the peer can have unread. */
    private static int credits() {
        return ChannelSettings.defaults().receiveQueue();
    }

    private static void sendMessages(SocketChannel from, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Bytes.send(from, "x");
        }
    }

    private static void checkPattern(ByteBuffer memory) {
        Bytes.check(memory.duplicate().position(memory.capacity()), 0);
    }

    @Test
    void onlyAConnectedChannelHasAnRdmaConnection() throws IOException {
        SocketChannel unconnected = open();
        assertThat(RdmaConnection.of(unconnected)).isEmpty();
        try (SocketChannel ofTheJdk = SocketChannel.open()) {
            assertThat(RdmaConnection.of(ofTheJdk)).isEmpty();
        }
        SocketChannel client = connectMappable().client();
        assertThat(RdmaConnection.of(client)).isPresent();
        client.close();
        assertThat(RdmaConnection.of(client)).isEmpty();
    }

    @Test
    void bytesArriveInMappedMemory() throws IOException {
        Connection connection = connectMappable();
        ByteBuffer page = memory(4096).position(1000).limit(1100);
        RdmaConnection.Mapping mapping = rdma(connection.server()).map(page, 70_000);
        assertThat(mapping.offset()).isEqualTo(70_000);
        synchronize(connection.server(), connection.client());

        ByteBuffer text = Bytes.of("..hello..").position(2).limit(7);
        assertThat(rdma(connection.client()).write(text, 70_010)).isEqualTo(5);
        assertThat(text.position()).isEqualTo(7);

        synchronize(connection.client(), connection.server());
        assertThat(Bytes.text(page.duplicate().clear().position(1015))).endsWith("hello");
        assertThat(page.get(1009)).isZero();
        assertThat(page.get(1015)).isZero();
        assertThat(page.position()).as("position of the original buffer").isEqualTo(1000);
    }

    @Test
    void bothSidesWriteAtTheSameTime() throws Exception {
        Connection connection = connectMappable();
        int size = 1_000_000;
        ByteBuffer ofClient = memory(size);
        ByteBuffer ofServer = memory(size);
        rdma(connection.client()).map(ofClient, 0);
        rdma(connection.server()).map(ofServer, 0);
        synchronize(connection.client(), connection.server());
        synchronize(connection.server(), connection.client());

        Task<Integer> toServer = Task.start(() -> rdma(connection.client()).write(Bytes.pattern(0, size), 0));
        Task<Integer> toClient = Task.start(() -> rdma(connection.server()).write(Bytes.pattern(0, size), 0));

        assertThat(toServer.result()).as("a blocking write is complete").isEqualTo(size);
        assertThat(toClient.result()).isEqualTo(size);
        synchronize(connection.client(), connection.server());
        synchronize(connection.server(), connection.client());
        checkPattern(ofClient);
        checkPattern(ofServer);
    }

    @Test
    void aSelectorTellsWhenToContinueANonBlockingWrite() throws IOException {
        Connection connection = connectMappable();
        int size = 300_000;
        ByteBuffer memory = memory(size);
        rdma(connection.server()).map(memory, 0);
        synchronize(connection.server(), connection.client());
        Selector selector = selector();
        SelectionKey key = register(selector, connection.client(), SelectionKey.OP_WRITE);

        ByteBuffer bytes = Bytes.pattern(0, size);
        while (bytes.hasRemaining()) {
            awaitReady(selector, key, SelectionKey.OP_WRITE);
            assertThat(rdma(connection.client()).write(bytes, bytes.position())).isPositive();
        }

        key.cancel();
        selector.selectNow();
        connection.client().configureBlocking(true);
        synchronize(connection.client(), connection.server());
        checkPattern(memory);
    }

    /** Bytes of the stream wait until the peer reads them. Bytes for mapped memory do not. */
    @Test
    void aWriteNeedsNoSpaceOfTheStream() throws IOException {
        Connection connection = connectMappable();
        ByteBuffer memory = memory(100_000);
        rdma(connection.server()).map(memory, 0);
        synchronize(connection.server(), connection.client());
        connection.client().configureBlocking(false);
        ByteBuffer stream = Bytes.pattern(0, 4 * RING);
        while (connection.client().write(stream) > 0) {}
        assertThat(stream.hasRemaining()).isTrue();
        connection.client().configureBlocking(true);

        assertThat(rdma(connection.client()).write(Bytes.pattern(0, 100_000), 0))
                .isEqualTo(100_000);

        ByteBuffer received = ByteBuffer.allocate(stream.position());
        while (received.hasRemaining()) {
            connection.server().read(received);
        }
        Bytes.check(received, 0);
        synchronize(connection.client(), connection.server());
        checkPattern(memory);
    }

    @Test
    void aWriteEndsWhereTheMappedMemoryEnds() throws IOException {
        Connection connection = connectMappable();
        ByteBuffer first = memory(10);
        ByteBuffer second = memory(10);
        RdmaConnection server = rdma(connection.server());
        server.map(first, 100);
        server.map(second, 110);
        synchronize(connection.server(), connection.client());

        assertThat(rdma(connection.client()).write(Bytes.pattern(0, 30), 105)).isEqualTo(15);

        synchronize(connection.client(), connection.server());
        assertThat(first.get(4)).isZero();
        assertThat(first.get(5)).isEqualTo(Bytes.at(0));
        assertThat(second.get(9)).isEqualTo(Bytes.at(14));
    }

    @Test
    void anOffsetWithoutMemoryIsRefused() throws IOException {
        Connection connection = connectMappable();
        RdmaConnection client = rdma(connection.client());
        assertThatThrownBy(() -> client.write(Bytes.of("x"), 0))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("offset = 0, mapped by the peer: none");

        rdma(connection.server()).map(memory(10), 0);
        rdma(connection.server()).map(memory(10), 4096);
        synchronize(connection.server(), connection.client());

        ByteBuffer bytes = Bytes.of("x");
        assertThatThrownBy(() -> client.write(bytes, 10))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("offset = 10, mapped by the peer: 0..9, 4096..4105");
        assertThat(bytes.position()).isZero();
        assertThat(client.write(ByteBuffer.allocate(0), 10)).as("no bytes").isZero();
        assertThat(client.write(bytes, 9)).isEqualTo(1);
    }

    @Test
    void aMapThatIsFullIsReported() throws IOException {
        Connection connection = connectMappable();
        RdmaConnection server = rdma(connection.server());
        RdmaConnection.Mapping first = server.map(memory(10), 0);
        server.map(memory(10), 10);
        assertThatThrownBy(() -> server.map(memory(10), 20))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("mappings = 3, limit 2: each takes an entry of the peer's I/O map");

        first.close();
        first.close();
        ByteBuffer again = memory(10);
        server.map(again, 20);

        synchronize(connection.server(), connection.client());
        rdma(connection.client()).write(Bytes.pattern(0, 10), 20);
        synchronize(connection.client(), connection.server());
        checkPattern(again);
    }

    @Test
    void aPeerWithoutAMapIsReported() throws IOException {
        RdmaConnection client = rdma(connect().client());
        assertThatThrownBy(() -> client.map(memory(10), 0)).hasMessageStartingWith("mappings = 1, limit 0: ");
        assertThatThrownBy(() -> client.write(Bytes.of("x"), 0))
                .hasMessage("offset = 0, mapped by the peer: none, because this side offers no entries");
    }

    @Test
    void theLibraryChoosesAnOffset() throws IOException {
        Connection connection = connectMappable();
        ByteBuffer memory = memory(10);
        RdmaConnection.Mapping one = rdma(connection.server()).map(memory);
        RdmaConnection.Mapping other = rdma(connection.server()).map(memory(10));
        assertThat(one.offset()).isPositive().isNotEqualTo(other.offset());
        synchronize(connection.server(), connection.client());

        rdma(connection.client()).write(Bytes.pattern(0, 10), one.offset());

        synchronize(connection.client(), connection.server());
        checkPattern(memory);
    }

    @Test
    void badArgumentsAreRefused() throws IOException {
        RdmaConnection client = rdma(connectMappable().client());
        assertThatThrownBy(() -> client.map(ByteBuffer.allocate(1), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("heap buffer");
        assertThatThrownBy(() -> client.map(memory(1).asReadOnlyBuffer()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only buffer");
        assertThatThrownBy(() -> client.map(memory(0), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("memory.remaining() = 0, minimum 1");
        for (long offset : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> client.map(memory(1), offset))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("offset = " + offset + ", allowed 0..9223372036854775806 for 1 bytes");
        }
        assertThatThrownBy(() -> client.write(Bytes.of("x"), -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("offset = -1, minimum 0");
        assertThatThrownBy(() -> client.write(null, 0)).isInstanceOf(NullPointerException.class);
        client.map(memory(10), 100);
        for (long offset : new long[] {91, 100, 109}) {
            assertThatThrownBy(() -> client.map(memory(10), offset))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("range " + offset + ".." + (offset + 9) + ", overlaps the mapped range 100..109");
        }
        client.map(memory(10), 90);
    }

    /** A write waits until the entry of this side's own mapping is sent, which needs a credit. */
    @Test
    void aWriteWaitsForTheEntryOfAMapping() throws Exception {
        Connection connection = connectMappable();
        SocketChannel client = connection.client();
        ByteBuffer memory = memory(10);
        rdma(connection.server()).map(memory, 0);
        synchronize(connection.server(), connection.client());
        sendMessages(client, credits());
        rdma(client).map(memory(10), 50);
        client.configureBlocking(false);
        assertThat(rdma(client).write(Bytes.pattern(0, 10), 0))
                .as("non-blocking write")
                .isZero();
        client.configureBlocking(true);

        Task<Integer> write =
                Task.start(() -> rdma(client).write(Bytes.pattern(0, 10), 0)).awaitBlockedIn("write");
        assertThat(Bytes.receive(connection.server(), credits())).hasSize(credits());

        assertThat(write.result()).isEqualTo(10);
        synchronize(client, connection.server());
        checkPattern(memory);
        assertThat(rdma(connection.server()).write(Bytes.of("x"), 50)).isEqualTo(1);
    }

    /**
     * The entry of a mapping is sent later if the send queue is full (380) or no credits are left (384). The owner of
     * the memory makes no further call.
     */
    @ParameterizedTest
    @ValueSource(ints = {380, 384})
    void aDelayedMappingEntryIsSentWhenSpaceIsFree(int messages) throws IOException {
        Connection connection = connectMappable();
        sendMessages(connection.client(), messages);
        ByteBuffer memory = memory(10);
        rdma(connection.client()).map(memory, 50);
        Bytes.receive(connection.server(), messages);

        ByteBuffer bytes = Bytes.pattern(0, 10);
        while (bytes.hasRemaining()) {
            try {
                rdma(connection.server()).write(bytes, 50);
            } catch (IndexOutOfBoundsException e) {
                Thread.onSpinWait(); // the entry has not arrived yet
            }
        }

        synchronize(connection.server(), connection.client());
        checkPattern(memory);
    }

    @Test
    void aCloseWakesAWriter() throws Exception {
        Connection connection = connectMappable();
        SocketChannel client = connection.client();
        rdma(connection.server()).map(memory(10), 0);
        synchronize(connection.server(), connection.client());
        sendMessages(client, credits());
        rdma(client).map(memory(10), 50);
        RdmaConnection rdma = rdma(client);
        Task<Integer> write = Task.start(() -> rdma.write(Bytes.of("y"), 0)).awaitBlockedIn("write");

        client.close();

        assertThat(write.failure()).isInstanceOf(AsynchronousCloseException.class);
        assertThat(rdma.isConnected()).isFalse();
    }

    @Test
    void aClosedChannelRejectsMapAndWrite() throws IOException {
        Connection connection = connectMappable();
        RdmaConnection client = rdma(connection.client());
        RdmaConnection server = rdma(connection.server());
        RdmaConnection.Mapping mapping = server.map(memory(10), 0);
        synchronize(connection.server(), connection.client());
        assertThat(client.isConnected()).isTrue();
        connection.client().shutdownOutput();
        assertThatThrownBy(() -> client.write(Bytes.of("x"), 0)).isInstanceOf(ClosedChannelException.class);
        assertThat(server.isConnected()).as("in the other direction").isTrue();

        connection.client().close();
        assertThatThrownBy(() -> client.write(Bytes.of("x"), 0)).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> client.map(memory(10), 0)).isInstanceOf(SocketException.class);
        assertThat(connection.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
        while (server.isConnected()) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> server.write(Bytes.of("x"), 0)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> server.map(memory(10), 20)).isInstanceOf(IOException.class);
        connection.server().close();
        mapping.close();
    }

    @Test
    void aWriteIntoClosedMemoryEndsTheConnection() throws IOException {
        Connection connection = connectMappable();
        ByteBuffer memory = memory(10);
        RdmaConnection.Mapping mapping = rdma(connection.server()).map(memory, 0);
        synchronize(connection.server(), connection.client());
        mapping.close();

        rdma(connection.client()).write(Bytes.of("xyz"), 0);

        assertThatThrownBy(() -> connection.client().read(ByteBuffer.allocate(1)))
                .isInstanceOf(SocketException.class)
                .hasMessage("Connection reset");
        assertThat(memory.get(0)).isZero();
    }

    @Test
    void theSizeOfTheMapIsAnOption() throws IOException {
        Connection connection = connectMappable();
        assertThat(connection.client().getOption(RdmaConnection.IO_MAP_SIZE)).isEqualTo(MAPPINGS);
        assertThat(connection.server().getOption(RdmaConnection.IO_MAP_SIZE)).isEqualTo(MAPPINGS);
        assertThatThrownBy(() -> connection.client().setOption(RdmaConnection.IO_MAP_SIZE, 5))
                .isInstanceOf(SocketException.class)
                .hasMessage("IO_MAP_SIZE = 5, the peer knows 2: set it before the channel binds or connects");
        assertThat(connection.client().getOption(RdmaConnection.IO_MAP_SIZE)).isEqualTo(MAPPINGS);
        SocketChannel channel = open();
        assertThat(channel.getOption(RdmaConnection.IO_MAP_SIZE)).isZero();
        channel.setOption(RdmaConnection.IO_MAP_SIZE, 129);
        assertThat(channel.getOption(RdmaConnection.IO_MAP_SIZE)).isEqualTo(256);
        for (int size : new int[] {-1, 32_513}) {
            assertThatThrownBy(() -> channel.setOption(RdmaConnection.IO_MAP_SIZE, size))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("IO_MAP_SIZE = " + size + ", allowed 0..32512");
        }
    }

    @Test
    void theLargestMapWorks() throws IOException {
        int size = 32_512;
        try (ServerSocketChannel server =
                openServer().setOption(RdmaConnection.IO_MAP_SIZE, size).bind(network.address())) {
            SocketChannel client = open();
            client.connect(server.getLocalAddress());
            SocketChannel accepted = closing(server.accept());
            ByteBuffer memory = memory(1000);
            for (int i = 0; i < 1000; i++) {
                rdma(client).map(memory.slice(i, 1), 10L * i);
                synchronize(client, accepted);
            }
            for (int i = 0; i < 1000; i++) {
                rdma(accepted).write(Bytes.pattern(i, 1), 10L * i);
            }
            synchronize(accepted, client);
            checkPattern(memory);
        }
    }
}
