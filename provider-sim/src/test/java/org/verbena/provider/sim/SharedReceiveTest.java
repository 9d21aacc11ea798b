// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.AsyncEvent;
import org.verbena.DeviceContext;
import org.verbena.RecvBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;

/** Checks one shared receive queue for many queue pairs. */
class SharedReceiveTest {
    private static SharedReceiveQueue queue(End owner) {
        return owner.pd.createSrq(SrqInitAttr.builder().maxWr(31).maxSge(1).build());
    }

    private static void post(SharedReceiveQueue queue, End owner, int count) {
        RecvBatch batch = owner.context.newRecvBatch(count, 1);
        for (int i = 0; i < count; i++) {
            batch.add().wrId(i).sge(owner.mr, 64L * i, 64);
        }
        queue.postRecv(batch);
    }

    @Test
    void manySendersTakeReceivesInTurn() {
        try (DeviceContext context = Sims.open("mlx5")) {
            End owner = new End(context, QpType.RC);
            SharedReceiveQueue queue = queue(owner);
            post(queue, owner, 8);
            List<End> senders = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                End receiver =
                        new End(context, QpType.RC, attr -> attr.srq(queue).recvCq(owner.cq));
                End sender = new End(context, QpType.RC);
                receiver.connectTo(sender, attr -> attr);
                sender.connectTo(receiver, attr -> attr);
                senders.add(sender);
            }
            queue.modify(new SrqAttr(0, 0, 7), Flags.of(SrqAttr.Mask.LIMIT));
            for (int i = 0; i < 8; i++) {
                End sender = senders.get(i % 4);
                sender.post(wr -> wr.send().noData());
                assertThat(sender.completion().isSuccess()).isTrue();
                assertThat(owner.completion().wrId()).isEqualTo(i);
            }
            AsyncEvent event = context.asyncEvents().nextEvent().orElseThrow();
            assertThat(event.eventType()).isEqualTo(AsyncEventType.SRQ_LIMIT_REACHED);
            assertThat(event.element()).containsSame(queue);
            assertThat(context.asyncEvents().nextEvent()).as("second event").isEmpty();
            assertThat(queue.query().srqLimit()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"mlx5,true", "rxe,true", "rxe-6.1,false", "irdma-gen3,false", "bnxt_re,true"})
    void lastWqeReachedIsReportedBySomeDrivers(String profile, boolean reported) {
        try (DeviceContext context = Sims.open(profile)) {
            End owner = new End(context, QpType.RC);
            SharedReceiveQueue queue = queue(owner);
            post(queue, owner, 2);
            End one = new End(context, QpType.RC, attr -> attr.srq(queue));
            End.connect(one, owner);
            one.qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
            assertThat(context.asyncEvents()
                            .nextEvent()
                            .map(AsyncEvent::eventType)
                            .filter(AsyncEventType.QP_LAST_WQE_REACHED::equals)
                            .isPresent())
                    .isEqualTo(reported);
            assertThat(one.isQuiet())
                    .as("receives of the shared queue are not flushed")
                    .isTrue();
        }
    }
}
