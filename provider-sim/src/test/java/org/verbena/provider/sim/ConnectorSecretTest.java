// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.attr.QpState;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.ConnectorSettings;
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.MeddlingWire.From;

/** Checks connections between peers with a shared secret, and attacks by peers without it. */
@Timeout(120)
class ConnectorSecretTest extends SecretFixture {
    @Test
    void peersWithTheSameSecretConnect() {
        try (ConnectorListener listener = knowing.listen(0)) {
            CompletableFuture<Connection> accepted =
                    async(() -> listener.accept(server, ByteBuffer.wrap(bytes("pong")), PATIENT));
            try (Connection there =
                            knowing.connect(client, listener.localAddress(), ByteBuffer.wrap(bytes("ping")), PATIENT);
                    Connection here = accepted.join()) {
                assertThat(there.privateData()).isEqualTo(ByteBuffer.wrap(bytes("pong")));
                assertThat(here.privateData()).isEqualTo(ByteBuffer.wrap(bytes("ping")));
                assertThat(client.state()).isEqualTo(QpState.RTS);
                assertThat(server.state()).isEqualTo(QpState.RTS);
                for (int meeting = 0; meeting < 3; meeting++) {
                    CompletableFuture<Void> met = CompletableFuture.runAsync(() -> here.sync(PATIENT), threads);
                    there.sync(PATIENT);
                    met.join();
                }
            }
        }
    }

    @Test
    void aDifferentSecretIsRejectedAndBothSidesReportIt() {
        Ends ends = connect(with(ANOTHER), knowing);

        assertThat(ends.ofClient()).hasValueSatisfying(e -> {
            assertThat(e.reason()).isEqualTo(Reason.UNAUTHENTICATED);
            assertThat(e).hasMessageContaining("different secrets");
        });
        assertThat(ends.ofServer()).hasValueSatisfying(e -> {
            assertThat(e.reason()).isEqualTo(Reason.REJECTED);
            assertThat(e).hasMessageContaining("different secrets");
        });
        assertUntouched();
    }

    /** Secrets that differ only in trailing zeros are different, although they are the same HMAC key. */
    @Test
    void secretsThatDifferInTrailingZerosAreDifferent() {
        Ends ends = connect(with(Arrays.copyOf(SECRET, SECRET.length + 1)), knowing);

        assertThat(ends.ofClient()).map(ConnectorException::reason).hasValue(Reason.UNAUTHENTICATED);
    }

    @Test
    void aListenerWithASecretRejectsAClientWithoutOne() {
        Ends ends = connect(open, knowing);

        assertThat(ends.ofClient()).hasValueSatisfying(e -> {
            assertThat(e.reason()).isEqualTo(Reason.REJECTED);
            assertThat(e)
                    .hasMessageContaining("the listening side has a shared secret, and the connecting side has none");
        });
        assertThat(ends.ofServer()).map(ConnectorException::reason).hasValue(Reason.UNAUTHENTICATED);
        assertUntouched();
    }

    @Test
    void aListenerWithoutASecretRejectsAClientWithOne() {
        Ends ends = connect(knowing, open);

        assertThat(ends.ofClient()).hasValueSatisfying(e -> {
            assertThat(e.reason()).isEqualTo(Reason.REJECTED);
            assertThat(e)
                    .hasMessageContaining("the connecting side has a shared secret, and the listening side has none");
        });
        assertThat(ends.ofServer()).map(ConnectorException::reason).hasValue(Reason.UNAUTHENTICATED);
        assertUntouched();
    }

    /** A failed authentication leaves a prepared queue pair in INIT, so that posted receives are not flushed. */
    @Test
    void aFailedAuthenticationLeavesAPreparedQueuePairInInit() {
        knowing.prepare(client);
        knowing.prepare(server);

        connect(with(ANOTHER), knowing);

        assertThat(client.state()).isEqualTo(QpState.INIT);
        assertThat(server.state()).isEqualTo(QpState.INIT);
    }

    @Test
    void aListenerAcceptsClientsAfterARejectedClient() {
        try (ConnectorListener listener = knowing.listen(0)) {
            ends(open, listener, listener.localAddress(), PATIENT);

            assertConnects(listener);
        }
    }

    @Test
    void aListenerWithAnotherSecretReceivesNoPrivateData() throws Exception {
        try (ConnectorListener impostor = with(ANOTHER).listen(0);
                MeddlingWire wire = new MeddlingWire(impostor.localAddress(), List::of)) {
            ends(knowing, impostor, wire.address(), PATIENT);

            assertThat(wire.heard().stream().filter(said -> said.from() == From.CLIENT))
                    .hasSize(2) // HELLO and REJECT
                    .allSatisfy(said ->
                            assertThat(contains(said.bytes(), bytes("rkey"))).isFalse());
        }
    }

