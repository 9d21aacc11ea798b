package org.verbena.bench.plan;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.bench.report.Measured;

/**
 * A row of the table: what is measured, beside what, and what is asked of it.
 *
 * @param id its name for the command line
 * @param lane where
 * @param title what is done
 * @param subject what is judged
 * @param yardstick what it is measured against, by turns
 * @param yardstickName what that is called in the table
 * @param goal what is asked
 * @param environment variables of both processes
 */
public record Row(
        String id,
        Lane lane,
        String title,
        Work subject,
        @Nullable Work yardstick,
        String yardstickName,
        Goal goal,
        Map<String, String> environment) {
    static Row of(String id, Lane lane, String title, Work subject) {
        return new Row(id, lane, title, subject, null, "", new Goal.Measure(), Map.of());
    }

    Row beside(Work other) {
        return beside(other, "C");
    }

    Row beside(Work other, String name) {
        return new Row(id, lane, title, subject, other, name, goal, environment);
    }

    Row goal(Goal asked) {
        return new Row(id, lane, title, subject, yardstick, yardstickName, asked, environment);
    }

    Row environment(Map<String, String> variables) {
        return new Row(id, lane, title, subject, yardstick, yardstickName, goal, variables);
    }

    /** Whether it is judged by what it allocates. */
    public boolean measuresGarbage() {
        return goal instanceof Goal.Metric metric && metric.name().equals(Measured.ALLOCATED);
    }
}
