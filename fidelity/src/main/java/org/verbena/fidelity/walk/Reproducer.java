package org.verbena.fidelity.walk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A short sequence of steps whose last one a device and its model answer differently. Its text can be read, and run
 * again.
 */
public final class Reproducer {
    private static final String COMMENT = "#";

    private final List<String> title;
    private final List<Step> steps;
    private final Difference difference;

    Reproducer(List<String> title, List<Step> steps, Difference difference) {
        this.title = List.copyOf(title);
        this.steps = steps;
        this.difference = difference;
    }

    /** The same steps counted from 1. */
    static List<Step> renumbered(List<Step> steps) {
        Map<Integer, Integer> numbers = new HashMap<>();
        List<Step> result = new ArrayList<>();
        for (Step step : steps) {
            numbers.put(step.number(), result.size() + 1);
            result.add(new Step(
                    result.size() + 1,
                    step.verb(),
                    step.arguments().renumbered(made -> numbers.getOrDefault(made, 0))));
        }
        return List.copyOf(result);
    }

    /** Reads steps; lines that start with {@code #} and empty ones do not count. */
    static List<Step> parse(Stream<String> lines) {
        return lines.map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith(COMMENT))
                .map(Step::parse)
                .toList();
    }

    /**
     * The number of steps.
     *
     * @return how many there are
     */
    public int length() {
        return steps.size();
    }

    /**
     * The text.
     *
     * @return a line for each step, and comments that say where it comes from and what was answered
     */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        title.forEach(line -> lines.add(COMMENT + " " + line));
        steps.forEach(step -> lines.add(step.toString()));
        lines.add(COMMENT + " differs in " + String.join(", ", difference.names()));
        lines.add(COMMENT + "   device: " + difference.device());
        lines.add(COMMENT + "   model:  " + difference.model());
        return String.join("\n", lines);
    }
}
