// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.verbena.bench.plan.Goal;
import org.verbena.bench.plan.Row;
import org.verbena.bench.plan.Row.Environment;
import org.verbena.bench.plan.Work;
import org.verbena.bench.plan.Work.CWork;
import org.verbena.bench.plan.Work.JavaWork;
import org.verbena.bench.report.RowResult.Round;

/** Creates made-up rows and numbers for tests. */
final class SampleRows {
    private static final Work JAVA = new JavaWork("Class.method", Map.of(), 1, 1, "");
    private static final Work C = new CWork(List.of("workload"));

    private SampleRows() {}

    /** Returns a result whose row has a counterpart in C if the first round has one. */
    static RowResult result(Goal goal, Round... rounds) {
        boolean compared = rounds.length > 0 && rounds[0].yardstick() != null;
        return new RowResult(row("some-row", goal, compared ? C : null), List.of(rounds), "");
    }

    static RowResult besideC(Goal goal, Round... rounds) {
        return new RowResult(row("some-row", goal, C), List.of(rounds), "");
    }

    static Row row(String id, Goal goal, @Nullable Work yardstick) {
        return new Row(id, Environment.MLX5, "some <work>", JAVA, yardstick, "C", goal, Map.of());
    }

    static Round round(double subject, double yardstick) {
        return new Round(mean(subject), yardstick == 0 ? null : mean(yardstick));
    }

    static Measured mean(double ns) {
        return new Measured(List.of(ns), 1, Distribution.EMPTY, Map.of());
    }

    /** Returns the measurements of a process that measured each time once. The mean is the first time. */
    static Measured sampled(long... ns) {
        Map<Long, Long> counts = LongStream.of(ns).boxed().collect(Collectors.toMap(each -> each, each -> 1L));
        return new Measured(List.of((double) ns[0]), 1, Distribution.of(counts), Map.of());
    }
}