    /** Without a secret, an attacker can alter private data unnoticed. This is the baseline of the other tests. */
    @Test
    void withoutASecretPrivateDataIsAlteredUnnoticed() throws Exception {
        try (ConnectorListener listener = open.listen(0);
                MeddlingWire wire = new MeddlingWire(
                        listener.localAddress(),
                        said -> List.of(
                                said.number() == 0 ? said.flip(indexOf(said.bytes(), bytes("rkey")) + 3) : said))) {
            CompletableFuture<Connection> accepted =
                    async(() -> listener.accept(server, ByteBuffer.wrap(bytes("rkey")), PATIENT));
            try (Connection there = open.connect(client, wire.address(), ByteBuffer.wrap(bytes("rkey")), PATIENT);
                    Connection here = accepted.join()) {
                assertThat(there.privateData()).isEqualTo(ByteBuffer.wrap(bytes("rkex")));
                assertThat(here.privateData()).isEqualTo(ByteBuffer.wrap(bytes("rkex")));
            }
        }
    }

    @Test
    void acceptFailsIfAClientExceedsTheRequestTimeout() throws Exception {
        try (ConnectorListener listener = impatient().listen(0);
                Socket silent = new Socket(
                        listener.localAddress().getAddress(),
                        listener.localAddress().getPort())) {
            assertThat(silent.isConnected()).isTrue();

            assertThat(failure(() -> listener.accept(server, PATIENT)))
                    .map(ConnectorException::reason)
                    .hasValue(Reason.TIMED_OUT);
            assertConnects(listener);
        }
    }

    @Test
    void aSlowClientDoesNotExtendTheRequestTimeout() throws Exception {
        byte[] hello = record().get(0).bytes();
        CountDownLatch done = new CountDownLatch(1);
        try (ConnectorListener listener = impatient().listen(0);
                Socket slow = new Socket(
                        listener.localAddress().getAddress(),
                        listener.localAddress().getPort())) {
            CompletableFuture<Void> trickling = CompletableFuture.runAsync(
                    () -> {
                        try {
                            for (int sent = 0; sent < hello.length && !done.await(100, TimeUnit.MILLISECONDS); sent++) {
                                slow.getOutputStream().write(hello[sent]);
                            }
                        } catch (IOException | InterruptedException e) {
                            // The listener has closed the connection.
                        }
                    },
                    threads);

            assertThat(failure(() -> listener.accept(server, PATIENT)))
                    .map(ConnectorException::reason)
                    .hasValue(Reason.TIMED_OUT);
            done.countDown();
            trickling.join();
            assertConnects(listener);
        }
    }

    @Test
    void aConnectToASilentListenerTimesOut() {
        try (ConnectorListener silent = knowing.listen(0)) {
            ConnectorException expired = Silence.expiry(limit -> knowing.connect(client, silent.localAddress(), limit));

            assertThat(expired).hasMessageContaining("CHALLENGE");
            assertThat(client.state()).isEqualTo(QpState.RESET);
        }
    }

    @Test
    void aShortSecretIsRefused() {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> with(bytes("fifteen bytes..")))
                .withMessageContaining("shared_secret = 15 bytes, limit 16..4096 bytes")
                .withMessageNotContaining("fifteen");
    }

    @Test
    void theSecretIsCopiedAndAppearsInNoText() {
        byte[] secret = SECRET.clone();
        ConnectorSettings settings =
                ConnectorSettings.builder().sharedSecret(secret).build();
        Arrays.fill(secret, (byte) 0);
        try (ConnectorListener listener = Connector.create(settings).listen(0)) {
            assertConnects(listener);
        }

        assertThat(settings.hasSharedSecret()).isTrue();
        assertThat(ConnectorSettings.defaults().hasSharedSecret()).isFalse();
        Ends ends = connect(with(ANOTHER), knowing);
        assertThat(List.of(settings.toString(), ends.toString()))
                .allSatisfy(text -> assertThat(text)
                        .doesNotContain(new String(SECRET, StandardCharsets.US_ASCII))
                        .doesNotContain(HexFormat.of().formatHex(SECRET))
                        .doesNotContain(Arrays.toString(SECRET)));
    }

    @Test
    void theSecretIsNotSentToThePeer() throws Exception {
        assertThat(record())
                .allSatisfy(said -> assertThat(contains(said.bytes(), SECRET)).isFalse());
    }
}
