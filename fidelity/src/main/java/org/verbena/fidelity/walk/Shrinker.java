// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reduces a sequence of steps that ends in a difference. It first removes steps (Zeller's delta debugging), then
 * removes arguments and simplifies values, until no reduction succeeds.
 */
final class Shrinker {
    private final Function<List<Step>, Optional<StepDifference>> replay;
    private final StepDifference wanted;
    private final int mostTrials;
    private List<Step> steps;
    private int trials;

    /**
     * Creates a shrinker.
     *
     * @param steps the steps, of which the last one differs
     * @param wanted the difference
     * @param mostTrials the maximum number of trials, which bounds the search on a device that answers slowly or at
     *     random
     * @param replay a function that runs steps in new contexts until the first difference
     */
    Shrinker(
            List<Step> steps,
            StepDifference wanted,
            int mostTrials,
            Function<List<Step>, Optional<StepDifference>> replay) {
        this.steps = List.copyOf(steps);
        this.wanted = wanted;
        this.mostTrials = mostTrials;
        this.replay = replay;
    }

    /** Returns the smallest sequence found, which ends in the step that differs. */
    List<Step> shrink() {
        int before;
        do {
            before = size();
            fewerSteps();
            simplerSteps();
        } while (size() < before);
        return steps;
    }

    /** Returns the length of the text, which every successful trial reduces. */
    private int size() {
        return steps.stream().mapToInt(step -> step.toString().length()).sum();
    }

    private void fewerSteps() {
        for (int chunk = Math.max(1, steps.size() / 2); chunk > 0; chunk /= 2) {
            // Starts at the end, because the objects created last are needed least.
            for (int end = steps.size() - 1; end > 0; end = Math.min(end - chunk, steps.size() - 1)) {
                List<Step> fewer = new ArrayList<>(steps.subList(0, Math.max(0, end - chunk)));
                fewer.addAll(steps.subList(end, steps.size()));
                adopt(fewer);
            }
        }
    }

    private void simplerSteps() {
        for (int i = 0; i < steps.size(); i++) {
            int index = i;
            for (StepField field : steps.get(i).arguments().fields()) {
                if (!adopt(index, steps.get(index).arguments().without(field))) {
                    simplerValue(index, field);
                }
            }
        }
    }

    private void simplerValue(int index, StepField field) {
        boolean simpler = true;
        while (simpler) {
            StepArguments arguments = steps.get(index).arguments();
            simpler = arguments.simpler(field).stream().anyMatch(value -> adopt(index, arguments.with(field, value)));
        }
    }

    private boolean adopt(int index, StepArguments arguments) {
        Step step = steps.get(index);
        List<Step> changed = new ArrayList<>(steps);
        changed.set(index, new Step(step.number(), step.verb(), arguments));
        return adopt(changed);
    }

    /** Adopts the candidate if it ends in the same difference. */
    private boolean adopt(List<Step> candidate) {
        if (trials >= mostTrials) {
            return false;
        }
        trials++;
        Optional<StepDifference> difference = replay.apply(candidate).filter(wanted::resembles);
        difference.ifPresent(found -> steps = List.copyOf(candidate.subList(0, candidate.indexOf(found.step()) + 1)));
        return difference.isPresent();
    }
}
