// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEventListener;
import org.verbena.AsyncEvents.Listening;
import org.verbena.CompletionQueue;

/** Actions that request events, wait for them, and listen. */
final class WaitingActions {
    private static final Duration SHORT = Duration.ofMillis(1);

    /** A wait that only an interrupt or an event ends before the watchdog reports it. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private WaitingActions() {}

    static Stream<Action> actions() {
        return Stream.of(
                Action.of("ask for a notification", turn -> turn.cq().requestNotify(turn.oneIn(2)))
                        .weighing(20)
                        .meetingHolders(),
                Action.of("take an event of a channel", turn -> event(turn, Duration.ZERO)),
                Action.of("wait at a channel", turn -> event(turn, SHORT)).weighing(5),
                Action.of("be interrupted at a channel", WaitingActions::beInterrupted)
                        .weighing(2),
                Action.of(
                                "wait for an asynchronous event",
                                turn -> turn.context().asyncEvents().nextEvent(SHORT))
                        .weighing(3),
                Action.of("listen", WaitingActions::listen).weighing(2),
                Action.of("listen no more", WaitingActions::stopListening).weighing(2));
    }

    private static void event(StormStep turn, Duration patience) throws InterruptedException {
        Optional<CompletionQueue> cq = turn.some(pool -> pool.channels).nextEvent(patience);
        if (cq.isPresent() && turn.oneIn(2)) {
            cq.get().ackEvents(1);
        }
    }

    private static void beInterrupted(StormStep turn) {
        Thread.currentThread().interrupt();
        try {
            turn.some(pool -> pool.channels).nextEvent(LONG);
        } catch (InterruptedException e) {
            // The exception is missing if an event was available.
        } finally {
            Thread.interrupted();
        }
    }

    private static void listen(StormStep turn) {
        Listening now = turn.context().asyncEvents().listen(new AsyncEventListener() {});
        end(turn.pool().listening().getAndSet(now));
    }

    private static void stopListening(StormStep turn) {
        end(turn.pool().listening().getAndSet(null));
    }

    private static void end(@Nullable Listening listening) {
        if (listening != null) {
            listening.close();
        }
    }
}
