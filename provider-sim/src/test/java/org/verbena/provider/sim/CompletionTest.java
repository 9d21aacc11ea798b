// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcStatus;

/** Checks how completions are announced, read and lost. */
class CompletionTest {
    @Test
    void requestNotifyCausesOneEventForASolicitedCompletion() throws InterruptedException {
        try (DeviceContext context = Sims.open("rxe")) {
            CompletionChannel channel = context.createCompChannel();
            CompletionQueue cq = context.createCq(
                    CqInitAttr.builder().cqe(16).channel(channel).build());
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC, attr -> attr.recvCq(cq));
            End.connect(one, other);
            for (int i = 0; i < 4; i++) {
                other.receive(i, 0, 8);
            }
            one.post(wr -> wr.send().noData());
            assertThat(channel.nextEvent()).as("no notification requested").isEmpty();
            cq.requestNotify(true);
            one.post(wr -> wr.send().noData());
            assertThat(channel.nextEvent()).as("not solicited").isEmpty();
            one.post(wr -> wr.send().solicited().noData());
            assertThat(channel.nextEvent(Duration.ofSeconds(60))).containsSame(cq);
            one.post(wr -> wr.send().solicited().noData());
            assertThat(channel.nextEvent()).as("one request causes one event").isEmpty();
            cq.ackEvents(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,RTS", "mlx5,ERR"})
    void aFullQueueLosesCompletions(String profile, QpState state) {
        try (DeviceContext context = Sims.open(profile)) {
            CompletionQueue small = context.createCq(CqInitAttr.builder().cqe(1).build());
            End one = new End(context, QpType.RC, attr -> attr.sendCq(small));
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            for (int i = 0; i <= small.grantedCqe(); i++) {
                other.receive(i, 0, 8);
                one.post(wr -> wr.send().noData());
            }
            assertThat(context.asyncEvents().nextEvent().orElseThrow().eventType())
                    .isEqualTo(AsyncEventType.CQ_ERR);
            assertThat(one.qp.query().attr().qpState()).isEqualTo(state);
        }
    }

    @Test
    void aFullQueueThatIgnoresOverrunKeepsTheNewestCompletions() {
        try (DeviceContext context = Sims.open("spec")) {
            CompletionQueueEx small = context.createCqEx(CqInitAttr.builder()
                    .cqe(2)
                    .wcFlags(WcFlag.BYTE_LEN)
                    .flags(CqCreateFlag.IGNORE_OVERRUN)
                    .build());
            End one = new End(context, QpType.RC, attr -> attr.sendCq(small).maxSendWr(4));
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            for (int i = 0; i < 9; i++) {
                int id = i;
                other.receive(i, 0, 8);
                one.post(wr -> wr.wrId(id).send().noData());
            }

            assertThat(small.startPoll()).isTrue();
            assertThat(small.wrId()).isEqualTo(7);
            assertThat(small.nextPoll()).isTrue();
            assertThat(small.wrId()).isEqualTo(8);
            assertThat(small.nextPoll()).isFalse();
            small.endPoll();
            assertThat(context.asyncEvents().nextEvent()).isEmpty();
        }
    }

    @Test
    void anExtendedQueueIsPolledInPlaceWithTimestamps() {
        SimProvider provider = Fabrics.of(ClockMode.MANUAL, "mlx5");
        try (DeviceContext context = Fabrics.open(provider, 0)) {
            CompletionQueueEx cq = context.createCqEx(CqInitAttr.builder()
                    .cqe(16)
                    .wcFlags(WcFlag.BYTE_LEN, WcFlag.IMM, WcFlag.COMPLETION_TIMESTAMP_WALLCLOCK)
                    .build());
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC, attr -> attr.recvCq(cq));
            End.connect(one, other);
            other.receive(1, 0, 8).receive(2, 0, 8);
            provider.fabric().clock().advance(Duration.ofMillis(3));
            one.post(wr -> wr.sendImm(0xABCD).sge(one.mr, 0, 5));
            one.post(wr -> wr.send().noData());

            assertThat(cq.startPoll()).isTrue();
            assertThat(cq.wrId()).isEqualTo(1);
            assertThat(cq.status()).isEqualTo(WcStatus.SUCCESS);
            assertThat(cq.byteLen()).isEqualTo(5);
            assertThat(cq.immData()).isEqualTo(0xABCD);
            assertThat(cq.completionWallclockNs()).isEqualTo(3_000_000);
            assertThat(cq.nextPoll()).isTrue();
            assertThat(cq.wrId()).isEqualTo(2);
            assertThat(cq.nextPoll()).isFalse();
            cq.endPoll();
        }
    }
}
