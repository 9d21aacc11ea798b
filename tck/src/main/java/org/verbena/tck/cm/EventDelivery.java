// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.ClosedHandleException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.CmSide;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.Threads;

/** Events: {@code rdma_get_cm_event(3)}, {@code rdma_ack_cm_event(3)}, {@code rdma_migrate_id(3)}. */
public final class EventDelivery implements ConnectionBehaviours {
    private static final int PORT = 7471;
    private static final int THREADS = 4;
    private static final int IDS = 40;

    @Behaviour(id = "CME-01", says = "a channel without an event returns none, at once and after a timeout")
    public void isEmpty(CmFixture cm) throws Exception {
        EventChannel channel = cm.client().channel();

        assertThat(channel.nextEvent()).isEmpty();
        assertThat(channel.nextEvent(Duration.ZERO)).isEmpty();
        assertThat(channel.nextEvent(Duration.ofMillis(-1))).isEmpty();
        assertThat(channel.nextEvent(Duration.ofMillis(20))).isEmpty();
        assertThat(channel.manager()).isSameAs(cm.manager());
        assertThat(channel.fd()).isGreaterThanOrEqualTo(-1);
    }

    @Behaviour(
            id = "CME-02",
            says = "an event that is acknowledged cannot be used, and a second acknowledgement has no effect")
    public void endsWithAck(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);
        id.resolveAddr(cm.at(PORT), CmFixture.RESOLUTION);
        CmEvent event = cm.client().expect(CmEventType.ADDR_RESOLVED, id);
        assertThat(event.isAcked()).isFalse();
        assertThat(event.typeCode()).isEqualTo(CmEventType.ADDR_RESOLVED.value());

        event.ack();
        event.ack();
        event.close();

