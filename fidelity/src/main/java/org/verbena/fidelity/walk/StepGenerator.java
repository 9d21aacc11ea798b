// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A generator of random steps. The objects that a device has granted so far determine which steps are possible. */
final class StepGenerator {
    /**
     * The number of entries above which a queue is destroyed at once, because many such queues would cost megabytes
     * each.
     */
    private static final long LARGE = 4096;

    /** The number of times that a tame step is drawn again because no object is in the right state for it. */
    private static final int MOST_DRAWS = 6;

    /** The same for a wild step. */
    private static final int MOST_WILD_DRAWS = 1;

    private static final List<StepField> ENTRIES = List.of(
            StepField.CQE, StepField.MAX_WR, StepField.MAX_SEND_WR, StepField.MAX_RECV_WR, StepField.MAX_NUM_TAGS);

    private final WalkKind path;
    private final List<StepVerb> verbs;
    private final SplittableRandom random;
    private final WalkDevice device;
    private final Bounds bounds;
    private int steps;
    private Step last = new Step(0, StepVerb.ALLOC_PD, new StepArguments(Map.of()));

    /**
     * Creates a generator.
     *
     * @param path the kind of walk
     * @param seed the seed; equal seeds and equal answers produce equal steps
     * @param device the device whose objects the steps name
     */
    StepGenerator(WalkKind path, long seed, WalkDevice device) {
        this.path = path;
        this.verbs = path.verbs();
        this.random = new SplittableRandom(seed);
        this.device = device;
        this.bounds = Bounds.of(device.context());
    }

    /** Returns the next step. The previous step must have run. */
    Step next() {
        steps++;
        last = isLarge(last) ? destroy(steps, last) : any();
        return last;
    }

    private boolean isLarge(Step step) {
        long entries = ENTRIES.stream()
                .mapToLong(field -> step.arguments().number(field))
                .sum();
        return entries > LARGE
                && device.madeBy(subject(step))
                        .filter(object -> !object.isClosed())
                        .isPresent();
    }

    private static Step destroy(int number, Step made) {
        return new Step(
                number,
                StepVerb.DESTROY,
                new StepArguments(Map.of(StepField.OBJECT, new Value.Names(List.of(subject(made))))));
    }

    /** Returns the step that created the object of a step. */
    private static int subject(Step step) {
        return step.verb().makes().isPresent()
                ? step.number()
                : step.arguments().objects().stream().findFirst().orElse(step.number());
    }

    private Step any() {
        StepVerb verb = verb();
        StepBuilder builder = build(verb);
        for (int i = 0; builder.isWithoutUse() && i < (builder.values().isTame() ? MOST_DRAWS : MOST_WILD_DRAWS); i++) {
            verb = verb();
            builder = build(verb);
        }
        return new Step(steps, verb, builder.arguments());
    }

    private StepBuilder build(StepVerb verb) {
        StepBuilder builder = new StepBuilder(path, new StepValues(random, random.nextInt(5) < 3), device, bounds);
        verb.builder(builder);
        return builder;
    }

    private StepVerb verb() {
        List<StepVerb> possible =
                verbs.stream().filter(verb -> verb.isPossible(device)).toList();
        int choice = random.nextInt(possible.stream().mapToInt(StepVerb::weight).sum());
        for (StepVerb verb : possible) {
            choice -= verb.weight();
            if (choice < 0) {
                return verb;
            }
        }
        throw new AssertionError("the weights add up to more than their sum");
    }
}
