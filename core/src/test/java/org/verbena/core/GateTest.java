// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Tests which threads may enter a gate in each of its states: free, in a call, held between calls, closed. */
@Timeout(30)
class GateTest {
    private final Gate gate = new Gate("queue pair 7", "a list of builders");
    private final List<String> ended = new ArrayList<>();

    // ---------------------------------------------------------------- free and in a call

    @Test
    void anExitAdmitsTheNextCall() {
        gate.enter("first");
        gate.exit();
        gate.enter("second");
        gate.exitControlUnlessClosed();
        gate.enter("third");
    }

    @Test
    void aSecondCallWaitsForTheFirst() throws Exception {
        gate.enter("first");

        Thread second = waiting(() -> gate.enter("second"));
        gate.exit();

        second.join();
    }

    @Test
    void aDestroyWaitsForTheCall() throws Exception {
        gate.enter("first");

        Thread destroyer = waiting(() -> gate.enterToDestroy("ibv_destroy_qp"));
        gate.exit();

        destroyer.join();
    }

    @Test
    void awaitCallWaitsOnlyForACallInProgress() throws Exception {
        gate.awaitCall();
        gate.enter("first");
        gate.hold(() -> {});
        gate.awaitCall();
        gate.enterHeld("second");

        Thread witness = waiting(gate::awaitCall);
        gate.exitHeld();

        witness.join();
    }

    // ---------------------------------------------------------------- held

