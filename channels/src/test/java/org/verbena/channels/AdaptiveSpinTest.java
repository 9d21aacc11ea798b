// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdaptiveSpinTest {
    private static final long LIMIT = 1000;

    private final AdaptiveSpin spin = new AdaptiveSpin(LIMIT);

    @Test
    void aWaitPollsAtFirst() {
        assertThat(spin.begin()).isEqualTo(LIMIT);
    }

    @Test
    void ifPollingDoesNotHelpOneOfSixteenWaitsPolls() {
        waits(16, false, 2 * LIMIT);

        assertThat(waits(160, false, 2 * LIMIT)).isEqualTo(10);
    }

    @Test
    void ifPollingEndsMostWaitsEachWaitPolls() {
        waits(16, true, LIMIT / 2);

        for (int i = 0; i < 100; i++) {
            assertThat(waits(2, true, LIMIT / 2)).isEqualTo(2);
            assertThat(waits(1, false, 2 * LIMIT)).isEqualTo(1);
        }
    }

    @Test
    void waitsPollAgainWhenProbesHaveHelpedOften() {
        waits(100, false, 2 * LIMIT);
        waits(16 * 8, true, LIMIT / 2);

        assertThat(waits(10, true, LIMIT / 2)).isEqualTo(10);
    }

    @Test
    void pollingThatTakesLongerThanTheLimitDoesNotHelp() {
        waits(16, true, 2 * LIMIT);

        assertThat(waits(160, true, 2 * LIMIT)).isEqualTo(10);
    }

    @Test
    void withoutALimitNoWaitPolls() {
        assertThat(new AdaptiveSpin(0).begin()).isZero();
    }

    /** Makes equal waits. Returns how many of them poll. */
    private int waits(int count, boolean ready, long elapsed) {
        int polls = 0;
        for (int i = 0; i < count; i++) {
            polls += spin.begin() > 0 ? 1 : 0;
            spin.end(ready, elapsed);
        }
        return polls;
    }
}
