// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.attr.QpState;
import org.verbena.connect.Connection;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.connect.ConnectorListener;
import org.verbena.provider.sim.MeddlingWire.From;
import org.verbena.provider.sim.MeddlingWire.Said;

/** Checks that altered and repeated messages of a handshake are not accepted. */
@Timeout(600)
class ConnectorReplayTest extends SecretFixture {
    @Test
    void anAlteredByteOfTheHandshakeIsDetected() throws Exception {
        List<Said> handshake = record();
        assertThat(handshake).hasSize(5);
        for (Said said : handshake) {
            for (int offset = 0; offset < said.bytes().length; offset++) {
                assertNoticed(said, offset, SOON);
            }
        }
    }

    private void assertNoticed(Said altered, int offset, Duration limit) throws IOException {
        freshQueuePairs();
        String what = "byte " + offset + " of message " + altered.number() + " of " + altered.from();
        try (ConnectorListener listener = knowing.listen(0);
                MeddlingWire wire = new MeddlingWire(
                        listener.localAddress(), said -> List.of(isSame(said, altered) ? said.flip(offset) : said))) {
            Ends ends = ends(knowing, listener, wire.address(), limit);

            assertThat(ends.ofServer()).as(what).isPresent();
            boolean ready = altered.from() == From.CLIENT && altered.number() == 2;
            if (!ready) {
                assertThat(ends.ofClient()).as(what).isPresent();
                assertThat(client.state()).as(what).isEqualTo(QpState.RESET);
            }
            boolean answer = altered.from() == From.SERVER && altered.number() == 1;
            // The server has authenticated the client by then.
            QpState expected = ready || answer ? QpState.ERR : QpState.RESET;
            if (server.state() != expected && ends.timedOut() && limit.compareTo(PATIENT) < 0) {
                // A busy machine did not deliver the altered message within the limit.
                assertNoticed(altered, offset, limit.multipliedBy(10));
                return;
            }
            assertThat(server.state()).as(what).isEqualTo(expected);
        }
    }

    private static boolean isSame(Said one, Said other) {
        return one.from() == other.from() && one.number() == other.number();
    }

    @Test
    void replayedMessagesOfAClientAreRejected() throws Exception {
        byte[] recorded = said(record(), From.CLIENT);
        try (ConnectorListener listener = knowing.listen(0);
                Socket replaying = new Socket(
                        listener.localAddress().getAddress(),
                        listener.localAddress().getPort())) {
            replaying.getOutputStream().write(recorded);

            assertUnauthenticated(() -> listener.accept(server, PATIENT));
            assertThat(server.state()).isEqualTo(QpState.RESET);
        }
    }

    @Test
    void replayedMessagesOfAServerAreRejected() throws Exception {
        List<Said> recorded = record();
        try (ConnectorListener listener = knowing.listen(0);
                MeddlingWire wire = new MeddlingWire(
                        listener.localAddress(),
                        said -> said.from() == From.CLIENT
                                ? List.of(said)
                                : recorded.stream()
                                        .filter(old -> isSame(old, said))
                                        .toList())) {
            CompletableFuture<Optional<ConnectorException>> accepting =
                    async(() -> failure(() -> listener.accept(qp(), PATIENT)));

            assertUnauthenticated(() -> knowing.connect(client, wire.address(), PATIENT));
            assertThat(client.state()).isEqualTo(QpState.RESET);
            assertThat(accepting.join()).isPresent();
        }
    }

    /** The challenge of a listener that has the secret is not accepted as the proof of a client. */
    @Test
    void aReflectedChallengeDoesNotAuthenticateAClient() throws Exception {
        byte[] hello = record().get(0).bytes();
        try (ConnectorListener listener = knowing.listen(0);
                Socket reflecting = new Socket(
                        listener.localAddress().getAddress(),
                        listener.localAddress().getPort())) {
            CompletableFuture<Optional<ConnectorException>> accepting =
                    async(() -> failure(() -> listener.accept(server, PATIENT)));
            reflecting.getOutputStream().write(hello);
            byte[] challenge = reflecting.getInputStream().readNBytes(hello.length + 36);
            challenge[7] = 1; // changes the type to REQUEST
            reflecting.getOutputStream().write(challenge);

            assertThat(accepting.join()).map(ConnectorException::reason).hasValue(Reason.UNAUTHENTICATED);
            assertThat(server.state()).isEqualTo(QpState.RESET);
        }
    }

    @Test
    void aRequestOfAnotherConnectionIsRejected() throws Exception {
        try (ConnectorListener first = knowing.listen(0);
                ConnectorListener second = knowing.listen(0);
                MeddlingWire toFirst = new MeddlingWire(first.localAddress(), List::of)) {
            CompletableFuture<Optional<ConnectorException>> here =
                    async(() -> failure(() -> second.accept(server, PATIENT)));
            Ends ends = ends(knowing, first, toFirst.address(), PATIENT);
            assertThat(ends.ofClient()).isEmpty();
            List<Said> said = toFirst.heard();
            try (Socket parallel = new Socket(
                    second.localAddress().getAddress(), second.localAddress().getPort())) {
                parallel.getOutputStream().write(said.get(0).bytes());
                parallel.getInputStream().readNBytes(said.get(1).bytes().length);
                parallel.getOutputStream().write(said.get(2).bytes());

                assertThat(here.join()).map(ConnectorException::reason).hasValue(Reason.UNAUTHENTICATED);
            }
        }
    }

    @Test
    void aReplayedSyncMessageIsRejected() throws Exception {
        List<Said> meetings = new ArrayList<>();
        try (ConnectorListener listener = knowing.listen(0);
                MeddlingWire wire = new MeddlingWire(listener.localAddress(), said -> {
                    if (said.from() == From.SERVER && said.number() > 1) {
                        meetings.add(said);
                        return List.of(meetings.get(0)); // replays the first handshake
                    }
                    return List.of(said);
                })) {
            CompletableFuture<Connection> accepted = async(() -> listener.accept(server, PATIENT));
            try (Connection there = knowing.connect(client, wire.address(), PATIENT);
                    Connection here = accepted.join()) {
                CompletableFuture<Void> met = CompletableFuture.runAsync(
                        () -> {
                            here.sync(PATIENT);
                            here.sync(PATIENT);
                        },
                        threads);
                there.sync(PATIENT);

                assertUnauthenticated(() -> there.sync(PATIENT));
                met.join();
            }
        }
    }
}
