// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.attr.Gid;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpType;
import org.verbena.connect.ConnectorException.Reason;

/** Tests a listener with valid requests and with clients that send no valid request. */
@Timeout(60)
class ConnectorListenerTest {
    private static final Duration SOON = Duration.ofMillis(50);
    private static final Duration PATIENT = Duration.ofSeconds(30);

    private static final EndpointAttributes CLIENT = new EndpointAttributes(
            QpType.RC,
            17,
            0,
            Mtu.BYTES_1024,
            LinkLayer.ETHERNET,
            0,
            Optional.of(Gid.parse("0000:0000:0000:0000:0000:ffff:c0a8:6301")),
            1,
            1,
            0,
            Optional.empty());

    private final ConnectorListener listener = Connector.create().listen(0);

    @AfterEach
    void close() {
        listener.close();
    }

    @Test
    void listensOnTheLoopbackInterfaceByDefault() {
        assertThat(listener.localAddress().getAddress().isLoopbackAddress()).isTrue();
        assertThat(listener.localAddress().getPort()).isPositive();
    }

    @Test
    void nextRequestTimesOutWithoutAConnection() {
        assertThatExceptionOfType(ConnectorException.class)
                .isThrownBy(() -> listener.nextRequest(SOON))
                .withMessageContaining("PT0.05S")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TIMED_OUT));
    }

    @Test
    void closeEndsAWaitingNextRequest() {
        CompletableFuture<ConnectRequest> waiting = CompletableFuture.supplyAsync(() -> listener.nextRequest(PATIENT));
        listener.close();

        assertThatThrownBy(waiting::join)
                .hasCauseInstanceOf(ConnectorException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void twoListenersDoNotShareAPort() {
        assertThatExceptionOfType(ConnectorException.class)
                .isThrownBy(() -> Connector.create().listen(listener.localAddress()))
                .withMessageContaining(listener.localAddress().toString())
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE));
    }

    @Test
    void anHttpRequestIsRejectedWithAnAnswer() throws IOException {
        try (Socket browser = connect()) {
            write(browser, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThatExceptionOfType(ConnectorException.class)
                    .isThrownBy(() -> listener.nextRequest(PATIENT))
                    .withMessageContaining("magic")
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
            assertThat(new MessageSocket(browser))
                    .satisfies(socket -> assertThatThrownBy(
                                    () -> socket.receive(MessageType.ANSWER, HandshakeDeadline.after(PATIENT)))
                            .hasMessageContaining("rejected the request")
                            .hasMessageContaining("magic"));
        }
    }

    @Test
    void theBodyLengthIsCheckedBeforeAllocation() throws IOException {
        try (Socket hostile = connect()) {
            write(
                    hostile,
                    ByteBuffer.allocate(HandshakeMessage.HEADER_LENGTH)
                            .putInt(HandshakeMessage.MAGIC)
                            .putShort((short) HandshakeMessage.VERSION)
                            .putShort((short) MessageType.REQUEST.code())
                            .putInt(Integer.MAX_VALUE)
                            .array());

            assertThatThrownBy(() -> listener.nextRequest(PATIENT)).hasMessageContaining("2147483647");
        }
    }

    @Test
    void privateDataAboveTheLimitAreRejected() throws IOException {
        ByteBuffer tooLong = ByteBuffer.allocate(Connector.MAX_PRIVATE_DATA + 1);
        try (MessageSocket client = new MessageSocket(connect())) {
            client.send(EndpointMessage.write(MessageType.REQUEST, CLIENT, tooLong));

            assertThatExceptionOfType(ConnectorException.class)
                    .isThrownBy(() -> listener.nextRequest(PATIENT))
                    .withMessageContaining("private_data has 4097 bytes")
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
            assertThatThrownBy(() -> client.receive(MessageType.ANSWER, HandshakeDeadline.after(PATIENT)))
                    .hasMessageContaining("rejected the request");
        }
    }

    @Test
    void anIncompleteRequestTimesOut() throws IOException {
        byte[] request = EndpointMessage.write(MessageType.REQUEST, CLIENT, Connector.NO_DATA)
                .encode()
                .array();
        try (Socket slow = connect()) {
            write(slow, Arrays.copyOf(request, 20));

            assertThatExceptionOfType(ConnectorException.class)
                    .isThrownBy(() -> listener.nextRequest(SOON))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TIMED_OUT));
        }
    }

    @Test
    void aConnectionClosedByTheClientIsReported() throws IOException {
        try (Socket guest = connect()) {
            guest.shutdownOutput();

            assertThatExceptionOfType(ConnectorException.class)
                    .isThrownBy(() -> listener.nextRequest(PATIENT))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
        }
    }

    @Test
    void aListenerAcceptsRequestsAfterAMalformedOne() throws IOException {
        anHttpRequestIsRejectedWithAnAnswer();
        try (MessageSocket client = new MessageSocket(connect())) {
            client.send(EndpointMessage.write(MessageType.REQUEST, CLIENT, StandardCharsets.US_ASCII.encode("who?")));

            try (ConnectRequest request = listener.nextRequest(PATIENT)) {
                assertThat(request.remote()).isEqualTo(CLIENT);
                assertThat(request.privateData()).isEqualTo(StandardCharsets.US_ASCII.encode("who?"));
                request.reject("full");
            }
            assertThatExceptionOfType(ConnectorException.class)
                    .isThrownBy(() -> client.receive(MessageType.ANSWER, HandshakeDeadline.after(PATIENT)))
                    .withMessageContaining("full")
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.REJECTED));
        }
    }

    @Test
    void aRequestIsAnsweredOnce() throws IOException {
        try (MessageSocket client = new MessageSocket(connect())) {
            client.send(EndpointMessage.write(MessageType.REQUEST, CLIENT, Connector.NO_DATA));
            ConnectRequest request = listener.nextRequest(PATIENT);
            request.close();

            assertThatThrownBy(() -> request.reject("again")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> client.receive(MessageType.ANSWER, HandshakeDeadline.after(PATIENT)))
                    .hasMessageContaining("the application did not answer the request");
        }
    }

    private Socket connect() throws IOException {
        InetSocketAddress address = listener.localAddress();
        return new Socket(address.getAddress(), address.getPort());
    }

    private static void write(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }
}
