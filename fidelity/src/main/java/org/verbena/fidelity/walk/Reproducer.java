// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A short sequence of steps, of which a device and its model answer the last one differently. Its text is readable and
 * can be replayed.
 */
public final class Reproducer {
    private static final String COMMENT = "#";

    private final List<String> title;
    private final List<Step> steps;
    private final StepDifference difference;

    Reproducer(List<String> title, List<Step> steps, StepDifference difference) {
        this.title = List.copyOf(title);
        this.steps = steps;
        this.difference = difference;
    }

    /** Returns the same steps, numbered from 1. */
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

    /** Reads steps; ignores empty lines and lines that start with {@code #}. */
    static List<Step> parse(Stream<String> lines) {
        return lines.map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith(COMMENT))
                .map(Step::parse)
                .toList();
    }

    /** {@return the number of steps} */
    public int length() {
        return steps.size();
    }

    /**
     * Returns the text of the steps.
     *
     * @return a line for each step, and comments with the origin and the differing answers
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
