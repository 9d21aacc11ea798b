// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;

/** The two timers of a reliable requester: for answers, and for a receiver that is not ready. */
final class RetryTimers {
    private static final long TIMEOUT_UNIT = 4096;

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

    private final Engine engine;
    private final Runnable answerMissing;
    private final Runnable receiverReady;

    // Created on first use, because most queue pairs need neither.
    private @Nullable Alarm answer;
    private @Nullable Alarm receiver;

    /**
     * Creates timers that are not set.
     *
     * @param engine the engine that runs them
     * @param answerMissing called when no answer came in time
     * @param receiverReady called when the receiver may be ready
     */
    RetryTimers(Engine engine, Runnable answerMissing, Runnable receiverReady) {
        this.engine = engine;
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
        engine.timers().set(set, TIMEOUT_UNIT << code);
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
        engine.timers().set(set, RnrTimer.nanos(code));
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