    @Test
    void aHeldGateRejectsOtherCalls() {
        hold();

        assertThatThrownBy(() -> gate.enter("ibv_post_send"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ibv_post_send on queue pair 7: a list of builders is already in progress");
        gate.enterHeld("ibv_wr_send");
        assertThatThrownBy(() -> gate.enter("ibv_post_send")).isInstanceOf(IllegalStateException.class);
        gate.exitHeld();
        gate.enterHeld("ibv_wr_complete");
        gate.release();
        gate.enter("ibv_post_send");
    }

    @Test
    void onlyTheHolderMayContinue() throws Exception {
        assertThatThrownBy(() -> gate.enterHeld("ibv_wr_send"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ibv_wr_send on queue pair 7: this thread has not started a list of builders");
        hold();

        gate.requireHolder("ibv_wr_send");
        assertThat(gate.isHeldByThisThread()).isTrue();
        assertThat(elsewhere(gate::isHeldByThisThread)).isFalse();
        gate.release();
        assertThat(gate.isHeldByThisThread()).isFalse();
    }

    @Test
    void aDestroyOfAHeldGateFailsWithEbusy() {
        hold();
        assertBusy();
        gate.enterHeld("ibv_wr_send");
        assertBusy();
        gate.release();

        gate.enterToDestroy("ibv_destroy_qp");
    }

    private void assertBusy() {
        assertThatThrownBy(() -> gate.enterToDestroy("ibv_destroy_qp"))
                .isInstanceOfSatisfying(VerbsException.class, refusal -> {
                    assertThat(refusal.errno()).isEqualTo(Errno.EBUSY);
                    assertThat(refusal).hasMessageContaining("a list of builders in progress");
                });
    }

    @Test
    void anActivityOfThisThreadIsEnded() {
        hold();

        gate.endWhatIsLeft();

        assertThat(ended).containsExactly("ended");
        assertThat(gate.isHeldByThisThread()).isFalse();
        gate.enter("ibv_post_send");
    }

    /** A thread that ends an activity holds the gate until the end is complete, so no other thread can enter. */
    @Test
    void noThreadEntersWhileAnActivityEnds() {
        gate.enter("ibv_wr_start");
        gate.hold(() -> {
            assertThatThrownBy(() -> gate.enter("ibv_post_send")).isInstanceOf(IllegalStateException.class);
            assertThat(unchecked(gate::awaitCall).isAlive()).isTrue();
            ended.add("ended");
        });

        gate.endWhatIsLeft();

        assertThat(ended).containsExactly("ended");
    }

    @Test
    void anActivityOfADeadThreadIsEnded() throws Exception {
        elsewhere(() -> {
            hold();
            return true;
        });

        gate.endWhatIsLeft();

        assertThat(ended).containsExactly("ended");
        gate.enter("ibv_post_send");
    }

    @Test
    void anActivityOfALiveThreadIsNotEnded() throws Exception {
        CompletableFuture<Void> held = new CompletableFuture<>();
        CompletableFuture<Void> over = new CompletableFuture<>();
        Thread holder = new Thread(() -> {
            hold();
            held.complete(null);
            over.join();
        });
        holder.start();
        held.join();

        gate.endWhatIsLeft();

        assertThat(ended).isEmpty();
        assertBusy();
        over.complete(null);
        holder.join();
    }

    @Test
    void nothingIsEndedWithoutAnActivity() {
        gate.endWhatIsLeft();
        gate.enter("ibv_post_send");

        assertThat(ended).isEmpty();
    }

    // ---------------------------------------------------------------- closed

    @Test
    void noThreadEntersAClosedGate() {
        gate.enterToDestroy("ibv_destroy_qp");
        gate.close();
        gate.exitControlUnlessClosed();

        assertThatThrownBy(() -> gate.enter("ibv_post_send"))
                .isInstanceOf(ClosedHandleException.class)
                .hasMessageContaining("ibv_post_send")
                .hasMessageContaining("queue pair 7");
        assertThatThrownBy(() -> gate.enterHeld("ibv_wr_send")).isInstanceOf(ClosedHandleException.class);
        gate.enterToDestroy("ibv_destroy_qp");
        gate.awaitCall();
        assertThatThrownBy(() -> gate.enter("ibv_post_send")).isInstanceOf(ClosedHandleException.class);
    }

    // ---------------------------------------------------------------- control path

    @Test
    void callsThatBeginAfterADestroyWaitsDoNotOvertakeIt() throws Exception {
        gate.enter("ibv_poll_cq");
        Thread destroyer = waiting(() -> gate.enterToDestroy("ibv_destroy_cq"));

        gate.exit();

        // The destroyer may not have entered yet; either way the next poll waits.
        Thread poller = waiting(() -> gate.enter("ibv_poll_cq"));
        destroyer.join();
        gate.exitControl();
        poller.join();
    }

    @Test
    void atMostOneCallOvertakesAChangeThatIsSeenToWait() throws Exception {
        Overtaking overtaking = new Overtaking(Thread.currentThread());
        List<Thread> pollers = List.of(new Thread(overtaking::poll), new Thread(overtaking::poll));
        pollers.forEach(Thread::start);

        long most = 0;
        long waits = 0;
        for (int round = 0; round < 2000 || waits < 100; round++) {
            overtaking.calls.set(0);
            overtaking.round.incrementAndGet();
            gate.enterToChange("ibv_resize_cq");
            overtaking.round.incrementAndGet();
            most = Math.max(most, overtaking.calls.get());
            waits += overtaking.seen.getAndSet(0);
            gate.exitControl();
        }
        overtaking.over.set(true);
        for (Thread poller : pollers) {
            poller.join();
        }

        assertThat(most).isLessThanOrEqualTo(1);
    }

    /** Counts the calls that begin while a change waits, and end before it enters. */
    private final class Overtaking {
        private final Thread changer;
        private final AtomicBoolean over = new AtomicBoolean();
        /** Odd while the changer waits or is about to wait. */
        private final AtomicLong round = new AtomicLong();

        private final AtomicLong calls = new AtomicLong();
        private final AtomicLong seen = new AtomicLong();

        Overtaking(Thread changer) {
            this.changer = changer;
        }

        void poll() {
            while (!over.get()) {
                long begun = round.get();
                // A changer that is parked in this round has announced itself.
                boolean waits =
                        begun % 2 == 1 && changer.getState() == Thread.State.TIMED_WAITING && round.get() == begun;
                if (waits) {
                    seen.incrementAndGet();
                }
                gate.enter("ibv_poll_cq");
                if (waits && round.get() == begun) {
                    calls.incrementAndGet();
                }
                gate.exit();
            }
        }
    }

    @Test
    void awaitCallEndsWithTheCallDespiteLaterCalls() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread poster = new Thread(() -> {
            gate.enter("ibv_post_send");
            while (!over.get()) {
                // The gate is hardly ever free.
                gate.exit();
                gate.enter("ibv_post_send");
            }
            gate.exit();
        });
        poster.start();

        for (int round = 0; round < 2000; round++) {
            gate.awaitCall();
        }

        over.set(true);
        poster.join();
        gate.enterToDestroy("ibv_destroy_qp");
    }

    @Test
    void anEndedAwaitCallDoesNotBlockLaterCalls() throws Exception {
        gate.enter("ibv_poll_cq");
        Thread witness = waiting(gate::awaitCall);
        gate.exit();
        witness.join();

        gate.enter("ibv_poll_cq");
        gate.exit();
        assertThat(elsewhere(() -> {
                    gate.enter("ibv_poll_cq");
                    return true;
                }))
                .isTrue();
    }

    // ---------------------------------------------------------------- several gates

    @Test
    void aGateThatIsNamedTwiceIsEnteredOnce() {
        Gate other = new Gate("completion queue 8", "a poll");
        Gates gates = Gates.of(gate, other, gate);

        gates.enter("ibv_destroy_qp");
        gates.leave();

        gate.enter("ibv_post_send");
        other.enter("ibv_poll_cq");
    }

    @Test
    void aFailedEnterLeavesNoGateEntered() {
        Gate other = new Gate("completion queue 8", "a poll");
        other.enter("ibv_start_poll");
        other.hold(() -> {});

        assertThatThrownBy(() -> Gates.of(other, gate).enter("ibv_destroy_qp")).isInstanceOf(VerbsException.class);

        gate.enter("ibv_post_send");
        assertThat(other.isHeldByThisThread()).isTrue();
    }

    @Test
    void anActionRunsAloneAndOthersAfterIt() throws Exception {
        List<Thread> others = new ArrayList<>();

        Gates.of(gate).runAlone("ibv_resize_cq", () -> others.add(unchecked(() -> gate.enter("ibv_poll_cq"))));

        assertThat(others).hasSize(1);
        others.get(0).join();
    }

    // ---------------------------------------------------------------- close of a queue

    @Test
    void aQueueCloseClosesItsQueueAndReleasesOtherGates() {
        Gate other = new Gate("completion queue 8", "a poll");
        QueueClose close = new QueueClose("ibv_destroy_qp", List.of(gate), Gates.of(gate, other));
        hold();

        close.endWhatIsLeft();
        close.begin();
        assertThatThrownBy(() -> new QueueClose("ibv_destroy_cq", List.of(), Gates.of(held())).begin())
                .isInstanceOf(VerbsException.class);
        close.complete();

        assertThat(ended).containsExactly("ended");
        other.enter("ibv_poll_cq");
        assertThatThrownBy(() -> gate.enter("ibv_post_send")).isInstanceOf(ClosedHandleException.class);
    }

    @Test
    void anUndoneCloseLeavesTheQueueUsable() throws Exception {
        QueueClose close = new QueueClose("ibv_destroy_qp", List.of(gate), Gates.of(gate));

        close.begin();
        Thread poster = waiting(() -> gate.enter("ibv_post_send"));
        close.undo();

        poster.join();
    }

    private static Gate held() {
        Gate gate = new Gate("completion queue 9", "a poll");
        gate.enter("ibv_start_poll");
        gate.hold(() -> {});
        return gate;
    }

    // ---------------------------------------------------------------- threads

    private void hold() {
        gate.enter("ibv_wr_start");
        gate.hold(() -> ended.add("ended"));
    }

    /** Starts a thread that runs an action, and returns the thread when it waits in the action. */
    private static Thread waiting(Runnable action) throws InterruptedException {
        Thread thread = new Thread(action);
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            if (!thread.isAlive()) {
                throw new AssertionError("The thread ended and did not wait");
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Thread.onSpinWait();
        }
        return thread;
    }

    private static Thread unchecked(Runnable action) {
        try {
            return waiting(action);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean elsewhere(BooleanSupplier question) throws InterruptedException {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> answer.complete(question.getAsBoolean()));
        thread.start();
        thread.join();
        return answer.join();
    }
}
