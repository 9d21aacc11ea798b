// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceBudgetTest {
    private static final long NOW = 1_795_000_000_000L;

    private final TraceBudget budget = new TraceBudget();

    @Test
    void theBudgetOfOneSecondCanBeSpentAtOnce() {
        assertThat(spent(NOW, 12_000)).isEqualTo(10_000);
        assertThat(spent(NOW, 1)).isZero();
    }

    @Test
    void anExhaustedBudgetRefillsAtTheRate() {
        spent(NOW, 10_000);

        assertThat(spent(NOW + 1, 100)).isEqualTo(10);
        assertThat(spent(NOW + 4, 100)).isEqualTo(30);
    }

    @Test
    void anUnusedBudgetIsLimitedToOneSecond() {
        spent(NOW, 10_000);

        assertThat(spent(NOW + 3_600_000, 12_000)).isEqualTo(10_000);
    }

    @Test
    void aProgramBelowTheRateIsNeverRefused() {
        for (long millis = NOW; millis < NOW + 3000; millis++) {
            assertThat(spent(millis, 10)).isEqualTo(10);
        }
    }

    @Test
    void aClockThatIsSetBackDoesNotBlockTheBudget() {
        spent(NOW, 10_000);

        assertThat(spent(NOW - 3_600_000, 1)).isOne();
    }

    private int spent(long millis, int wanted) {
        int spent = 0;
        for (int i = 0; i < wanted; i++) {
            spent += budget.spend(millis) ? 1 : 0;
        }
        return spent;
    }
}
