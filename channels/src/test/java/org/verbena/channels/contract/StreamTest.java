// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the streams of sockets, the streams of Channels, and transfers of files. */
class StreamTest extends ContractTest {
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    Path directory;

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void streamsCarryBytes() throws IOException {
        Connection connection = connect();
        OutputStream out = connection.client().socket().getOutputStream();
        InputStream in = connection.server().socket().getInputStream();
        out.write('a');
        out.write(ascii("bc"));
        out.write(ascii("..de.."), 2, 2);
        out.write(new byte[0]);
        out.write(0xff);
        out.flush();
        assertThat(in.read()).isEqualTo('a');
        byte[] bytes = new byte[6];
        assertThat(in.readNBytes(bytes, 1, 4)).isEqualTo(4);
        assertThat(bytes).containsExactly(0, 'b', 'c', 'd', 'e', 0);
        assertThat(in.read()).isEqualTo(0xff);
        assertThat(in.read(new byte[0])).isZero();
        connection.client().close();
        assertThat(in.read()).isEqualTo(-1);
        assertThat(in.read(bytes)).isEqualTo(-1);
    }

    @Test
    void availableCountsBytes() throws Exception {
        Connection connection = connect();
        InputStream in = connection.server().socket().getInputStream();
        assertThat(in.available()).isZero();
        Bytes.send(connection.client(), "1234567890");
        assertThat(in.read()).isEqualTo('1');
        while (in.available() != 9) {
            Thread.sleep(1);
        }
        assertThat(in.skip(4)).isEqualTo(4);
        assertThat(in.available()).isEqualTo(5);
        assertThat(new String(in.readNBytes(5), StandardCharsets.US_ASCII)).isEqualTo("67890");
    }

