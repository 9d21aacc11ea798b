package org.verbena.bench.run;

import java.util.List;

/** Logs the name of the row whenever another row begins. */
final class Progress {
    private final List<String> names;
    private String current = "";

    Progress(List<BenchStep> steps) {
        names = steps.stream().map(BenchStep::name).distinct().toList();
    }

    void begin(BenchStep step) {
        if (!step.name().equals(current)) {
            current = step.name();
            System.err.println(line(current));
        }
    }

    String line(String name) {
        return "[" + (names.indexOf(name) + 1) + "/" + names.size() + "] " + name;
    }
}