        assertThat(event.isAcked()).isTrue();
        assertRefused(event::type).asClosed();
        assertRefused(event::typeCode).asClosed();
        assertRefused(event::status).asClosed();
        assertRefused(event::id).asClosed();
        assertRefused(event::listenId).asClosed();
        assertRefused(event::conn).asClosed();
        assertRefused(event::ud).asClosed();
        assertRefused(event::privateData).asClosed();
        assertRefused(event::group).asClosed();
        assertRefused(event::rejectReason).asClosed();
        assertThat(event.toString()).contains("ADDR_RESOLVED");
    }

    @Behaviour(id = "CME-02-DATA", says = "the private data of an event is a copy that does not change")
    public void ownsData(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        cm.client().connecting(listener, CmFixture.with(CmFixture.data("first")));
        CmEvent first = cm.server().request(listener);
        var data = first.privateData();
        data.get();
        cm.client().connecting(listener, CmFixture.with(CmFixture.data("other")));
        cm.server().request(listener).ack();
        first.ack();

        assertThat(data.rewind()).isEqualTo(CmFixture.padded(CmFixture.data("first"), 56));
    }

    @Behaviour(id = "CME-03", says = "identifiers report to their own channels only")
    public void separatesChannels(CmFixture cm) {
        CmSide other = cm.side();
        CmId one = cm.client().id(PortSpace.TCP);
        CmId two = other.id(PortSpace.TCP);

        one.resolveAddr(cm.at(PORT), CmFixture.RESOLUTION);
        two.resolveAddr(cm.at(PORT), CmFixture.RESOLUTION);

        cm.client().expect(CmEventType.ADDR_RESOLVED, one);
        other.expect(CmEventType.ADDR_RESOLVED, two);
        cm.client().assertNoEvent();
        other.assertNoEvent();
        cm.server().assertNoEvent();
    }

    @Behaviour(id = "CME-04", says = "an identifier migrates with its pending events to another channel")
    public void migrates(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        cm.server().request(listener).id().reject(CmFixture.data("no"));
        CmSide other = cm.side();

        active.migrate(other.channel());

        assertThat(active.channel()).isSameAs(other.channel());
        CmEvent event = other.expect(CmEventType.REJECTED, active);
        assertThat(event.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("no"), 148));
        cm.client().assertNoEvent();
        cm.client().channel().close();
        assertThat(active.isClosed()).isFalse();
    }

    /** Linux loses the requests that wait at a listener when it migrates, so there are none. */
    @Behaviour(id = "CME-04-LISTENER", says = "a listener that has migrated reports its requests on the other channel")
    public void migratesListener(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmSide other = cm.side();

        listener.migrate(other.channel());
        CmId active = cm.client().connecting(listener);

        CmId passive = other.accepted(listener);
        assertThat(passive.channel()).isSameAs(other.channel());
        cm.client().expect(CmEventType.ESTABLISHED, active);
        other.expect(CmEventType.ESTABLISHED, passive);
        cm.server().assertNoEvent();
    }

    @Behaviour(id = "CME-04-EVENT", says = "an identifier migrates although an event is not acknowledged")
    public void migratesWithEvent(CmFixture cm) {
        CmPair pair = CmPair.of(cm);
        CmSide other = cm.side();
        pair.active().disconnect();
        CmEvent event = cm.server().expect(CmEventType.DISCONNECTED, pair.passive());

        pair.passive().migrate(other.channel());
        pair.passive().disconnect();

        cm.client().expect(CmEventType.DISCONNECTED, pair.active());
        other.expect(CmEventType.TIMEWAIT_EXIT, pair.passive());
        assertThat(event.type()).isEqualTo(CmEventType.DISCONNECTED);
    }

    @Behaviour(id = "CME-04-CLOSED", says = "a migration to a closed channel or to one of another manager is rejected")
    public void refusesMigration(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);
        EventChannel foreign = cm.anotherManager().createEventChannel();
        EventChannel closed = cm.manager().createEventChannel();
        closed.close();

        assertRefused(() -> id.migrate(foreign)).byVerbena().naming("channel");
        assertRefused(() -> id.migrate(closed)).asClosed();

        assertThat(id.channel()).isSameAs(cm.client().channel());
        cm.client().resolveAddr(id, cm.at(PORT));
    }

    @Behaviour(id = "CME-05", says = "threads that take events concurrently get each event once")
    public void deliversToThreads(CmFixture cm) throws Exception {
        EventChannel channel = cm.client().channel();
        List<CmId> ids = new ArrayList<>();
        for (int i = 0; i < IDS; i++) {
            ids.add(cm.client().id(PortSpace.TCP));
        }
        Set<CmId> seen = ConcurrentHashMap.newKeySet();
        Callable<List<CmId>> taker = () -> {
            List<CmId> taken = new ArrayList<>();
            long end = System.nanoTime() + Fixture.PATIENCE.toNanos();
            while (seen.size() < IDS && System.nanoTime() - end < 0) {
                Optional<CmEvent> event = channel.nextEvent(Duration.ofMillis(10));
                event.ifPresent(next -> {
                    taken.add(next.id());
                    seen.add(next.id());
                });
            }
            return taken;
        };
        ids.forEach(id -> id.resolveAddr(cm.at(PORT), CmFixture.RESOLUTION));

        List<CmId> taken =
                Threads.together(THREADS, taker).stream().flatMap(List::stream).toList();

        assertThat(taken).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Behaviour(id = "CME-06", says = "a thread that waits for an event leaves when the channel is closed")
    public void closeEndsWait(CmFixture cm) throws Exception {
        CmSide other = cm.side();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<Throwable> waiting = executor.submit(() -> {
                try {
                    other.channel().nextEvent(Fixture.PATIENCE);
                    return new AssertionError("The wait ended without an exception");
                } catch (ClosedHandleException e) {
                    return e;
                }
            });
            awaitWait(waiting);
            other.channel().close();

            assertThat(waiting.get(Fixture.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ClosedHandleException.class);
        } finally {
            executor.shutdownNow();
        }
    }

    /** Gives the thread time to wait. The behaviour also holds if the channel is closed before. */
    private static void awaitWait(Future<?> waiting) throws InterruptedException {
        for (int i = 0; i < 20 && !waiting.isDone(); i++) {
            Thread.sleep(1);
        }
    }

    @Behaviour(id = "CME-06-INTERRUPT", says = "a thread that is interrupted stops waiting for an event")
    public void interruptEndsWait(CmFixture cm) throws Exception {
        EventChannel channel = cm.client().channel();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<Throwable> waiting = executor.submit(() -> {
                Thread.currentThread().interrupt();
                try {
                    channel.nextEvent(Fixture.PATIENCE);
                    return new AssertionError("The wait ended without an exception");
                } catch (InterruptedException e) {
                    return e;
                }
            });
            assertThat(waiting.get(Fixture.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(InterruptedException.class);
        } finally {
            executor.shutdownNow();
        }
        assertThat(channel.nextEvent()).isEmpty();
    }

    @Behaviour(id = "CME-07", says = "threads connect and disconnect concurrently on their own channels")
    public void connectsConcurrently(CmFixture cm) throws Exception {
        List<Integer> rounds = Threads.together(THREADS, () -> {
            CmSide client = cm.side();
            CmSide server = cm.side();
            int done = 0;
            while (done < 5) {
                CmId listener = server.listener(PortSpace.TCP);
                CmId active = client.connecting(listener);
                CmId passive = server.accepted(listener);
                client.expect(CmEventType.ESTABLISHED, active);
                server.expect(CmEventType.ESTABLISHED, passive);
                active.disconnect();
                server.expect(CmEventType.DISCONNECTED, passive);
                passive.destroyQp();
                passive.close();
                client.expect(CmEventType.DISCONNECTED, active);
                active.destroyQp();
                active.close();
                listener.close();
                done++;
            }
            return done;
        });

        assertThat(rounds).containsOnly(5);
    }
}
