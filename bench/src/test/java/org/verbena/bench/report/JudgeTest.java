// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.bench.plan.Goal;
import org.verbena.bench.report.Judge.GoalVerdict;
import org.verbena.bench.report.RowResult.Round;

class JudgeTest {
    @Test
    void judgesTheMedianRatioOfTheRounds() {
        Goal goal = new Goal.Times(1.10);

        // The ratios are 1.05, 2.00 and 1.20. The influence of the machine on a round affects both sides.
        RowResult result = SampleRows.result(
                goal, SampleRows.round(105, 100), SampleRows.round(400, 200), SampleRows.round(60, 50));

        assertThat(result.ratio()).isEqualTo(new RowResult.Spread(1.05, 1.2, 2.0));
        assertThat(Judge.judge(result)).isEqualTo(new GoalVerdict(GoalVerdict.State.MISSED, "missed by 9.1 %"));
    }

    @Test
    void meetsAGoalAtItsLimit() {
        assertThat(judge(new Goal.Times(1.10), 110, 100)).isEqualTo(GoalVerdict.met());
        assertThat(judge(new Goal.Above(4), 14, 10)).isEqualTo(GoalVerdict.met());
        assertThat(judge(new Goal.RateShare(0.8), 125, 100)).isEqualTo(GoalVerdict.met());
        assertThat(judge(new Goal.PerSecond(5e6), 200, 0)).isEqualTo(GoalVerdict.met());
    }

    @Test
    void reportsTheDifferenceToAMissedGoal() {
        assertThat(judge(new Goal.Above(4), 17.1, 10).text()).isEqualTo("missed by 3.10 ns");
        assertThat(judge(new Goal.RateShare(0.95), 200, 100).text()).isEqualTo("missed by 47 %");
        assertThat(judge(new Goal.PerSecond(5e6), 400, 0).text()).isEqualTo("missed by 50 %");
        assertThat(judge(new Goal.Within(0.8, 1.25), 150, 100).text()).isEqualTo("missed by 20 %");
        assertThat(judge(new Goal.Within(0.8, 1.25), 40, 100).text()).isEqualTo("missed by 50 %");
    }

    @Test
    void reportsADifferenceOfAtLeastATenthOfAPercent() {
        assertThat(judge(new Goal.Times(1.10), 110.001, 100).text()).isEqualTo("missed by 0.1 %");
    }

    @Test
    void appliesNoGoalToAMeasurement() {
        assertThat(judge(new Goal.Measure(), 1000, 1).state()).isEqualTo(GoalVerdict.State.MEASURED);
    }

    @Test
    void judgesTheShortestTimesAndTheMedian() {
        Goal goal = new Goal.Shortest(1.10);
        Measured javaOne = SampleRows.sampled(108, 150, 300);
        Measured cOne = SampleRows.sampled(100, 120, 200);
        Measured cTwo = SampleRows.sampled(101, 160, 200);

        assertThat(Judge.judge(SampleRows.result(goal, new Round(javaOne, cOne), new Round(javaOne, cTwo))))
                .isEqualTo(GoalVerdict.met());
        assertThat(Judge.judge(SampleRows.result(goal, new Round(javaOne, cOne)))
                        .text())
                .isEqualTo("missed by 25 % (p50)");
        assertThat(Judge.judge(SampleRows.result(goal, new Round(SampleRows.sampled(132, 150, 300), cTwo)))
                        .text())
                .isEqualTo("missed by 19 % (minimum)");
    }

    /** The means are 900 and 100, because the machine interrupted a call. */
    @Test
    void comparesTheMediansOfSingleCalls() {
        Goal goal = new Goal.Median(1.5);
        Measured subject = SampleRows.sampled(900, 140, 150);
        Measured yardstick = SampleRows.sampled(100, 101, 102);

        assertThat(Judge.judge(SampleRows.result(goal, new Round(subject, yardstick))))
                .isEqualTo(GoalVerdict.met());
        assertThat(Judge.judge(SampleRows.result(
                                goal,
                                new Round(subject, yardstick),
                                new Round(SampleRows.sampled(900, 240, 303), yardstick)))
                        .text())
                .isEqualTo("missed by 50 %");
    }

    @Test
    void isBrokenByGarbageOnlyInAGuardedRow() {
        Measured clean = allocating(0.01);
        Measured dirty = allocating(24);

        assertThat(Judge.isBroken(SampleRows.result(garbage(true), new Round(clean, null))))
                .isFalse();
        assertThat(Judge.isBroken(SampleRows.result(garbage(true), new Round(dirty, null))))
                .isTrue();
        assertThat(Judge.isBroken(SampleRows.result(garbage(false), new Round(dirty, null))))
                .isFalse();
        assertThat(Judge.judge(SampleRows.result(garbage(false), new Round(dirty, null)))
                        .text())
                .isEqualTo("missed by 23.50 B");
    }

    @Test
    void isBrokenByARowWithoutNumbers() {
        Measured one = SampleRows.mean(1);

        assertThat(Judge.isBroken(SampleRows.result(new Goal.Measure()))).isTrue();
        assertThat(Judge.isBroken(SampleRows.besideC(new Goal.Measure(), new Round(one, null), new Round(null, one))))
                .isTrue();
        assertThat(Judge.isBroken(SampleRows.result(garbage(true), new Round(one, null))))
                .as("times, but no count of bytes")
                .isTrue();
    }

    @Test
    void isNotBrokenByAMissedTime() {
        assertThat(Judge.isBroken(SampleRows.result(new Goal.Times(1.1), SampleRows.round(900, 1))))
                .isFalse();
    }

    @Test
    void ignoresARoundWithOnlyOneMeasurement() {
        RowResult result = SampleRows.besideC(
                new Goal.Times(1.10), new Round(SampleRows.mean(500), null), SampleRows.round(100, 100));

        assertThat(result.ratio().median()).isEqualTo(1);
    }

    private static GoalVerdict judge(Goal goal, double subject, double yardstick) {
        return Judge.judge(SampleRows.result(goal, SampleRows.round(subject, yardstick)));
    }

    private static Goal garbage(boolean guarded) {
        return new Goal.Metric(Measured.ALLOCATED, 0.5, "B", "0 B", guarded);
    }

    private static Measured allocating(double bytes) {
        return new Measured(List.of(1.0), 1, Distribution.EMPTY, Map.of(Measured.ALLOCATED, bytes));
    }
}
