// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.AsyncEvents;
import org.verbena.attr.AsyncEventType;
import org.verbena.error.ClosedHandleException;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.fixture.Fixture;

/** Checks that one thread can read events while other threads close the objects of these events. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
@Timeout(120)
class EventsDuringCloseIT {
    private static final int ROUNDS = Integer.getInteger("verbena.events.rounds", 200);
    private static final int HANDLES = 256;
    private static final Duration A_MOMENT = Duration.ofMillis(1);
    private static final Map<FakedKernel.Kind, AsyncEventType> EVENTS = Map.of(
            FakedKernel.Kind.QP, AsyncEventType.COMM_EST,
            FakedKernel.Kind.CQ, AsyncEventType.CQ_ERR,
            FakedKernel.Kind.SRQ, AsyncEventType.SRQ_LIMIT_REACHED,
            FakedKernel.Kind.WQ, AsyncEventType.WQ_FATAL,
            FakedKernel.Kind.PORT, AsyncEventType.PORT_ACTIVE);
    private static final List<Creation> WITH_EVENTS =
            List.of(Creation.CQ, Creation.CQ_EX, Creation.SRQ, Creation.XRC_SRQ, Creation.RC, Creation.UD, Creation.WQ);

    private final AtomicBoolean ending = new AtomicBoolean();
    private final LongAdder read = new LongAdder();

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void closesDuringEventsNeitherHangNorLeak(String provider) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Future<?> raising = threads.submit(this::raise);
            for (int round = 0; round < ROUNDS || read.sum() < ROUNDS; round++) {
                Fixture fixture = Fixture.on(Mlx5.provider(provider).device(Mlx5.DEVICE));
                Future<?> reading = threads.submit(() -> read(fixture.context().asyncEvents()));
                Stream.of(1, 2, 3)
                        .flatMap(times -> WITH_EVENTS.stream())
                        .map(creation -> creation.prepare(fixture).get())
                        // The context closes the other half.
                        .filter(object -> object.hashCode() % 2 == 0)
                        .forEach(object -> object.close());
                fixture.close();
                reading.get(60, TimeUnit.SECONDS);
            }
            ending.set(true);
            raising.get(60, TimeUnit.SECONDS);
        } finally {
            ending.set(true);
            threads.shutdownNow();
        }
        System.out.printf("%d rounds by %s, %d events read%n", ROUNDS, provider, read.sum());
        assertThat(FakedKernel.objects()).isZero();
    }

    private void raise() {
        while (!ending.get()) {
            EVENTS.forEach((kind, event) -> {
                for (int handle = 1; handle <= HANDLES; handle++) {
                    FakedKernel.raise(event, kind, handle);
                }
            });
        }
    }

    private Void read(AsyncEvents events) throws InterruptedException {
        try {
            while (true) {
                events.nextEvent(A_MOMENT).ifPresent(event -> read.increment());
            }
        } catch (ClosedHandleException e) {
            return null; // the end of the round
        }
    }
}
