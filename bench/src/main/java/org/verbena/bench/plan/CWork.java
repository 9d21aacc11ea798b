package org.verbena.bench.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * A workload of the benchmark program in C.
 *
 * @param arguments the name of the workload and its options
 */
public record CWork(List<String> arguments) implements Work {
    static CWork of(String workload) {
        return new CWork(List.of(workload));
    }

    CWork with(String option, Object value) {
        List<String> more = new ArrayList<>(arguments);
        more.add("--" + option);
        more.add(value.toString());
        return new CWork(List.copyOf(more));
    }
}
