// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdaptiveSpinTest {
    private static final long LIMIT = 1000;
    private static final long SHORT = LIMIT / 4;
    private static final long LONG = 100 * LIMIT;

    /** The number of waits in a period. The last {@value #TRIAL} waits of a period try the other kind. */
    private static final int PERIOD = 512;

    private static final int TRIAL = 8;

    private final AdaptiveSpin spin = new AdaptiveSpin(LIMIT);

    @Test
    void aWaitPollsAtFirst() {
        assertThat(spin.begin()).isEqualTo(LIMIT);
    }

    @Test
    void longWaitsSoonStopPolling() {
        assertThat(waits(50, LONG, LONG)).isPositive();
        assertThat(waits(100, LONG, LONG)).isZero();
    }

    @Test
    void ifPollingDoesNotHelpOnlyTheTrialsPoll() {
        waits(PERIOD, LONG, LONG);

        assertThat(waits(10 * PERIOD, LONG, LONG)).isEqualTo(10 * TRIAL);
    }

    @Test
    void ifPollingShortensWaitsTrialsBecomeRare() {
        waits(PERIOD, SHORT, 2 * SHORT);

        assertThat(waits(2 * PERIOD, SHORT, 2 * SHORT)).isEqualTo(2 * PERIOD - TRIAL);
        assertThat(waits(4 * PERIOD, SHORT, 2 * SHORT)).isEqualTo(4 * PERIOD - TRIAL);
    }

    @Test
    void trialsBecomeFrequentAgainAfterPollingStops() {
        waits(100 * PERIOD, SHORT, 2 * SHORT);
        waits(PERIOD, LONG, LONG);

        assertThat(waits(PERIOD, LONG, LONG)).isEqualTo(TRIAL);
    }

    @Test
    void pollingResumesAfterATrialWithShorterWaits() {
        waits(PERIOD - TRIAL, LONG, 2 * SHORT);
        waits(TRIAL, SHORT, 2 * SHORT);

        assertThat(waits(100, SHORT, 2 * SHORT)).isEqualTo(100);
    }

    @Test
    void pollingStopsIfSleepingIsAsFast() {
        waits(3 * PERIOD, SHORT, SHORT);

        assertThat(waits(100, SHORT, SHORT)).isZero();
    }

    @Test
    void aFewLongWaitsDoNotEndThePolling() {
        waits(PERIOD, SHORT, 2 * LIMIT);

        for (int i = 0; i < 10; i++) {
            assertThat(waits(10, SHORT, 2 * LIMIT)).isEqualTo(10);
            assertThat(waits(1, LONG, LONG)).isEqualTo(1);
        }
    }

    @Test
    void theLongestLimitDoesNotOverflow() {
        AdaptiveSpin endless = new AdaptiveSpin(Long.MAX_VALUE);

        for (int i = 0; i < 10 * PERIOD; i++) {
            endless.begin();
            endless.end(TimeUnit.HOURS.toNanos(5));
        }
        assertThat(endless.begin()).isGreaterThan(TimeUnit.DAYS.toNanos(365));
    }

    @Test
    void aLimitOfZeroDisablesPolling() {
        assertThat(new AdaptiveSpin(0).begin()).isZero();
    }

    /** Simulates waits whose duration depends on whether they poll. Returns how many of them poll. */
    private int waits(int count, long polling, long sleeping) {
        int polls = 0;
        for (int i = 0; i < count; i++) {
            boolean isPolling = spin.begin() > 0;
            polls += isPolling ? 1 : 0;
            spin.end(isPolling ? polling : sleeping);
        }
        return polls;
    }
}
