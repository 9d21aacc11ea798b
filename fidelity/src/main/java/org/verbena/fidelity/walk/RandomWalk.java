package org.verbena.fidelity.walk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.verbena.Device;
import org.verbena.fidelity.vector.BoundedLines;
import org.verbena.fidelity.vector.FormatException;

/**
 * Walks a device and a simulated one with its model through the same random steps and compares every answer. Objects are
 * made in fresh contexts for every few hundred steps. Not for use by several threads at once; other users of either
 * device do not disturb it as long as the device has room for all.
 */
public final class RandomWalk {
    /** The number of steps between fresh contexts. */
    public static final int STEPS_OF_A_WALK = 200;

    private final Device device;
    private final Device model;
    private final Allowances allowances;
    private final WalkObserver observer;

    /**
     * A walk that has not begun.
     *
     * @param device the device
     * @param model a device of the simulator with the profile that is to be compared
     * @param allowances the differences that are known
     * @param observer is told of every step
     */
    public RandomWalk(Device device, Device model, Allowances allowances, WalkObserver observer) {
        this.device = device;
        this.model = model;
        this.allowances = allowances;
        this.observer = observer;
    }

    /**
     * Takes random steps until the first difference. The n-th few hundred of them depend on {@code seed + n} alone, so
     * that a difference is found again with its own seed and no step before it.
     *
     * @param seed where to begin
     * @param steps how many steps to take
     * @return how it ended
     * @throws org.verbena.VerbsException if a device cannot be opened, or cannot close what was made on it
     */
    public WalkResult run(long seed, long steps) {
        long taken = 0;
        for (long walkSeed = seed; taken < steps; walkSeed++) {
            observer.begins(walkSeed, taken);
            List<Step> trail = new ArrayList<>();
            Optional<Difference> difference = walk(walkSeed, (int) Math.min(STEPS_OF_A_WALK, steps - taken), trail);
            if (difference.isPresent()) {
                return new WalkResult(taken + trail.size() - 1, Optional.of(shrunk(walkSeed, trail, difference.get())));
            }
            taken += trail.size();
        }
        return new WalkResult(taken, Optional.empty());
    }

    private Optional<Difference> walk(long seed, int steps, List<Step> trail) {
        try (Pair pair = new Pair(device, model, allowances)) {
            StepGenerator generator = new StepGenerator(seed, pair.model());
            Optional<Difference> difference = Optional.empty();
            while (difference.isEmpty() && trail.size() < steps && !pair.isApart()) {
                Step step = generator.next();
                trail.add(step);
                difference = take(pair, step);
            }
            return difference;
        }
    }

    private Optional<Difference> take(Pair pair, Step step) {
        observer.takes(step.toString());
        return pair.take(step);
    }

    private Reproducer shrunk(long seed, List<Step> trail, Difference difference) {
        List<Step> steps = Reproducer.renumbered(new Shrinker(trail, difference, this::firstDifference).shrink());
        return new Reproducer(
                List.of(
                        "device " + device.name() + ", model " + model.name(),
                        "seed " + seed + ", shrunk from " + trail.size() + " steps"),
                steps,
                firstDifference(steps).orElse(difference));
    }

    private Optional<Difference> firstDifference(List<Step> steps) {
        try (Pair pair = new Pair(device, model, allowances)) {
            return steps.stream()
                    .map(step -> take(pair, step))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
    }

    /**
     * Takes the steps of a file, for example of a {@link Reproducer}'s text or of a journal.
     *
     * @param file a line for each step
     * @return how it ended; the difference is not shrunk any further
     * @throws IOException if the file cannot be read
     * @throws FormatException if it exceeds a limit of {@link BoundedLines}, or is not UTF-8
     * @throws IllegalArgumentException if a line is not a step; the message says why
     */
    public WalkResult replay(Path file) throws IOException {
        List<Step> steps = Reproducer.parse(BoundedLines.readAll(file).stream());
        Optional<Difference> difference = firstDifference(steps);
        int agreed = difference.map(found -> steps.indexOf(found.step())).orElse(steps.size());
        return new WalkResult(
                agreed,
                difference.map(found -> new Reproducer(
                        List.of("device " + device.name() + ", model " + model.name(), "replayed"),
                        steps.subList(0, agreed + 1),
                        found)));
    }
}
