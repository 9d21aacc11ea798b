// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AsyncEvent;
import org.verbena.Completion;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.PostException;

/** Checks posts, completions and events through the genuine libmlx5 between two queue pairs. */
@ParameterizedClass
@ValueSource(strings = {"ffm", "jna"})
class DataPathIT extends LoopbackFixture {
    @Test
    void aSendDeliversItsBytesAndImmediateData() {
        Pair pair = connect(rc().build());
        RecvBatch receive = context.newRecvBatch(1, 1);
        receive.add().wrId(1).sge(remote, 0, 100);
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().wrId(2).sge(local, 0, 5).sendImm(0x1122_3344).signaled();

        for (int round = 0; round < 100; round++) {
            write(local, "ping" + round % 10);
            pair.second().postRecv(receive);
            pair.first().postSend(send);

            List<Completion> done = poll(2);
            assertThat(done).extracting(Completion::statusCode).containsOnly(WcStatus.SUCCESS.value());
            Completion received = received(done);
            assertThat(received.byteLen()).isEqualTo(5);
            assertThat(received.immData()).isEqualTo(0x1122_3344);
            assertThat(received.qpNum()).isEqualTo(pair.second().qpNum());
            assertThat(read(remote, 5)).isEqualTo("ping" + round % 10);
        }
    }

    @Test
    void inlineDataNeedsNoRegion() {
        Pair pair = connect(rc().maxInlineData(64).build());
        RecvBatch receive = context.newRecvBatch(1, 1);
        receive.add().sge(remote, 0, 64);
        SendBatch send = context.newSendBatch(1, 1, 64);
        send.add().send().inlineData(bytes("hello")).signaled();

        pair.second().postRecv(receive);
        pair.first().postSend(send);

        assertThat(received(poll(2)).byteLen()).isEqualTo(5);
        assertThat(read(remote, 5)).isEqualTo("hello");
    }

    @Test
    void oneSharedReceiveQueueServesTwoQueuePairs() {
        SharedReceiveQueue srq =
                pd.createSrq(SrqInitAttr.builder().maxWr(16).maxSge(1).build());
        Pair pair = connect(rc().srq(srq).build());
        RecvBatch receives = context.newRecvBatch(4, 1);
        for (int i = 0; i < 4; i++) {
            receives.add().wrId(100 + i).sge(remote, i * 64L, 64);
        }
        srq.postRecv(receives);
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().send().sge(local, 0, 8).signaled();

        pair.first().postSend(send);
        List<Completion> done = poll(2);
        pair.second().postSend(send);
        done.addAll(poll(2));

        assertThat(done)
                .filteredOn(completion -> completion.opcode() == WcOpcode.RECV)
                .extracting(Completion::wrId)
                .containsExactly(100L, 101L);
    }

    @Test
    void postToAFullQueueReportsTheRejectedWorkRequest() {
        Pair pair = connect(rc().build());
        int room = (int) pair.second().grantedCap().maxRecvWr();
        RecvBatch receives = context.newRecvBatch(room + 3, 1);
        for (int i = 0; i < room + 3; i++) {
            receives.add().wrId(i).sge(remote, 0, 8);
        }

        assertThatExceptionOfType(PostException.class)
                .isThrownBy(() -> pair.second().postRecv(receives))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .satisfies(e -> assertThat(e.badWr()).isEqualTo(room));
    }

    @Test
    void writeReadAndFetchAddAccessRemoteMemory() {
        Pair pair = connect(rc().build());
        write(local, "written");
        SendBatch send = context.newSendBatch(3, 1, 0);
        send.add().write(remote.address(), remote.rkey()).sge(local, 0, 7);
        send.add().read(remote.address(), remote.rkey()).sge(local, 512, 7);
        send.add()
                .fetchAdd(remote.address() + 4096, remote.rkey(), 3)
                .sge(local, 1024, 8)
                .signaled();

        pair.first().postSend(send);
        pair.first().postSend(send, 2, 3);

        assertThat(poll(2)).extracting(Completion::status).containsOnly(WcStatus.SUCCESS);
        assertThat(read(remote, 7)).isEqualTo("written");
        assertThat(text(local.view(512, 7))).isEqualTo("written");
        assertThat(Long.reverseBytes(local.view(1024, 8).getLong())).isEqualTo(3);
        assertThat(Long.reverseBytes(remote.view(4096, 8).getLong())).isEqualTo(6);
    }

    @Test
    void workInFlightIsFlushed() {
        Pair pair = connect(rc().build());
        RecvBatch receives = context.newRecvBatch(3, 1);
        for (int i = 0; i < 3; i++) {
            receives.add().wrId(i).sge(remote, 0, 8);
        }
        pair.second().postRecv(receives);

        pair.second().modify(QpAttr.builder().qpState(QpState.ERR).build());

        assertThat(poll(3)).extracting(Completion::status).containsOnly(WcStatus.WR_FLUSH_ERR);
    }

    // ---------------------------------------------------------------- events

    @Test
    void aCompletionRaisesAnEventOnItsChannel() throws InterruptedException {
        CompletionChannel channel = context.createCompChannel();
        CompletionQueue notified =
                context.createCq(CqInitAttr.builder().cqe(16).channel(channel).build());
        Pair pair = connect(rc().sendCq(notified).recvCq(notified).build());
        assertThat(channel.nextEvent(Duration.ZERO)).isEmpty();
        notified.requestNotify(false);

        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(remote.address(), remote.rkey()).sge(local, 0, 8).signaled();
        pair.first().postSend(send);

        assertThat(channel.nextEvent(MAX_WAIT)).contains(notified);
        notified.ackEvents(1);
        assertThat(channel.nextEvent()).isEmpty();
    }

    @Test
    void unacknowledgedEventsDoNotHoldUpClose() throws InterruptedException {
        CompletionChannel channel = context.createCompChannel();
        CompletionQueue notified =
                context.createCq(CqInitAttr.builder().cqe(16).channel(channel).build());
        Pair pair = connect(rc().sendCq(notified).recvCq(notified).build());
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().write(remote.address(), remote.rkey()).sge(local, 0, 8).signaled();
        for (int i = 0; i < 3; i++) {
            notified.requestNotify(false);
            pair.first().postSend(send);
            assertThat(channel.nextEvent(MAX_WAIT)).contains(notified);
        }

        pair.close();
        notified.close();
        channel.close();
    }

    @Test
    void aSharedReceiveQueueReportsItsLimitEvent() throws InterruptedException {
        SharedReceiveQueue srq =
                pd.createSrq(SrqInitAttr.builder().maxWr(16).maxSge(1).build());
        Pair pair = connect(rc().srq(srq).build());
        RecvBatch receives = context.newRecvBatch(4, 1);
        for (int i = 0; i < 4; i++) {
            receives.add().sge(remote, 0, 64);
        }
        srq.postRecv(receives);
        srq.modify(new SrqAttr(0, 0, 4), Flags.of(SrqAttr.Mask.LIMIT));
        SendBatch send = context.newSendBatch(1, 1, 0);
        send.add().send().sge(local, 0, 8).signaled();

        pair.first().postSend(send);

        assertThat(context.asyncEvents().nextEvent(MAX_WAIT))
                .get()
                .satisfies(event -> assertThat(event.eventType()).isEqualTo(AsyncEventType.SRQ_LIMIT_REACHED))
                .extracting(AsyncEvent::element)
                .isEqualTo(Optional.of(srq));
    }
}
