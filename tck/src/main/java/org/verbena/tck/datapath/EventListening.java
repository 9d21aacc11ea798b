// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.write;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.verbena.AsyncEventListener;
import org.verbena.AsyncEvents;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.error.ClosedHandleException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Events;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.SrqLimitEvent;
import org.verbena.tck.traffic.WorkRequest;

/** Asynchronous events: {@code ibv_get_async_event(3)}. */
public final class EventListening implements DataPathBehaviours {
    private static final Duration MOMENT = Duration.ofMillis(30);
    private static final long NO_KEY = 0xFFFF_FE00L;

    @Behaviour(
            id = "EV-01",
            needs = Capability.RC,
            says = "a write and a read with a wrong rkey report QP_ACCESS_ERR for the queue pair that rejects them")
    public void accessError(Fixture fixture) {
        assertAccessError(fixture, to -> write(to.address(0), NO_KEY));
        assertAccessError(fixture, from -> read(from.address(0), NO_KEY));
    }

    private static void assertAccessError(Fixture fixture, Function<Memory, WorkRequest> request) {
        QpPair pair = QpPair.of(fixture, QpType.RC);

        pair.post(request.apply(pair.responder().memory())
                .id(1)
                .data(pair.requester().memory(), 0, 8));

        pair.requester().sends().withStatus(1, WcStatus.REM_ACCESS_ERR);
        Events.of(fixture).await(AsyncEventType.QP_ACCESS_ERR, pair.responder().qp());
    }

    @Behaviour(id = "EV-02", says = "without an event, the wait ends at its timeout")
    public void timesOut(Fixture fixture) throws InterruptedException {
        AsyncEvents events = fixture.context().asyncEvents();

        assertThat(events.nextEvent()).isEmpty();
        assertThat(events.nextEvent(MOMENT)).isEmpty();
        assertThat(events).isSameAs(fixture.context().asyncEvents());
    }

    @Behaviour(id = "EV-02-CLOSE", says = "closing the device context ends a wait for its events")
    public void closeEndsWait(Fixture fixture) throws Exception {
        AsyncEvents events = fixture.context().asyncEvents();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<?> waiting = executor.submit(() -> events.nextEvent(Fixture.PATIENCE));
            TimeUnit.MILLISECONDS.sleep(MOMENT.toMillis());

            fixture.context().close();

            assertThat(waiting)
                    .failsWithin(Fixture.PATIENCE)
                    .withThrowableThat()
                    .withCauseInstanceOf(ClosedHandleException.class);
        } finally {
            executor.shutdown();
        }
    }

    @Behaviour(
            id = "EV-03",
            needs = {Capability.RC, Capability.SRQ},
            says = "a listener receives each event with its object, until it is closed")
    public void tellsListener(Fixture fixture) throws Exception {
        BlockingQueue<SharedReceiveQueue> told = new LinkedBlockingQueue<>();
        AsyncEventListener listener = new AsyncEventListener() {
            @Override
            public void sharedReceiveQueue(AsyncEventType type, SharedReceiveQueue srq) {
                if (type == AsyncEventType.SRQ_LIMIT_REACHED) {
                    told.add(srq);
                }
            }

            @Override
            public void queuePair(AsyncEventType type, QueuePair qp) {
                throw new IllegalStateException("what a listener throws ends nothing");
            }
        };
        QpPair pair = SrqLimitEvent.pair(fixture);

        try (AutoCloseable listening = fixture.context().asyncEvents().listen(listener)) {
            assertThat(listening).isNotNull();
            SrqLimitEvent.reach(fixture, pair);
            assertThat(told.poll(fixture.patience().toSeconds(), TimeUnit.SECONDS))
                    .isSameAs(fixture.srq());
        }
        SrqLimitEvent.reach(fixture, pair);
        Events.of(fixture).await(AsyncEventType.SRQ_LIMIT_REACHED, fixture.srq());
        assertThat(told).isEmpty();
    }

    @Behaviour(
            id = "EV-04",
            needs = {Capability.RC, Capability.SRQ},
            says = "an object with an unread event can be closed")
    public void closesWithPendingEvent(Fixture fixture) {
        QpPair pair = SrqLimitEvent.pair(fixture);
        SrqLimitEvent.reach(fixture, pair);

        pair.responder().qp().close();
        fixture.srq().close();

        assertThat(fixture.srq().isClosed()).isTrue();
    }
}
