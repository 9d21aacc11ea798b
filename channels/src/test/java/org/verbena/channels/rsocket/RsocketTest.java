// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests in-memory connections message by message. */
class RsocketTest {
    private static final int RING = 8192;
    private static final int HALF = RING / 2;
    private static final int CREDITS = 16;

    private final Station a = new Station(32, 64 * 1024, CREDITS, RING);
    private final Station b = new Station(32, 64 * 1024, CREDITS, RING);

    private void connect() {
        Station.connect(a, b);
    }

    private void settle() throws ProtocolException {
        boolean moved;
        do {
            a.control();
            b.control();
            moved = a.deliver(b) | b.deliver(a);
            a.acknowledge();
            b.acknowledge();
        } while (moved);
    }

    @Test
    void theSecondHalfIsAnnouncedFirst() throws Exception {
        connect();

        a.control();

        assertThat(a.inFlight()).isOne();
        a.deliver(b);
        assertThat(b.rsocket.out().sendable(RING, 0)).isEqualTo(HALF);
    }

    @Test
    void aMessageEndsAtTheHalfOfTheRing() throws Exception {
        connect();
        byte[] bytes = new byte[RING];
        a.write(bytes, 0, 3000);

        assertThat(a.write(bytes, 0, 3000)).isEqualTo(HALF - 3000);
        assertThat(a.write(bytes, 0, 3000))
                .as("without the descriptor of the second half")
                .isZero();

        settle();
        assertThat(a.write(bytes, 0, 3000)).isEqualTo(3000);
    }

