// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AsyncEvent;
import org.verbena.DeviceContext;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WcStatus;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorSettings;

/** Checks late receivers, lost messages, and other failures, with time controlled by the test. */
class RetryTest {
    /** timeout 14 of {@link End}: 4.096 us * 2^14. */
    private static final Duration TIMEOUT = Duration.ofNanos(4096L << 14);

    private SimProvider provider = Fabrics.of(ClockMode.MANUAL, "mlx5", "mlx5");
    private DeviceContext left = Fabrics.open(provider, 0);
    private DeviceContext right = Fabrics.open(provider, 1);
    private End one = new End(left, QpType.RC);
    private End other = new End(right, QpType.RC);

    private void restart(ClockMode mode, String profile) {
        close();
        provider = Fabrics.of(mode, profile, profile);
        left = Fabrics.open(provider, 0);
        right = Fabrics.open(provider, 1);
        one = new End(left, QpType.RC);
        other = new End(right, QpType.RC);
    }

    @AfterEach
    void close() {
        left.close();
        right.close();
    }

    private SimFaults faults() {
        return provider.fabric().faults();
    }

    private void advance(Duration time) {
        provider.fabric().clock().advance(time);
    }

    @Test
    void aSendWaitsForItsReceiver() {
        End.connect(one, other);
        one.write("late").post(wr -> wr.send().sge(one.mr, 0, 4));
        assertThat(one.isQuiet()).isTrue();
        other.receive(1, 0, 16);
        // min_rnr_timer 12 of the other end: 0.64 ms.
        advance(Duration.ofNanos(639_999));
        assertThat(one.isQuiet()).isTrue();
        advance(Duration.ofNanos(1));
        assertThat(one.completion().isSuccess()).isTrue();
        assertThat(other.read(0, 4)).isEqualTo("late");
    }

