package org.verbena.fidelity.walk;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A generator of random steps. The objects that a side has granted so far determine which steps are possible. */
final class StepGenerator {
    /**
     * The number of entries above which a queue is destroyed at once, because many such queues would cost megabytes
     * each.
     */
    private static final long LARGE = 4096;

    private static final List<Field> ENTRIES =
            List.of(Field.CQE, Field.MAX_WR, Field.MAX_SEND_WR, Field.MAX_RECV_WR, Field.MAX_NUM_TAGS);

    private final WalkPath path;
    private final List<Verb> verbs;
    private final SplittableRandom random;
    private final Side side;
    private final Bounds bounds;
    private int steps;
    private Step last = new Step(0, Verb.ALLOC_PD, new Arguments(Map.of()));

    /**
     * Creates a generator.
     *
     * @param path the kind of walk
     * @param seed the seed; equal seeds and equal answers produce equal steps
     * @param side the side whose objects the steps name
     */
    StepGenerator(WalkPath path, long seed, Side side) {
        this.path = path;
        this.verbs = path.verbs();
        this.random = new SplittableRandom(seed);
        this.side = side;
        this.bounds = Bounds.of(side.context());
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
                && side.madeBy(subject(step))
                        .filter(object -> !object.isClosed())
                        .isPresent();
    }

    private static Step destroy(int number, Step made) {
        return new Step(
                number, Verb.DESTROY, new Arguments(Map.of(Field.OBJECT, new Value.Names(List.of(subject(made))))));
    }

    /** Returns the step that created the object of a step. */
    private static int subject(Step step) {
        return step.verb().makes().isPresent()
                ? step.number()
                : step.arguments().objects().stream().findFirst().orElse(step.number());
    }

    private Step any() {
        Verb verb = verb();
        Draft draft = new Draft(path, new Dice(random, random.nextInt(5) < 3), side, bounds);
        verb.draft(draft);
        return new Step(steps, verb, draft.arguments());
    }

    private Verb verb() {
        List<Verb> possible =
                verbs.stream().filter(verb -> verb.isPossible(side)).toList();
        int choice = random.nextInt(possible.stream().mapToInt(Verb::weight).sum());
        for (Verb verb : possible) {
            choice -= verb.weight();
            if (choice < 0) {
                return verb;
            }
        }
        throw new AssertionError("the weights add up to more than their sum");
    }
}
