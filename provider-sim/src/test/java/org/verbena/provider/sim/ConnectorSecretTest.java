package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.MeddlingWire.From;
import org.verbena.provider.sim.MeddlingWire.Said;

/** Checks connections between peers with a shared secret, and attacks by peers without it. */
@Timeout(120)
class ConnectorSecretTest {
    private static final Duration PATIENT = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofMillis(500);
    private static final byte[] SECRET = bytes("it is 16 bytes or more");
    private static final byte[] ANOTHER = bytes("it is 16 bytes, too...");

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Connector knowing = with(SECRET);
    private final Connector open = Connector.create();
    private final DeviceContext context = Sims.open("mlx5");
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = Sims.cq(context);

    private QueuePair server = qp();
    private QueuePair client = qp();

    @AfterEach
    void close() {
        threads.shutdown();
        context.close();
    }

    /** The outcome of both sides. */
    private record Ends(Optional<ConnectorException> ofClient, Optional<ConnectorException> ofServer) {
        boolean timedOut() {
            return Stream.of(ofClient, ofServer)
                    .flatMap(Optional::stream)
                    .anyMatch(failure -> failure.reason() == Reason.TIMED_OUT);
        }
    }

    @Test
    void whoKnowsTheSecretConnects() {
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
    void anotherSecretIsRefusedAndBothSidesLearnWhy() {
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

    /** Checks secrets that differ only in trailing zeros, which are the same key of HMAC. */
    @Test
    void secretsThatDifferInZerosAtTheEndAreTwo() {
        Ends ends = connect(with(Arrays.copyOf(SECRET, SECRET.length + 1)), knowing);

        assertThat(ends.ofClient()).map(ConnectorException::reason).hasValue(Reason.UNAUTHENTICATED);
    }

    @Test
    void aListenerWithASecretRefusesWhoHasNone() {
        Ends ends = connect(open, knowing);

        assertThat(ends.ofClient()).hasValueSatisfying(e -> {
            assertThat(e.reason()).isEqualTo(Reason.REJECTED);
            assertThat(e).hasMessageContaining("the listening side has a shared secret, and the connecting side none");
        });
        assertThat(ends.ofServer()).map(ConnectorException::reason).hasValue(Reason.UNAUTHENTICATED);
        assertUntouched();
    }

    @Test
    void aListenerWithoutASecretRefusesWhoHasOne() {
        Ends ends = connect(knowing, open);

        assertThat(ends.ofClient()).hasValueSatisfying(e -> {
            assertThat(e.reason()).isEqualTo(Reason.REJECTED);
            assertThat(e).hasMessageContaining("the connecting side has a shared secret, and the listening side none");
        });
        assertThat(ends.ofServer()).map(ConnectorException::reason).hasValue(Reason.UNAUTHENTICATED);
        assertUntouched();
    }

    /** Checks that an unauthenticated peer does not flush posted receives. */
    @Test
    void aPreparedQueuePairStaysInInitIfTheOtherSideHasNotProvedItself() {
        knowing.prepare(client);
        knowing.prepare(server);

        connect(with(ANOTHER), knowing);

        assertThat(client.state()).isEqualTo(QpState.INIT);
        assertThat(server.state()).isEqualTo(QpState.INIT);
    }

    @Test
    void aStrangerDoesNotKeepOthersOut() {
        try (ConnectorListener listener = knowing.listen(0)) {
            ends(open, listener, listener.localAddress(), PATIENT);

            assertConnects(listener);
        }
    }

    @Test
    void aListenerThatDoesNotKnowTheSecretHearsNothingOfTheQueuePair() throws Exception {
        try (ConnectorListener impostor = with(ANOTHER).listen(0);
                MeddlingWire wire = new MeddlingWire(impostor.localAddress(), List::of)) {
            ends(knowing, impostor, wire.address(), PATIENT);

            assertThat(wire.heard().stream().filter(said -> said.from() == From.CLIENT))
                    .hasSize(2) // HELLO and REJECT
                    .allSatisfy(said ->
                            assertThat(contains(said.bytes(), bytes("rkey"))).isFalse());
        }
    }

    /** Checks that an attacker can alter everything without a secret: this is the baseline of the other tests. */
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
    void noByteOfAHandshakeIsAlteredUnnoticed() throws Exception {
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
    void whatAClientSaidOnceIsWorthNothingTheSecondTime() throws Exception {
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
    void whatAServerSaidOnceIsWorthNothingTheSecondTime() throws Exception {
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

    /** Checks that the challenge of a peer that has the secret does not serve as the client's own proof. */
    @Test
    void theProofOfTheListenerIsNoProofOfAClient() throws Exception {
        byte[] hello = record().get(0).bytes();
        try (ConnectorListener listener = knowing.listen(0);
                Socket reflecting = new Socket(
                        listener.localAddress().getAddress(),
                        listener.localAddress().getPort())) {
            CompletableFuture<Optional<ConnectorException>> accepting =
                    async(() -> failure(() -> listener.accept(server, PATIENT)));
            reflecting.getOutputStream().write(hello);
            byte[] challenge = reflecting.getInputStream().readNBytes(hello.length + 36);
            challenge[7] = 1; // a REQUEST now
            reflecting.getOutputStream().write(challenge);

            assertThat(accepting.join()).map(ConnectorException::reason).hasValue(Reason.UNAUTHENTICATED);
            assertThat(server.state()).isEqualTo(QpState.RESET);
        }
    }

    @Test
    void aRequestIsWorthNothingOnAnotherConnection() throws Exception {
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
    void aMeetingIsNeitherAlteredNorRepeated() throws Exception {
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

    @Test
    void whoSaysNothingIsNotWaitedForLongerThanHeIsGiven() throws Exception {
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
    void whoSaysOneByteAtATimeGetsNoMoreTime() throws Exception {
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
    void aListenerThatSaysNothingIsNoHang() {
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
    void theSecretIsCopiedAndNotTold() {
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
    void theSecretIsNotSaid() throws Exception {
        assertThat(record())
                .allSatisfy(said -> assertThat(contains(said.bytes(), SECRET)).isFalse());
    }

    // ---------------------------------------------------------------- fixtures

    /** Records a handshake between peers that share the secret. */
    private List<Said> record() throws IOException {
        try (ConnectorListener listener = knowing.listen(0);
                MeddlingWire wire = new MeddlingWire(listener.localAddress(), List::of)) {
            Ends ends = ends(knowing, listener, wire.address(), PATIENT);
            assertThat(ends).isEqualTo(new Ends(Optional.empty(), Optional.empty()));
            freshQueuePairs();
            return wire.heard();
        }
    }

    private void freshQueuePairs() {
        server.close();
        client.close();
        server = qp();
        client = qp();
    }

    private void assertConnects(ConnectorListener listener) {
        Ends ends = ends(knowing, listener, listener.localAddress(), PATIENT);
        while (ends.timedOut()) { // a busy machine may exceed the time of impatient()
            freshQueuePairs();
            ends = ends(knowing, listener, listener.localAddress(), PATIENT);
        }
        assertThat(ends).isEqualTo(new Ends(Optional.empty(), Optional.empty()));
    }

    private void assertUntouched() {
        assertThat(client.state()).isEqualTo(QpState.RESET);
        assertThat(server.state()).isEqualTo(QpState.RESET);
    }

    private Ends connect(Connector connecting, Connector listening) {
        try (ConnectorListener listener = listening.listen(0)) {
            return ends(connecting, listener, listener.localAddress(), PATIENT);
        }
    }

    private Ends ends(Connector connecting, ConnectorListener listener, InetSocketAddress address, Duration timeout) {
        QueuePair accepting = server.state() == QpState.RTS ? qp() : server;
        QueuePair calling = client.state() == QpState.RTS ? qp() : client;
        CompletableFuture<Optional<ConnectorException>> accepted =
                async(() -> failure(() -> listener.accept(accepting, ByteBuffer.wrap(bytes("rkey")), timeout)));
        Optional<ConnectorException> failed =
                failure(() -> connecting.connect(calling, address, ByteBuffer.wrap(bytes("rkey")), timeout));
        return new Ends(failed, accepted.join());
    }

    private static Optional<ConnectorException> failure(Supplier<Connection> side) {
        try {
            side.get().close();
            return Optional.empty();
        } catch (ConnectorException e) {
            return Optional.of(e);
        }
    }

    private static void assertUnauthenticated(ThrowingCallable call) {
        assertThatExceptionOfType(ConnectorException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNAUTHENTICATED));
    }

    private static byte[] said(List<Said> all, From from) {
        List<byte[]> messages = all.stream()
                .filter(said -> said.from() == from)
                .map(Said::bytes)
                .toList();
        ByteBuffer together = ByteBuffer.allocate(
                messages.stream().mapToInt(bytes -> bytes.length).sum());
        messages.forEach(together::put);
        return together.array();
    }

    private static boolean contains(byte[] bytes, byte[] part) {
        return indexOf(bytes, part) >= 0;
    }

    /** Returns the index of the first occurrence; negative if none exists. */
    private static int indexOf(byte[] bytes, byte[] part) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(new String(part, StandardCharsets.ISO_8859_1));
    }

    private QueuePair qp() {
        return pd.createQp(Sims.qp(QpType.RC, cq).build());
    }

    private static Connector with(byte[] secret) {
        return Connector.create(ConnectorSettings.builder().sharedSecret(secret).build());
    }

    private static Connector impatient() {
        return Connector.create(ConnectorSettings.builder()
                .sharedSecret(SECRET)
                .requestTimeout(SOON)
                .build());
    }

    /** Avoids the common pool, which has one thread on a small machine. */
    private <T> CompletableFuture<T> async(Supplier<T> side) {
        return CompletableFuture.supplyAsync(side, threads);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
