// SPDX-License-Identifier: Apache-2.0
package org.verbena.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TransitionsTest {
    private final List<String> log = new ArrayList<>();

    @Test
    void aChangeDuringATransitionStartsAnotherTransition() {
        Transitions[] transitions = new Transitions[1];
        transitions[0] = new Transitions(() -> {
            log.add("begin");
            if (log.size() == 1) {
                transitions[0].changed();
            }
            log.add("end");
        });

        transitions[0].changed();

        assertThat(log).containsExactly("begin", "end", "begin", "end");
    }

    @Test
    void aChangeInAnotherThreadDoesNotWait() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Transitions transitions = new Transitions(() -> {
            log.add(Thread.currentThread().getName());
            inside.countDown();
            await(goOn);
        });
        Thread first = new Thread(transitions::changed, "first");
        first.start();
        inside.await();

        transitions.changed();
        goOn.countDown();
        first.join();

        assertThat(log).containsExactly("first", "first");
    }

    @Test
    void changesAreHandledAfterAFailedTransition() {
        Transitions transitions = new Transitions(() -> {
            log.add("transition");
            throw new IllegalStateException("on purpose");
        });

        transitions.changed();
        transitions.changed();

        assertThat(log).hasSize(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
