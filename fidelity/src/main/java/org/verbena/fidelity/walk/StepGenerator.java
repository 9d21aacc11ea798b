package org.verbena.fidelity.walk;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Thinks up one step after the other. What a side has granted so far decides what the next one can be about. */
final class StepGenerator {
    /** Entries from which a queue is destroyed at once: it costs megabytes, and there may be many. */
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
     * A generator.
     *
     * @param path the commands
     * @param seed the same seed and the same answers give the same steps
     * @param side the side whose objects the steps name
     */
    StepGenerator(WalkPath path, long seed, Side side) {
        this.path = path;
        this.verbs = path.verbs();
        this.random = new SplittableRandom(seed);
        this.side = side;
        this.bounds = Bounds.of(side.context());
    }

    /** The next step, after the last one has been taken. */
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

    /** The step that made the object which a step is about. */
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
