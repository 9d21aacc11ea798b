// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WcStatus;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.WorkRequest;

/** Events of completion queues on their channels: {@code ibv_req_notify_cq(3)}, {@code ibv_get_cq_event(3)}. */
public final class Notifications implements DataPathBehaviours {
    private static final Duration MOMENT = Duration.ofMillis(30);

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.COMP_CHANNEL);
    }

    /** A pair whose receive completion queue reports to a channel. */
    private record Watched(QpPair pair, CompletionQueue cq, CompletionChannel channel) {
        static Watched of(Fixture fixture) {
            CompletionChannel channel = fixture.context().createCompChannel();
            CompletionQueue cq = fixture.context()
                    .createCq(CqInitAttr.builder().cqe(64).channel(channel).build());
            QpPair pair = QpPair.of(
                    fixture, fixture.anyType(), request -> request, request -> request.qp(qp -> qp.recvCq(cq)));
            IntStream.range(0, 8).forEach(i -> pair.responder().postRecv(i, 0, 64));
            return new Watched(pair, cq, channel);
        }

        /** Delivers a message and waits until the receiver has polled it. */
        void deliver(int number, SendFlag... flags) {
            WorkRequest request = send().id(number);
            for (SendFlag flag : flags) {
                request.with(flag);
            }
            pair.post(request);
            pair.responder().receives().success(number);
            pair.requester().sends().success(number);
        }

        void assertEvent() throws InterruptedException {
            Duration patience = pair.responder().fixture().patience();
            assertThat(channel.nextEvent(patience)).containsSame(cq);
            cq.ackEvents(1);
        }

        void assertNoEvent() throws InterruptedException {
            assertThat(channel.nextEvent(MOMENT)).isEmpty();
        }
    }

    @Behaviour(id = "CQ-09", says = "a notification request results in exactly one event when a completion arrives")
    public void notifiesOnce(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        watched.cq.requestNotify(false);
        watched.assertNoEvent();

        watched.deliver(0);
        watched.assertEvent();
        watched.deliver(1);
        watched.assertNoEvent();
    }

    @Behaviour(id = "CQ-09-SILENT", says = "without a notification request, there is no event")
    public void staysSilent(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);

        watched.deliver(0);

        watched.assertNoEvent();
        assertThat(watched.channel.nextEvent()).isEmpty();
    }

    @Behaviour(id = "CQ-09-AGAIN", says = "each notification request results in an event")
    public void notifiesAgain(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        for (int i = 0; i < 3; i++) {
            watched.cq.requestNotify(false);
            watched.deliver(i);
            watched.assertEvent();
        }
    }

    @Behaviour(
            id = "CQ-09-SOLICITED",
            says = "a request for solicited completions waits for a message with IBV_SEND_SOLICITED")
    public void notifiesSolicited(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        watched.cq.requestNotify(true);

        watched.deliver(0);
        watched.assertNoEvent();
        watched.deliver(1, SendFlag.SOLICITED);
        watched.assertEvent();
    }

    @Behaviour(id = "CQ-09-ANY-SOLICITED", says = "a request for any completion also reports a solicited one")
    public void anyTakesSolicited(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        watched.cq.requestNotify(false);

        watched.deliver(0, SendFlag.SOLICITED);

        watched.assertEvent();
    }

    @Behaviour(id = "CQ-09-UPGRADE", says = "a request for any completion widens a request for solicited ones")
    public void upgrades(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        watched.cq.requestNotify(true);
        watched.cq.requestNotify(false);

        watched.deliver(0);

        watched.assertEvent();
        watched.assertNoEvent();
    }

    @Behaviour(
            id = "CQ-09-DOWNGRADE",
            says = "a request for solicited completions does not narrow a request for any completion")
    public void doesNotDowngrade(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        watched.cq.requestNotify(false);
        watched.cq.requestNotify(true);

        watched.deliver(0);

        watched.assertEvent();
    }

    @Behaviour(id = "CQ-09-ERROR", says = "a flushed work request is an event for a request for solicited completions")
    public void notifiesErrors(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        watched.cq.requestNotify(true);

        watched.pair.responder().fail();

        watched.assertEvent();
        watched.pair.responder().receives().withStatus(0, WcStatus.WR_FLUSH_ERR);
    }

    @Behaviour(
            id = "CQ-09-NOTHING-MISSED",
            says = "an application that requests a notification, polls and then waits misses no completion")
    public void missesNothing(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        int received = 0;
        watched.pair.post(send().id(0));
        while (received < 8) {
            watched.cq.requestNotify(false);
            if (watched.pair.responder().receives().poll().isPresent()) {
                received++;
                if (received < 8) {
                    watched.pair.post(send().id(received));
                }
            } else {
                watched.assertEvent();
            }
        }
    }

    @Behaviour(id = "CQ-09-SHARED", says = "a channel reports which of its queues has completions")
    public void namesQueue(Fixture fixture) throws InterruptedException {
        CompletionChannel channel = fixture.context().createCompChannel();
        CompletionQueue first = fixture.context()
                .createCq(CqInitAttr.builder().cqe(16).channel(channel).build());
        CompletionQueue second = fixture.context()
                .createCq(CqInitAttr.builder().cqe(16).channel(channel).build());
        QpPair pair = QpPair.of(
                fixture,
                fixture.anyType(),
                request -> request.qp(qp -> qp.sendCq(first)),
                request -> request.qp(qp -> qp.recvCq(second)));
        pair.responder().postRecv(0, 0, 64);
        first.requestNotify(false);
        second.requestNotify(false);

        pair.post(send().id(0));

        CompletionQueue one = channel.nextEvent(Fixture.PATIENCE).orElseThrow();
        CompletionQueue other = channel.nextEvent(Fixture.PATIENCE).orElseThrow();
        assertThat(new CompletionQueue[] {one, other}).containsExactlyInAnyOrder(first, second);
        first.ackEvents(1);
        second.ackEvents(1);
    }

    @Behaviour(id = "CQ-10", says = "a notification request on a queue without a channel fails, or has no effect")
    public void withoutChannel(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, fixture.anyType());
        try {
            pair.responder().receives().cq().requestNotify(false);
        } catch (VerbsException e) {
            assertThat(e.verb()).isEqualTo("ibv_req_notify_cq");
        }
        pair.responder().postRecv(1, 0, 64);
        pair.post(send().id(2));

        pair.responder().receives().success(1);
    }

    @Behaviour(id = "CQ-11", says = "a queue with unacknowledged events can be closed")
    public void closesUnacknowledged(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        watched.cq.requestNotify(false);
        watched.deliver(0);
        assertThat(watched.channel.nextEvent(Fixture.PATIENCE)).containsSame(watched.cq);

        watched.pair.responder().qp().close();
        watched.cq.close();
        watched.channel.close();

        assertThat(watched.channel.isClosed()).isTrue();
    }

    @Behaviour(id = "CQ-11-PENDING", says = "a queue with an unread event can be closed")
    public void closesWithPendingEvent(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        watched.cq.requestNotify(false);
        watched.deliver(0);

        watched.pair.responder().qp().close();
        watched.cq.close();

        assertThat(watched.channel.nextEvent(MOMENT)).isEmpty();
        watched.channel.close();
    }

    @Behaviour(id = "CQ-12", says = "more acknowledgements than events are rejected before the call")
    public void refusesTooManyAcks(Fixture fixture) throws InterruptedException {
        Watched watched = Watched.of(fixture);
        assertRefused(() -> watched.cq.ackEvents(1)).byVerbena();
        watched.cq.requestNotify(false);
        watched.deliver(0);
        assertThat(watched.channel.nextEvent(Fixture.PATIENCE)).isPresent();

        assertRefused(() -> watched.cq.ackEvents(2)).byVerbena();
        watched.cq.ackEvents(1);
        assertRefused(() -> watched.cq.ackEvents(1)).byVerbena();
    }

    @Behaviour(id = "CQ-11-WAITER", says = "closing a channel ends a wait for its events")
    public void closeEndsWait(Fixture fixture) throws Exception {
        CompletionChannel channel = fixture.context().createCompChannel();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<?> waiting = executor.submit(() -> channel.nextEvent(Fixture.PATIENCE));
            // The test cannot detect whether the other thread already waits. Both orders must succeed.
            TimeUnit.MILLISECONDS.sleep(MOMENT.toMillis());

            channel.close();

            assertThat(waiting)
                    .failsWithin(Fixture.PATIENCE)
                    .withThrowableThat()
                    .withCauseInstanceOf(ClosedHandleException.class);
        } finally {
            executor.shutdown();
        }
    }
}
