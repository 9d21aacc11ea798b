package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdaptiveSpinTest {
    private static final long LIMIT = 1000;

    private final AdaptiveSpin spin = new AdaptiveSpin(LIMIT);

    @Test
    void aWaitPollsAtFirst() {
        assertThat(spin.nanos()).isEqualTo(LIMIT);
    }

    @Test
    void waitsThatPollingDoesNotEndPollRarely() {
        int polls = 0;
        for (int i = 0; i < 160; i++) {
            polls += spin.nanos() > 0 ? 1 : 0;
            spin.ended(false, 2 * LIMIT);
        }

        assertThat(polls).isEqualTo(4 + 9);
    }

    @Test
    void aWaitThatPollingEndsLetsTheNextOnesPoll() {
        for (int i = 0; i < 20; i++) {
            spin.ended(false, 2 * LIMIT);
        }
        spin.ended(true, LIMIT / 2);

        assertThat(spin.nanos()).isEqualTo(LIMIT);
    }

    @Test
    void pollingThatTakesLongerThanTheLimitDoesNotCount() {
        for (int i = 0; i < 5; i++) {
            spin.ended(true, 2 * LIMIT);
        }

        assertThat(spin.nanos()).isZero();
    }

    @Test
    void withoutALimitNoWaitPolls() {
        AdaptiveSpin none = new AdaptiveSpin(0);

        none.ended(true, 0);

        assertThat(none.nanos()).isZero();
    }
}
