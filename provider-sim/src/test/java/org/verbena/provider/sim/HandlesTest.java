// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.core.observe.EventLog;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.PendingCompletions;

/** Checks the information about handles that a simulator provides for test frameworks. */
class HandlesTest {
    private final EventLog log = new EventLog(100);
    private final SimProvider provider =
            SimProvider.builder().device("mlx5").eventLog(log).build();

    @Test
    void aSimulatorListsItsOwnOpenHandles() {
        DeviceContext stranger = new SimProvider().devices().get(0).open();
        DeviceContext context = Fabrics.open(provider, 0);
        stranger.allocPd();
        context.allocPd().close();
        context.allocPd();

        assertThat(provider.handles())
                .extracting(HandleInfo::name)
                .containsExactly("device context of device sim_mlx5_0", "protection domain #2 of device sim_mlx5_0");
        assertThat(provider.handles().get(1).creation().lines())
                .anyMatch(line -> line.contains("HandlesTest.aSimulatorListsItsOwnOpenHandles"));

        context.close();
        assertThat(provider.handles()).isEmpty();
        stranger.close();
    }

    @Test
    void aSimulatorCountsUnpolledCompletions() {
        try (DeviceContext context = Fabrics.open(provider, 0)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            assertThat(provider.pendingCompletions()).isEmpty();
            other.receive(1, 0, 8).receive(2, 0, 8);
            one.post(wr -> wr.send().noData()).post(wr -> wr.send().noData());

            assertThat(one.completion().isSuccess()).isTrue();
            assertThat(provider.pendingCompletions())
                    .extracting(PendingCompletions::count)
                    .containsExactlyInAnyOrder(1, 2);
            assertThat(provider.pendingCompletions())
                    .allSatisfy(pending -> assertThat(pending.cq().kind()).isEqualTo("completion queue"));
        }
    }

    @Test
    void theLogHasTheEventsOfItsHandles() {
        try (DeviceContext context = Fabrics.open(provider, 0)) {
            End end = new End(context, QpType.RC);
            end.connectTo(end, attr -> attr);
            end.receive(7, 0, 8);
            provider.fabric().faults().failQueuePair("sim_mlx5_0", end.qp.qpNum());
            assertThat(end.completion().isSuccess()).isFalse();
        }

        assertThat(log.events())
                .extracting(EventLog.Event::name)
                .startsWith("HandleCreate")
                .contains("QpModify", "ErrorCompletion")
                .endsWith("HandleDestroy");
        assertThat(log.events())
                .filteredOn(event -> event.name().equals("ErrorCompletion"))
                .singleElement()
                .satisfies(event -> assertThat(event.fields())
                        .containsAllEntriesOf(Map.of("statusName", "WR_FLUSH_ERR", "wrId", 7L)));
        assertThat(log.events().toString()).contains("toState=" + QpState.RTS);
    }

    @Test
    void aFullLogKeepsTheLatestEvents() {
        EventLog small = new EventLog(2);
        SimProvider other = SimProvider.builder().device("mlx5").eventLog(small).build();
        Fabrics.open(other, 0).close();
        Fabrics.open(other, 0).close();

        assertThat(small.events()).extracting(EventLog.Event::name).containsExactly("HandleCreate", "HandleDestroy");
        assertThatThrownBy(() -> new EventLog(0)).hasMessage("capacity = 0, limit 1 and above");
    }
}
