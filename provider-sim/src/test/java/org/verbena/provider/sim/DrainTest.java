package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.verbena.AsyncEventType;
import org.verbena.DeviceContext;
import org.verbena.QpAttr;
import org.verbena.QpState;
import org.verbena.QpType;
import org.verbena.VerbsException;

/** Send queues that finish what they have begun. */
class DrainTest {
    @Test
    void whatIsOnItsWayArrivesAndTheRestWaits() {
        SimProvider provider = Fabrics.of(ClockMode.MANUAL, "rxe");
        try (DeviceContext context = Fabrics.open(provider, 0)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            one.post(wr -> wr.wrId(1).send().noData());
            one.qp.modify(QpAttr.builder().qpState(QpState.SQD).build());
            one.post(wr -> wr.wrId(2).send().noData());
            QpAttr back = QpAttr.builder().qpState(QpState.RTS).build();
            assertThat(one.qp.query().attr().sqDraining()).isEqualTo(1);
            assertThatThrownBy(() -> one.qp.modify(back))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("draining");
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
}
