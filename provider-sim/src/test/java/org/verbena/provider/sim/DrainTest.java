// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.VerbsException;

/** Checks that a draining send queue completes the requests that it has started. */
class DrainTest {
    @Test
    void drainingCompletesStartedRequestsAndHoldsLaterOnes() {
        SimProvider provider = Fabrics.of(ClockMode.MANUAL, "mlx4");
        try (DeviceContext context = Fabrics.open(provider, 0)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            one.post(wr -> wr.wrId(1).send().noData());
            one.qp.modify(
                    QpAttr.builder().qpState(QpState.SQD).enSqdAsyncNotify(1).build());
            one.post(wr -> wr.wrId(2).send().noData());
            QpAttr back = QpAttr.builder().qpState(QpState.RTS).build();
            assertThat(one.qp.query().attr().sqDraining()).isEqualTo(1);
            assertThat(context.asyncEvents().nextEvent()).isEmpty();

            other.receive(1, 0, 8).receive(2, 0, 8);
            provider.fabric().clock().advance(Duration.ofMillis(1));
            assertThat(one.completion().wrId()).isEqualTo(1);
            assertThat(one.isQuiet()).isTrue();
            assertThat(context.asyncEvents().nextEvent().orElseThrow().eventType())
                    .isEqualTo(AsyncEventType.SQ_DRAINED);
            one.qp.modify(back);
            assertThat(one.completion().wrId()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "rxe-6.1"})
    void onRxeARequestInRnrRetryResumesWithTheNextPost(String profile) {
        SimProvider provider = Fabrics.of(ClockMode.MANUAL, profile);
        try (DeviceContext context = Fabrics.open(provider, 0)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            one.post(wr -> wr.wrId(1).send().noData());
            one.qp.modify(QpAttr.builder().qpState(QpState.SQD).build());
            QpAttr back = QpAttr.builder().qpState(QpState.RTS).build();
            assertThat(one.qp.query().attr().sqDraining()).isEqualTo(1);
            assertThatThrownBy(() -> one.qp.modify(back))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("draining");
            other.receive(1, 0, 8).receive(2, 0, 8);

            // All timers of the request expire in this time.
            provider.fabric().clock().advance(Duration.ofMillis(100));

            assertThat(one.qp.query().attr().sqDraining()).isZero();
            assertThat(context.asyncEvents().nextEvent().orElseThrow().eventType())
                    .isEqualTo(AsyncEventType.SQ_DRAINED);
            one.qp.modify(back);
            provider.fabric().clock().advance(Duration.ofSeconds(10));
            assertThat(one.isQuiet()).isTrue();

            one.post(wr -> wr.wrId(2).send().noData());

            assertThat(one.completion().wrId()).isEqualTo(1);
            assertThat(one.completion().wrId()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx4"})
    void requestsPostedInSqdStartWithRtsOrTheNextPost(String profile) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            other.receive(1, 0, 8).receive(2, 0, 8);
            one.qp.modify(QpAttr.builder().qpState(QpState.SQD).build());
            one.post(wr -> wr.wrId(1).send().noData());

            one.qp.modify(QpAttr.builder().qpState(QpState.RTS).build());

            if (profile.equals("rxe")) {
                assertThat(one.isQuiet()).isTrue();
                one.post(wr -> wr.wrId(2).send().noData());
            }
            assertThat(one.completion().wrId()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,2", "rxe-6.1,1", "mlx4,1"})
    void aSecondChangeToSqdMayBeReportedAgain(String profile, int reports) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End.connect(one, new End(context, QpType.RC));
            QpAttr drain =
                    QpAttr.builder().qpState(QpState.SQD).enSqdAsyncNotify(1).build();
            one.qp.modify(drain);
            one.qp.modify(QpAttr.builder().qpState(QpState.SQD).build());

            int events = 0;
            while (context.asyncEvents().nextEvent().isPresent()) {
                events++;
            }
            assertThat(events).isEqualTo(reports);
        }
    }
}
