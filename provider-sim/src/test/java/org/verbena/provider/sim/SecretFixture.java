// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.ConnectorSettings;
import org.verbena.provider.sim.MeddlingWire.From;
import org.verbena.provider.sim.MeddlingWire.Said;

/** Two queue pairs of one device, and connectors with and without a shared secret. */
abstract class SecretFixture {
    static final Duration PATIENT = Duration.ofSeconds(30);
    static final Duration SOON = Duration.ofMillis(500);
    static final byte[] SECRET = bytes("it is 16 bytes or more");
    static final byte[] ANOTHER = bytes("it is 16 bytes, too...");

    final ExecutorService threads = Executors.newCachedThreadPool();
    final Connector knowing = with(SECRET);
    final Connector open = Connector.create();
    final DeviceContext context = Sims.open("mlx5");
    private final ProtectionDomain pd = context.allocPd();
    final CompletionQueue cq = Sims.cq(context);

    QueuePair server = qp();
    QueuePair client = qp();

    @AfterEach
    void close() {
        threads.shutdown();
        context.close();
    }

    /** The outcome of both sides. */
    record Ends(Optional<ConnectorException> ofClient, Optional<ConnectorException> ofServer) {
        boolean timedOut() {
            return Stream.of(ofClient, ofServer)
                    .flatMap(Optional::stream)
                    .anyMatch(failure -> failure.reason() == Reason.TIMED_OUT);
        }
    }

    /** Records a handshake between peers that share the secret. */
    List<Said> record() throws IOException {
        try (ConnectorListener listener = knowing.listen(0);
                MeddlingWire wire = new MeddlingWire(listener.localAddress(), List::of)) {
            Ends ends = ends(knowing, listener, wire.address(), PATIENT);
            assertThat(ends).isEqualTo(new Ends(Optional.empty(), Optional.empty()));
            freshQueuePairs();
            return wire.heard();
        }
    }

    void freshQueuePairs() {
        server.close();
        client.close();
        server = qp();
        client = qp();
    }

    void assertConnects(ConnectorListener listener) {
        Ends ends = ends(knowing, listener, listener.localAddress(), PATIENT);
        while (ends.timedOut()) { // a busy machine may exceed the time of impatient()
            freshQueuePairs();
            ends = ends(knowing, listener, listener.localAddress(), PATIENT);
        }
        assertThat(ends).isEqualTo(new Ends(Optional.empty(), Optional.empty()));
    }

    void assertUntouched() {
        assertThat(client.state()).isEqualTo(QpState.RESET);
        assertThat(server.state()).isEqualTo(QpState.RESET);
    }

    Ends connect(Connector connecting, Connector listening) {
        try (ConnectorListener listener = listening.listen(0)) {
            return ends(connecting, listener, listener.localAddress(), PATIENT);
        }
    }

    Ends ends(Connector connecting, ConnectorListener listener, InetSocketAddress address, Duration timeout) {
        QueuePair accepting = server.state() == QpState.RTS ? qp() : server;
        QueuePair calling = client.state() == QpState.RTS ? qp() : client;
        CompletableFuture<Optional<ConnectorException>> accepted =
                async(() -> failure(() -> listener.accept(accepting, ByteBuffer.wrap(bytes("rkey")), timeout)));
        Optional<ConnectorException> failed =
                failure(() -> connecting.connect(calling, address, ByteBuffer.wrap(bytes("rkey")), timeout));
        return new Ends(failed, accepted.join());
    }

    static Optional<ConnectorException> failure(Supplier<Connection> side) {
        try {
            side.get().close();
            return Optional.empty();
        } catch (ConnectorException e) {
            return Optional.of(e);
        }
    }

    static void assertUnauthenticated(ThrowingCallable call) {
        assertThatExceptionOfType(ConnectorException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNAUTHENTICATED));
    }

    static byte[] said(List<Said> all, From from) {
        List<byte[]> messages = all.stream()
                .filter(said -> said.from() == from)
                .map(Said::bytes)
                .toList();
        ByteBuffer together = ByteBuffer.allocate(
                messages.stream().mapToInt(bytes -> bytes.length).sum());
        messages.forEach(together::put);
        return together.array();
    }

    static boolean contains(byte[] bytes, byte[] part) {
        return indexOf(bytes, part) >= 0;
    }

    /** Returns the index of the first occurrence, or a negative number if none exists. */
    static int indexOf(byte[] bytes, byte[] part) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(new String(part, StandardCharsets.ISO_8859_1));
    }

    QueuePair qp() {
        return pd.createQp(Sims.qp(QpType.RC, cq).build());
    }

    static Connector with(byte[] secret) {
        return Connector.create(ConnectorSettings.builder().sharedSecret(secret).build());
    }

    static Connector impatient() {
        return Connector.create(ConnectorSettings.builder()
                .sharedSecret(SECRET)
                .requestTimeout(SOON)
                .build());
    }

    /** Runs a side outside of the common pool, which has one thread on a small machine. */
    <T> CompletableFuture<T> async(Supplier<T> side) {
        return CompletableFuture.supplyAsync(side, threads);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
