// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;

/**
 * The two timers of a reliable requester: for answers, and for a receiver that is not ready. On a network, the time
 * between two retries has a lower bound and increases, so that no peer decides how much this host sends.
 */
final class RetryTimers {
    private static final long TIMEOUT_UNIT = 4096;

    /** A jiffy of Linux at 250 Hz, to which rdma_rxe rounds shorter times. */
    private static final long SHORTEST_ON_NETWORK = 4_000_000;

    private static final long MOST_FOR_ANSWER = 1_000_000_000;
    private static final long MOST_FOR_RECEIVER = 64_000_000;
    private static final int MAX_DOUBLINGS = 8;

    /** A timer that runs an action when it expires. */
    private static final class Alarm extends Timer {
        private final Runnable action;

        Alarm(Runnable action) {
            this.action = action;
        }

        @Override
        void expire() {
            action.run();
        }
    }

    private final TransportQp qp;
    private final Engine engine;
    private final RetryBudget budget;
    private final Runnable answerMissing;
    private final Runnable receiverReady;

    // Created on first use, because most queue pairs need neither.
    private @Nullable Alarm answer;
    private @Nullable Alarm receiver;

    /**
     * Creates timers that are not set.
     *
     * @param qp the queue pair of the requester
     * @param budget the retries
     * @param answerMissing called when no answer came in time
     * @param receiverReady called when the receiver may be ready
     */
    RetryTimers(TransportQp qp, RetryBudget budget, Runnable answerMissing, Runnable receiverReady) {
        this.qp = qp;
        this.engine = qp.engine();
        this.budget = budget;
        this.answerMissing = answerMissing;
        this.receiverReady = receiverReady;
    }

    /** Starts or restarts the timer for an answer. Code 0 waits forever (IBA 9.7.6.1.3). */
    void awaitAnswer(int code) {
        if (code == 0) {
            return;
        }
        Alarm set = answer;
        if (set == null) {
            set = new Alarm(answerMissing);
            answer = set;
        }
        engine.timers().set(set, bounded(TIMEOUT_UNIT << code, MOST_FOR_ANSWER));
    }

    /** Returns the time for a timer, which on a network is neither too short nor constant. */
    private long bounded(long nanos, long most) {
        if (qp.path().window() == Integer.MAX_VALUE) {
            return nanos;
        }
        long time = Math.max(nanos, SHORTEST_ON_NETWORK);
        return Math.max(time, Math.min(most, time << Math.min(MAX_DOUBLINGS, budget.doublings())));
    }

    boolean awaitsAnswer() {
        return answer != null && answer.isSet();
    }

    void answered() {
        cancel(answer);
    }

    /** Starts or restarts the timer after which the receiver may be ready. */
    void awaitReceiver(int code) {
        Alarm set = receiver;
        if (set == null) {
            set = new Alarm(receiverReady);
            receiver = set;
        }
        engine.timers().set(set, bounded(RnrTimer.nanos(code), MOST_FOR_RECEIVER));
    }

    void cancel() {
        cancel(answer);
        cancel(receiver);
    }

    private void cancel(@Nullable Alarm alarm) {
        if (alarm != null) {
            engine.timers().cancel(alarm);
        }
    }
}
