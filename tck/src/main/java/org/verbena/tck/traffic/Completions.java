// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.attr.WcStatus;
import org.verbena.tck.fixture.Fixture;

/** Takes the completions of a queue one by one. Each wait has a deadline. */
public final class Completions {
    // Long enough for a device that receives packets on a separate thread.
    /** The time limit of a wait. */
    static final class Deadline {
        private static final long PAUSE_NANOS = 50_000;

        private final long end;

        private Deadline(long end) {
            this.end = end;
        }

        static Deadline in(Duration duration) {
            return new Deadline(System.nanoTime() + duration.toNanos());
        }

        boolean hasPassed() {
            return System.nanoTime() - end > 0;
        }

        /** Yields the processor to a device in software. */
        static void pause() {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static final Duration MOMENT = Duration.ofMillis(30);

    private final CompletionQueue cq;
    private final CompletionArray array;
    private final Duration patience;

    /**
     * Creates a reader of the completions of a queue.
     *
     * @param cq the completion queue
     */
    public Completions(CompletionQueue cq) {
        this(cq, Fixture.PATIENCE);
    }

    Completions(CompletionQueue cq, Duration patience) {
        this.cq = cq;
        this.array = cq.context().newCompletionArray(1);
        this.patience = patience;
    }

    /** {@return the completion queue} */
    public CompletionQueue cq() {
        return cq;
    }

    /**
     * Takes a completion if one is available.
     *
     * @return the completion
     */
    public Optional<Completion> poll() {
        return cq.poll(array) == 0 ? Optional.empty() : Optional.of(array.get(0));
    }

    /**
     * Waits for a completion of any status.
     *
     * @return the completion
     */
    public Completion next() {
        return within(patience).orElseThrow(() -> new AssertionError("No completion came to " + cq));
    }

    /**
     * Waits for several completions.
     *
     * @param count the number of completions
     * @return the completions in their order
     */
    public List<Completion> next(int count) {
        List<Completion> completions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            completions.add(next());
        }
        return completions;
    }

    /**
     * Waits for several completions and polls them into an array of the caller.
     *
     * @param array the array
     * @param cq the queue
     * @param count the number of expected completions
     * @return at least that number of completions, in their order
     */
    public static List<Completion> in(CompletionArray array, CompletionQueue cq, int count) {
        List<Completion> completions = new ArrayList<>();
        Deadline deadline = Deadline.in(Fixture.PATIENCE);
        while (completions.size() < count && !deadline.hasPassed()) {
            int polled = cq.poll(array);
            assertThat(polled).isBetween(0, array.capacity()).isEqualTo(array.size());
            IntStream.range(0, polled).mapToObj(array::get).forEach(completions::add);
        }
        return completions;
    }

    /**
     * Waits for a completion and asserts that it is successful.
     *
     * @param wrId the expected work request
     * @return the completion
     */
    public Completion success(long wrId) {
        return withStatus(wrId, WcStatus.SUCCESS);
    }

    /**
     * Waits for a completion and asserts that it has one of some statuses.
     *
     * @param wrId the expected work request
     * @param statuses the permitted statuses
     * @return the completion
     */
    public Completion withStatus(long wrId, WcStatus... statuses) {
        Completion completion = next();
        assertThat(completion.status()).as("%s", completion).isIn((Object[]) statuses);
        assertThat(completion.wrId()).as("%s", completion).isEqualTo(wrId);
        return completion;
    }

    /**
     * Waits for a completion on any of some queues and asserts that it is successful.
     *
     * @param queues the queues
     * @return the index of the queue with the completion
     */
    public static int first(List<Completions> queues) {
        Deadline deadline = Deadline.in(Fixture.PATIENCE);
        while (!deadline.hasPassed()) {
            for (int i = 0; i < queues.size(); i++) {
                Optional<Completion> completion = queues.get(i).poll();
                if (completion.isPresent()) {
                    assertThat(completion.get().status()).isEqualTo(WcStatus.SUCCESS);
                    return i;
                }
            }
            Deadline.pause();
        }
        throw new AssertionError("No completion came to any queue");
    }

    /**
     * Waits a moment for an optional completion.
     *
     * @return the completion, if one arrived
     */
    public Optional<Completion> soon() {
        return within(MOMENT);
    }

    /** Asserts that no completion arrives within a moment. */
    public void assertNone() {
        assertThat(soon()).as("completions of %s", cq).isEmpty();
    }

    private Optional<Completion> within(Duration patience) {
        Deadline deadline = Deadline.in(patience);
        Optional<Completion> completion = poll();
        while (completion.isEmpty() && !deadline.hasPassed()) {
            Deadline.pause();
            completion = poll();
        }
        return completion;
    }
}