    @Test
    void aReceiverThatIsNeverReadyEndsTheConnection() {
        End.connect(one, other);
        one.post(wr -> wr.send().noData());
        advance(Duration.ofNanos(3 * 640_000 - 1));
        assertThat(one.isQuiet()).isTrue();
        advance(Duration.ofNanos(1));
        assertThat(one.completion().status()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5", "mlx4", "hns", "spec", "rxe"})
    void pollsAdvanceAVirtualClockToTheNextTimer(String profile) {
        restart(ClockMode.VIRTUAL, profile);
        End.connect(one, other);
        one.post(wr -> wr.send().noData());
        for (int i = 0; i < 2; i++) {
            assertThat(one.isQuiet()).isTrue();
        }
        assertThat(one.completion().status()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 64})
    void anRnrFaultCausesTheGivenNumberOfRnrNaks(int length) {
        End.connect(one, other);
        try (SimFaults.Injected fault = faults().inject(SimFault.rnr().times(2))) {
            other.receive(1, 0, 64).receive(2, 0, 64);
            one.post(wr -> wr.send().sge(one.mr, 0, length));
            // rnr_retry 2 of the other end; min_rnr_timer 12: 0.64 ms.
            advance(Duration.ofNanos(2 * 640_000 - 1));
            assertThat(one.isQuiet()).isTrue();
            advance(Duration.ofNanos(1));
            assertThat(one.completion().isSuccess()).isTrue();
            one.post(wr -> wr.write(other.mr.iova(), other.mr.rkey()).sge(one.mr, 0, length));
            assertThat(one.completion().isSuccess()).isTrue();
            assertThat(fault.hits())
                    .as("hits, without acknowledgements and writes")
                    .isEqualTo(2);
        }
    }

    @Test
    void anRnrNakOfAWriteWithImmediateDataRepeatsItsLastPacket() {
        End.connect(one, other);
        faults().inject(SimFault.rnr().times(1));
        other.receive(1, 0, 64);
        // Two packets: the path MTU of the ends is 1024.
        one.post(wr -> wr.writeImm(other.mr.iova(), other.mr.rkey(), 7).sge(one.mr, 0, 1025));
        assertThat(other.isQuiet()).isTrue();
        advance(Duration.ofNanos(640_000));
        assertThat(one.completion().isSuccess()).isTrue();
        assertThat(other.completion().immData()).isEqualTo(7);
    }

    @Test
    void aSendToAnUnconnectedPeerFailsAfterItsRetries() {
        one.connectTo(other, attr -> attr);
        one.post(wr -> wr.send().noData());
        advance(TIMEOUT.multipliedBy(4).minusNanos(1));
        assertThat(one.isQuiet()).isTrue();
        advance(Duration.ofNanos(1));
        assertThat(one.completion().status()).isEqualTo(WcStatus.RETRY_EXC_ERR);
    }

    @Test
    void aFencedSendIsSentAgainAlthoughAReadBehindItIsInFlight() {
        one.connectTo(other, attr -> attr);
        one.sends.clear();
        one.sends
                .add()
                .wrId(1)
                .send()
                .flags(Flags.of(SendFlag.FENCE, SendFlag.SIGNALED))
                .noData();
        one.sends
                .add()
                .wrId(2)
                .read(other.mr.address(), other.mr.rkey())
                .sge(one.mr, 0, 8)
                .signaled();
        one.qp.postSend(one.sends);
        advance(TIMEOUT.multipliedBy(4));
        assertThat(one.completion().status()).isEqualTo(WcStatus.RETRY_EXC_ERR);
        assertThat(one.completion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    @ParameterizedTest
    @CsvSource({"rxe, 6, true", "rxe, 7, false", "mlx5, 6, true", "mlx5, 7, true"})
    void retryCountOfSevenIsEndlessOnRxeOnly(String profile, int retryCnt, boolean ends) {
        restart(ClockMode.MANUAL, profile);
        ConnectorSettings settings =
                ConnectorSettings.builder().retryCnt(retryCnt).build();
        assertSendToLostPeer(Connector.create(settings), ends);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx5"})
    void sendToLostPeerEndsWithDefaultsOfTheConnector(String profile) {
        restart(ClockMode.MANUAL, profile);
        assertSendToLostPeer(Connector.create(), true);
    }

    private void assertSendToLostPeer(Connector connector, boolean ends) {
        connector.connect(one.qp, other.qp);
        try (SimFaults.Injected lost = faults().inject(SimFault.drop())) {
            one.post(wr -> wr.send().noData());
            advance(TIMEOUT.multipliedBy(100));
            if (ends) {
                assertThat(one.completion().status()).isEqualTo(WcStatus.RETRY_EXC_ERR);
            } else {
                assertThat(one.isQuiet()).isTrue();
                assertThat(lost.hits()).isGreaterThan(50);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lostMessagesAreSentAgain(boolean requests) {
        End.connect(one, other);
        try (SimFaults.Injected lost = faults().inject(SimFault.drop()
                .where(message -> message.request() == requests)
                .times(2))) {
            other.receive(1, 0, 64).receive(2, 64, 64);
            one.write("once").post(wr -> wr.send().sge(one.mr, 0, 4));
            advance(TIMEOUT.multipliedBy(2));
            assertThat(lost.hits()).isEqualTo(2);
        }
        assertThat(one.completion().isSuccess()).isTrue();
        assertThat(other.completion().wrId()).isEqualTo(1);
        assertThat(other.isQuiet()).as("delivered once").isTrue();
    }

    @Test
    void anAtomicWithALostResponseIsExecutedOnce() {
        End.connect(one, other);
        faults().inject(SimFault.corrupt()
                .where(message -> message.operation().equals("ATOMIC_ACKNOWLEDGE"))
                .times(1));
        one.post(wr -> wr.fetchAdd(other.mr.iova(), other.mr.rkey(), 5).sge(one.mr, 64, 8));
        advance(TIMEOUT);
        assertThat(one.completion().isSuccess()).isTrue();
        assertThat(other.mr.view(0, 8).order(ByteOrder.nativeOrder()).getLong(0))
                .isEqualTo(5);
    }

    @Test
    void aSequenceGapIsRepairedWithoutATimeout() {
        End.connect(one, other);
        faults().inject(SimFault.drop().where(SimMessage::request).times(1));
        other.receive(1, 0, 8).receive(2, 8, 8);
        one.post(wr -> wr.wrId(10).send().noData())
                .post(wr -> wr.wrId(11).send().noData());
        assertThat(one.completion().wrId()).isEqualTo(10);
        assertThat(one.completion().wrId()).isEqualTo(11);
        assertThat(other.completion().wrId()).isEqualTo(1);
        assertThat(other.completion().wrId()).isEqualTo(2);
    }

    @Test
    void duplicateAndDelayedMessagesAreDeliveredOnce() {
        End.connect(one, other);
        faults().inject(SimFault.duplicate().times(4));
        faults().inject(SimFault.delay(Duration.ofMillis(1)).where(SimMessage::request));
        for (int i = 0; i < 4; i++) {
            other.receive(i, 0, 64);
            one.post(wr -> wr.send().sge(one.mr, 0, 8));
        }
        advance(TIMEOUT.multipliedBy(4));
        for (int i = 0; i < 4; i++) {
            assertThat(one.completion().isSuccess()).isTrue();
            assertThat(other.completion().wrId()).isEqualTo(i);
        }
        assertThat(other.isQuiet()).isTrue();
    }

    @Test
    void aPortThatIsDownIsReportedAndDeliversNothing() {
        End.connect(one, other);
        String name = right.device().name();
        faults().portDown(name, 1);
        AsyncEvent down = right.asyncEvents().nextEvent().orElseThrow();
        assertThat(down.eventType()).isEqualTo(AsyncEventType.PORT_ERR);
        assertThat(down.portNum()).isEqualTo(1);
        other.receive(1, 0, 8);
        one.post(wr -> wr.send().noData());
        assertThat(other.isQuiet()).isTrue();
        faults().portUp(name, 1);
        assertThat(right.asyncEvents().nextEvent().orElseThrow().eventType()).isEqualTo(AsyncEventType.PORT_ACTIVE);
        advance(TIMEOUT);
        assertThat(one.completion().isSuccess()).isTrue();
    }
}