    @Test
    void theWriterStopsAtTheLimitOfMessages() throws Exception {
        connect();
        settle();
        byte[] one = {1};
        int sent = 0;
        while (a.write(one, 0, 1) == 1) {
            sent++;
        }
        assertThat(sent).isEqualTo(CREDITS);

        settle();
        assertThat(a.rsocket.isWritable()).as("before bytes are read").isFalse();

        b.read(new byte[CREDITS / 2], 0, CREDITS / 2);
        settle();
        assertThat(a.rsocket.isWritable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 5000})
    void everyByteArrivesInOrder(int largest) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        connect();
        byte[] sent = new byte[200_000];
        random.nextBytes(sent);
        byte[] received = new byte[sent.length];
        int written = 0;
        int read = 0;
        while (read < sent.length) {
            switch (random.nextInt(6)) {
                case 0, 1 ->
                    written += a.write(sent, written, Math.min(sent.length - written, 1 + random.nextInt(largest)));
                case 2 -> a.deliver(b);
                case 3 -> b.deliver(a);
                case 4 -> {
                    a.acknowledge();
                    b.acknowledge();
                    a.control();
                    b.control();
                }
                default ->
                    read += b.read(received, read, Math.min(received.length - read, 1 + random.nextInt(largest)));
            }
        }
        assertThat(received).as("seed %d", seed).isEqualTo(sent);
    }

    @Test
    void theEndOfTheStreamIsBehindItsBytes() throws Exception {
        connect();
        settle();
        a.write(new byte[10], 0, 10);
        a.rsocket.shutdownOutput();
        settle();

        assertThat(b.rsocket.isAtEnd()).isFalse();
        assertThat(b.read(new byte[10], 0, 10)).isEqualTo(10);
        assertThat(b.rsocket.isAtEnd()).isTrue();
        assertThat(b.rsocket.isPeerDisconnected()).isFalse();
        assertThat(b.write(new byte[5], 0, 5)).as("the other direction").isEqualTo(5);
    }

    /** Bytes after a SHUTDOWN are discarded. librdmacm sends such bytes if the application writes them. */
    @Test
    void bytesBehindTheEndAreDiscarded() throws Exception {
        connect();
        settle();
        a.write(new byte[10], 0, 10);
        b.rsocket.in().end();
        a.write(new byte[20], 0, 20);
        a.rsocket.shutdownOutput();
        settle();

        assertThat(b.rsocket.isAtEnd()).isTrue();
    }

    @Test
    void discardedBytesGiveTheirCreditsBack() throws Exception {
        connect();
        settle();
        b.rsocket.shutdownInput();
        int total = 0;
        for (int i = 0; i < 100; i++) {
            total += a.write(new byte[1000], 0, 1000);
            settle();
        }

        assertThat(total).isGreaterThan(5 * RING);
    }

    @Test
    void aClosedConnectionSendsOneDisconnect() throws Exception {
        connect();
        settle();
        a.rsocket.close(false);
        settle();

        assertThat(b.rsocket.isPeerDisconnected()).isTrue();
        assertThat(b.rsocket.isAtEnd()).isTrue();
        assertThat(b.rsocket.isPeerReset()).isFalse();

        b.rsocket.close(false);
        b.control();
        assertThat(b.inFlight()).as("messages after the peer's disconnect").isZero();
        assertThat(a.rsocket.isIdle()).isTrue();
    }

    @Test
    void aResetIsReportedAsAResetAndADisconnect() throws Exception {
        connect();
        settle();
        a.write(new byte[10], 0, 10);
        a.rsocket.close(true);
        settle();

        assertThat(b.rsocket.isPeerReset()).isTrue();
        assertThat(b.rsocket.isPeerDisconnected()).isTrue();
        assertThat(b.rsocket.in().readable()).as("bytes before the reset").isEqualTo(10);
    }

    @Test
    void controlMessagesWaitForTheirSlots() throws Exception {
        connect();
        a.control();
        for (int i = 0; i < 3; i++) {
            a.rsocket.out().sendingControl();
        }
        a.rsocket.shutdownOutput();

        assertThat(a.rsocket.nextControl()).isEqualTo(Rsocket.NONE);
        assertThat(a.rsocket.isControlWaiting()).isTrue();

        a.acknowledge();
        a.deliver(b);
        a.acknowledge();
        assertThat(a.rsocket.nextControl()).isEqualTo(0xE000_0002L);
    }

    // ---------------------------------------------------------------- hostile peers

    @Test
    void aMessageBeyondTheAnnouncedSpaceIsRefused() throws Exception {
        connect();
        a.rsocket.onReceive(Immediate.of(Immediate.DATA, HALF - 1));

        assertThatThrownBy(() -> a.rsocket.onReceive(Immediate.of(Immediate.DATA, 2)))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("message of 2 bytes, announced space 1 bytes up to the next half of the ring");
    }

    @Test
    void anEmptyMessageIsRefused() {
        connect();

        assertThatThrownBy(() -> a.rsocket.onReceive(Immediate.of(Immediate.DATA, 0)))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void moreMessagesThanCreditsAreRefused() throws Exception {
        connect();
        for (int i = 0; i < CREDITS; i++) {
            a.rsocket.onReceive(Immediate.of(Immediate.DATA, 1));
        }

        assertThatThrownBy(() -> a.rsocket.onReceive(Immediate.of(Immediate.DATA, 1)))
                .hasMessage("more than the announced 16 messages are unread");
    }

    @Test
    void aLimitThatMovesBackIsRefused() {
        connect();

        assertThatThrownBy(() -> a.rsocket.onReceive(Immediate.of(Immediate.CREDITS, -1 & 0xFFFF)))
                .hasMessage("limit of 65535 messages after 0, which exceeds credits = 16");
    }

    /** The first limit allows as many messages as the peer has credits, and no more. */
    @Test
    void aLimitBeyondTheCreditsIsRefused() throws Exception {
        connect();
        a.rsocket.onReceive(Immediate.of(Immediate.CREDITS, CREDITS));

        assertThatThrownBy(() -> a.rsocket.onReceive(Immediate.of(Immediate.CREDITS, CREDITS + 1)))
                .hasMessage("limit of 17 messages after 0, which exceeds credits = 16");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void anUnknownOperationIsRefused(int operation) {
        connect();

        assertThatThrownBy(() -> a.rsocket.onReceive(Immediate.of(operation, 1)))
                .hasMessage("operation " + operation + ", which rsocket does not send");
    }

    @Test
    void randomMessagesEndTheConnectionOrAreCounted() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            Station station = new Station(32, 4096, CREDITS, RING);
            Station.connect(station, new Station(32, 4096, CREDITS, RING));
            try {
                for (int k = 0; k < 100; k++) {
                    int value = random.nextBoolean() ? random.nextInt(32) : random.nextInt(1 << 29);
                    station.rsocket.onReceive(Immediate.of(random.nextInt(8), value));
                    station.control();
                    station.acknowledge();
                    station.read(new byte[100], 0, random.nextInt(100));
                }
            } catch (ProtocolException e) {
                assertThat(e).as("seed %d", seed).hasMessageNotContaining("null");
            }
        }
    }
}
