package org.verbena.fidelity.walk;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.verbena.Device;
import org.verbena.fidelity.vector.BoundedLines;
import org.verbena.fidelity.vector.FormatException;

/**
 * Walks a device and a simulated one with its model through the same random steps and compares every answer. Objects are
 * made in fresh contexts for every {@link WalkPath#stepsOfAWalk()} steps. Not for use by several threads at once; other
 * users of either device do not disturb it as long as the device has room for all.
 */
public final class RandomWalk {
    /** Far more than retries take, on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Trials with less often end in a difference, for which they wait; the end of the search is checked with patience. */
    private static final int HURRY = 6;

    private final WalkPath path;
    private final Device device;
    private final Device model;
    private final Allowances allowances;
    private final WalkObserver observer;
    private final Duration patience;

    /**
     * A walk that has not begun.
     *
     * @param path the commands
     * @param device the device
     * @param model a device of the simulator with the profile that is to be compared; for {@link WalkPath#DATA} its clock
     *     must be virtual
     * @param allowances the differences that are known
     * @param observer is told of every step
     */
    public RandomWalk(WalkPath path, Device device, Device model, Allowances allowances, WalkObserver observer) {
        this(path, device, model, allowances, observer, PATIENCE);
    }

    RandomWalk(
            WalkPath path,
            Device device,
            Device model,
            Allowances allowances,
            WalkObserver observer,
            Duration patience) {
        this.path = path;
        this.device = device;
        this.model = model;
        this.allowances = allowances;
        this.observer = observer;
        this.patience = patience;
    }

    /**
     * Takes random steps until the first difference. The n-th few of them depend on {@code seed + n} alone, so that a
     * difference is found again with its own seed and no step before it.
     *
     * @param seed where to begin
     * @param steps how many steps to take
     * @return how it ended
     * @throws org.verbena.VerbsException if a device cannot be opened, or cannot close what was made on it
     */
    public WalkResult run(long seed, long steps) {
        return run(seed, steps, 1);
    }

    /**
     * Takes random steps until a number of differences. After each the walk goes on in fresh contexts.
     *
     * @param seed where to begin
     * @param steps how many steps to take
     * @param mostDifferences how many differences to find, 1 or more
     * @return how it ended
     * @throws org.verbena.VerbsException if a device cannot be opened, or cannot close what was made on it
     */
    public WalkResult run(long seed, long steps, int mostDifferences) {
        List<Reproducer> differences = new ArrayList<>();
        long taken = 0;
        long agreed = 0;
        for (long walkSeed = seed; taken < steps && differences.size() < mostDifferences; walkSeed++) {
            long current = walkSeed;
            observer.begins(current, taken);
            List<Step> trail = new ArrayList<>();
            Optional<Difference> difference = walk(current, (int) Math.min(path.stepsOfAWalk(), steps - taken), trail)
                    .filter(found -> isSteady(current, trail, found));
            taken += trail.size();
            agreed += trail.size() - (difference.isPresent() ? 1 : 0);
            if (difference.isPresent()) {
                Reproducer reproducer = shrunk(current, trail, difference.get());
                observer.differs(reproducer.toString());
                differences.add(reproducer);
            }
        }
        return new WalkResult(agreed, differences);
    }

    private Optional<Difference> walk(long seed, int steps, List<Step> trail) {
        try (Pair pair = pair(patience)) {
            StepGenerator generator = new StepGenerator(path, seed, pair.model());
            Optional<Difference> difference = Optional.empty();
            while (difference.isEmpty() && trail.size() < steps && !pair.isApart()) {
                Step step = generator.next();
                trail.add(step);
                difference = take(pair, step);
            }
            return difference.or(pair::end);
        }
    }

    private Pair pair(Duration wait) {
        return new Pair(path, device, model, allowances, wait);
    }

    private Optional<Difference> take(Pair pair, Step step) {
        observer.takes(step.toString());
        return pair.take(step);
    }

    /**
     * On the data path a difference counts if the same steps show it again: a machine that stops for long makes a retry
     * that no rule asks for.
     */
    private boolean isSteady(long seed, List<Step> trail, Difference difference) {
        boolean steady = path == WalkPath.CONTROL
                || firstDifference(trail, patience)
                        .filter(difference::resembles)
                        .isPresent();
        if (!steady) {
            observer.differsOnce(seed, difference.step() + ", " + String.join(", ", difference.names()));
        }
        return steady;
    }

    private Reproducer shrunk(long seed, List<Step> trail, Difference difference) {
        Shrinker shrinker = new Shrinker(
                trail, difference, path.mostTrials(), steps -> firstDifference(steps, patience.dividedBy(HURRY)));
        List<Step> steps = Reproducer.renumbered(shrinker.shrink());
        return new Reproducer(
                List.of(
                        "device " + device.name() + ", model " + model.name(),
                        "seed " + seed + ", shrunk from " + trail.size() + " steps"),
                steps,
                firstDifference(steps, patience).orElse(difference));
    }

    private Optional<Difference> firstDifference(List<Step> steps, Duration wait) {
        try (Pair pair = pair(wait)) {
            return steps.stream()
                    .map(step -> take(pair, step))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .or(pair::end);
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
        Optional<Difference> difference = firstDifference(steps, patience);
        int agreed = difference.map(found -> steps.indexOf(found.step())).orElse(steps.size());
        return new WalkResult(
                agreed,
                difference.stream()
                        .map(found -> new Reproducer(
                                List.of("device " + device.name() + ", model " + model.name(), "replayed"),
                                steps.subList(0, agreed + 1),
                                found))
                        .toList());
    }
}