    @Test
    void badArraysAreRefused() throws IOException {
        Connection connection = connect();
        OutputStream out = connection.client().socket().getOutputStream();
        InputStream in = connection.client().socket().getInputStream();
        assertThatThrownBy(() -> out.write(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> in.read(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> out.write(new byte[2], 1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> in.read(new byte[2], -1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aReadTimesOut() throws IOException {
        Connection connection = connect();
        Socket socket = connection.server().socket();
        InputStream in = socket.getInputStream();
        socket.setSoTimeout(20);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(in::read)
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("Read timed out");
        }
        assertThat(socket.isClosed()).isFalse();
        socket.setSoTimeout(60_000);
        Bytes.send(connection.client(), "x");
        assertThat(in.read()).isEqualTo('x');
        socket.setSoTimeout(0);
        Bytes.send(connection.client(), "y");
        assertThat(in.read()).isEqualTo('y');
        connection.client().close();
        socket.setSoTimeout(60_000);
        assertThat(in.read()).isEqualTo(-1);
    }

    @Test
    void theTimeoutDoesNotAffectTheChannel() throws Exception {
        Connection connection = connect();
        connection.server().socket().setSoTimeout(1);
        Task<String> reader =
                Task.start(() -> Bytes.receive(connection.server(), 1)).awaitBlockedIn("read");
        Bytes.send(connection.client(), "x");
        assertThat(reader.result()).isEqualTo("x");
    }

    @Test
    void nonBlockingChannelsHaveNoStreams() throws IOException {
        Connection connection = connect();
        SocketChannel client = connection.client();
        InputStream in = client.socket().getInputStream();
        OutputStream out = client.socket().getOutputStream();
        client.configureBlocking(false);
        assertThatThrownBy(in::read).isInstanceOf(IllegalBlockingModeException.class);
        assertThatThrownBy(() -> out.write(1)).isInstanceOf(IllegalBlockingModeException.class);
        client.configureBlocking(true);
        out.write('x');
        assertThat(Bytes.receive(connection.server(), 1)).isEqualTo("x");
    }

    @Test
    void closingAStreamClosesTheChannel() throws IOException {
        Connection one = connect();
        InputStream in = one.client().socket().getInputStream();
        in.close();
        assertThat(one.client().isOpen()).isFalse();
        assertThat(one.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThatThrownBy(in::read).isInstanceOf(IOException.class);

        Connection two = connect();
        OutputStream out = two.client().socket().getOutputStream();
        out.close();
        assertThat(two.client().isOpen()).isFalse();
        assertThatThrownBy(() -> out.write(1)).isInstanceOf(IOException.class);
    }

    @Test
    void shutDirectionsEndStreams() throws IOException {
        Connection connection = connect();
        InputStream in = connection.client().socket().getInputStream();
        OutputStream out = connection.client().socket().getOutputStream();
        connection.client().socket().shutdownInput();
        assertThat(in.read()).isEqualTo(-1);
        connection.client().socket().shutdownOutput();
        assertThatThrownBy(() -> out.write(1)).isInstanceOf(IOException.class);
    }

    @Test
    void aResetReachesStreams() throws IOException {
        Connection connection = connect();
        InputStream in = connection.server().socket().getInputStream();
        connection.client().setOption(StandardSocketOptions.SO_LINGER, 0);
        connection.client().close();
        assertThatThrownBy(in::read).isInstanceOf(SocketException.class).hasMessage("Connection reset");
    }

    @Test
    void aCloseWakesAStreamsReader() throws Exception {
        for (int timeout : new int[] {0, 60_000}) {
            Connection connection = connect();
            Socket socket = connection.client().socket();
            socket.setSoTimeout(timeout);
            InputStream in = socket.getInputStream();
            Task<Integer> reader = Task.start(in::read).awaitBlockedIn("read");
            socket.close();
            assertThat(reader.failure()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void streamsReadAndWriteAtOnce() throws Exception {
        Connection connection = connectSmall();
        Socket socket = connection.client().socket();
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        Task<Integer> reader = Task.start(in::read).awaitBlockedIn("read");
        out.write(ascii("not blocked by the reader"));
        assertThat(Bytes.receive(connection.server(), 25)).isEqualTo("not blocked by the reader");
        Bytes.send(connection.server(), "x");
        assertThat(reader.result()).isEqualTo('x');

        Task<Void> writer = Task.run(() -> out.write(Bytes.pattern(0, MEGABYTE).array()));
        Task<Integer> peer = Task.start(() -> connection.server().write(Bytes.pattern(0, MEGABYTE)));
        Task<Long> received = Task.start(() -> Bytes.drain(Channels.newChannel(in)));
        Task<Long> drained = Task.start(() -> Bytes.drain(connection.server()));
        writer.result();
        assertThat(peer.result()).isEqualTo(MEGABYTE);
        connection.client().shutdownOutput();
        connection.server().shutdownOutput();
        assertThat(received.result()).isEqualTo(MEGABYTE);
        assertThat(drained.result()).isEqualTo(MEGABYTE);
    }

    @Test
    void streamsOfChannelsCarryBytes() throws Exception {
        Connection connection = connect();
        OutputStream out = Channels.newOutputStream(connection.client());
        InputStream in = Channels.newInputStream(connection.server());
        out.write(ascii("text"));
        assertThat(new String(in.readNBytes(4), StandardCharsets.US_ASCII)).isEqualTo("text");
        connection.client().configureBlocking(false);
        assertThatThrownBy(() -> out.write(1)).isInstanceOf(IllegalBlockingModeException.class);
        connection.client().configureBlocking(true);
        out.close();
        assertThat(in.read()).isEqualTo(-1);
    }

    @Test
    void aFileTransfersToAChannel() throws Exception {
        Path file = directory.resolve("file");
        Files.write(file, Bytes.pattern(0, MEGABYTE).array());
        Connection connection = connectSmall();
        Task<Long> reader = Task.start(() -> Bytes.drain(connection.server()));
        try (FileChannel from = FileChannel.open(file)) {
            long sent = 0;
            while (sent < MEGABYTE) {
                sent += from.transferTo(sent, MEGABYTE - sent, connection.client());
            }
        }
        connection.client().close();
        assertThat(reader.result()).isEqualTo(MEGABYTE);
    }

    @Test
    void aFileTransfersFromAChannel() throws Exception {
        Path file = directory.resolve("file");
        Connection connection = connectSmall();
        Task<Integer> writer = Task.start(() -> connection.client().write(Bytes.pattern(0, MEGABYTE)));
        try (FileChannel to = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long received = 0;
            while (received < MEGABYTE) {
                received += to.transferFrom(connection.server(), received, MEGABYTE - received);
            }
        }
        assertThat(writer.result()).isEqualTo(MEGABYTE);
        assertThat(Files.readAllBytes(file))
                .isEqualTo(Bytes.pattern(0, MEGABYTE).array());
    }
}
