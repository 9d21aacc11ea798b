package org.verbena.tck.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.attr.WcStatus;
import org.verbena.tck.fixture.Fixture;

/** The completions of a queue, taken one by one; waiting for one ends at a deadline. */
public final class Completions {
    // Long enough for a device that takes packets in on a thread of its own.
    private static final Duration MOMENT = Duration.ofMillis(30);

    private final CompletionQueue cq;
    private final CompletionArray array;
    private final Duration patience;

    /**
     * The completions of a queue.
     *
     * @param cq the queue
     */
    public Completions(CompletionQueue cq) {
        this(cq, Fixture.PATIENCE);
    }

    Completions(CompletionQueue cq, Duration patience) {
        this.cq = cq;
        this.array = cq.context().newCompletionArray(1);
        this.patience = patience;
    }

    /**
     * The queue.
     *
     * @return the queue
     */
    public CompletionQueue cq() {
        return cq;
    }

    /**
     * Takes a completion if there is one.
     *
     * @return the completion
     */
    public Optional<Completion> poll() {
        return cq.poll(array) == 0 ? Optional.empty() : Optional.of(array.get(0));
    }

    /**
     * Waits for a completion, whatever it says.
     *
     * @return the completion
     */
    public Completion next() {
        return within(patience).orElseThrow(() -> new AssertionError("No completion came to " + cq));
    }

    /**
     * Waits for several completions.
     *
     * @param count how many
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
     * Waits for several completions, polled by means of an array of the caller's.
     *
     * @param array the array
     * @param cq the queue
     * @param count how many are expected
     * @return the completions in their order, at least so many
     */
    public static List<Completion> in(CompletionArray array, CompletionQueue cq, int count) {
        List<Completion> completions = new ArrayList<>();
        PollDeadline deadline = PollDeadline.in(Fixture.PATIENCE);
        while (completions.size() < count && !deadline.hasPassed()) {
            int polled = cq.poll(array);
            assertThat(polled).isBetween(0, array.capacity()).isEqualTo(array.size());
            IntStream.range(0, polled).mapToObj(array::get).forEach(completions::add);
        }
        return completions;
    }

    /**
     * Waits for a completion that must tell of success.
     *
     * @param wrId of this work request
     * @return the completion
     */
    public Completion success(long wrId) {
        return withStatus(wrId, WcStatus.SUCCESS);
    }

    /**
     * Waits for a completion that must tell of one of some outcomes.
     *
     * @param wrId of this work request
     * @param statuses the outcomes
     * @return the completion
     */
    public Completion withStatus(long wrId, WcStatus... statuses) {
        Completion completion = next();
        assertThat(completion.status()).as("%s", completion).isIn((Object[]) statuses);
        assertThat(completion.wrId()).as("%s", completion).isEqualTo(wrId);
        return completion;
    }

    /**
     * Waits for a completion of any of some queues, which must tell of success.
     *
     * @param queues the queues
     * @return the index of the queue that it came to
     */
    public static int first(List<Completions> queues) {
        PollDeadline deadline = PollDeadline.in(Fixture.PATIENCE);
        while (!deadline.hasPassed()) {
            for (int i = 0; i < queues.size(); i++) {
                Optional<Completion> completion = queues.get(i).poll();
                if (completion.isPresent()) {
                    assertThat(completion.get().status()).isEqualTo(WcStatus.SUCCESS);
                    return i;
                }
            }
            PollDeadline.pause();
        }
        throw new AssertionError("No completion came to any queue");
    }

    /**
     * Waits a moment for a completion that may come or not.
     *
     * @return the completion, if one came
     */
    public Optional<Completion> soon() {
        return within(MOMENT);
    }

    /** Sees that no completion comes within a moment. */
    public void assertNone() {
        assertThat(soon()).as("completions of %s", cq).isEmpty();
    }

    private Optional<Completion> within(Duration patience) {
        PollDeadline deadline = PollDeadline.in(patience);
        Optional<Completion> completion = poll();
        while (completion.isEmpty() && !deadline.hasPassed()) {
            PollDeadline.pause();
            completion = poll();
        }
        return completion;
    }
}
