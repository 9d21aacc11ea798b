package org.verbena.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.verbena.bench.plan.Effort;
import org.verbena.bench.plan.Lane;
import org.verbena.bench.plan.Row;
import org.verbena.bench.plan.Work;

/**
 * How much is measured, and which processes that takes.
 *
 * @param smoke whether it is enough that everything runs
 * @param rounds how often, or 0 for what suits the lane
 * @param results where the results are written
 */
public record Plan(boolean smoke, int rounds, Results results) {
    private static final Effort ON_HOST = new Effort(1500, 5, 300, 500);
    private static final Effort IN_GUEST = new Effort(8000, 5, 1000, 3000);
    private static final Effort SMOKE_ON_HOST = new Effort(600, 1, 100, 100);
    // Before it is compiled, code that makes no garbage can make some.
    private static final Effort SMOKE_OF_GARBAGE = new Effort(1000, 3, 100, 0);
    private static final Effort SMOKE_IN_GUEST = new Effort(300, 1, 200, 200);

    private static final int ROUNDS_ON_HOST = 5;
    private static final int ROUNDS_IN_GUEST = 3;
    // They are short, and differ.
    private static final int ROUNDS_OF_STARTS = 15;

    /** The processes of a row: in each round one of each kind, and who comes first changes. */
    public List<Step> steps(Row row) {
        List<Step> steps = new ArrayList<>();
        for (int round = 0; round < rounds(row); round++) {
            List<Step> pair = new ArrayList<>();
            pair.add(step(row, row.subject(), results.subject(row, round)));
            if (row.yardstick() != null) {
                pair.add(step(row, row.yardstick(), results.yardstick(row, round)));
            }
            steps.addAll(round % 2 == 0 ? pair : pair.reversed());
        }
        return steps;
    }

    private Step step(Row row, Work work, Path result) {
        return new Step(row.id(), row.lane(), work, effort(row), row.environment(), result);
    }

    private int rounds(Row row) {
        if (smoke) {
            return 1;
        }
        if (rounds > 0) {
            return rounds;
        }
        return switch (row.lane()) {
            case MLX5, SIM -> ROUNDS_ON_HOST;
            case SOFTROCE -> ROUNDS_IN_GUEST;
            case START -> ROUNDS_OF_STARTS;
        };
    }

    private Effort effort(Row row) {
        if (row.lane() == Lane.SOFTROCE) {
            return smoke ? SMOKE_IN_GUEST : IN_GUEST;
        }
        if (!smoke) {
            return ON_HOST;
        }
        return row.measuresGarbage() ? SMOKE_OF_GARBAGE : SMOKE_ON_HOST;
    }
}
