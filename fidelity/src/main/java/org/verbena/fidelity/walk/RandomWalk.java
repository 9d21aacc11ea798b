// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.verbena.fidelity.vector.BoundedLines;
import org.verbena.fidelity.vector.FormatException;

/**
 * A comparison of a device with a simulated one that has its model. Both run the same random steps, and every answer is
 * compared. New contexts are opened every {@link WalkKind#stepsOfAWalk()} steps. Not thread-safe. Other users of either
 * device do not disturb a walk as long as the device can hold all.
 */
public final class RandomWalk {
    /**
     * The maximum wait for shrinking trials. Trials with fewer steps often end in a difference, for which they wait the
     * full time. The result of the search is checked with the full wait.
     */
    private static final Duration HURRIED_WAIT = Duration.ofMillis(500);

    /** The same for connection management, which repeats a lost message after 4.6 seconds. */
    private static final Duration HURRIED_WAIT_OF_CM = Duration.ofSeconds(5);

    private final WalkKind path;
    private final WalkLink device;
    private final WalkLink model;
    private final Allowances allowances;
    private final WalkObserver observer;
    private final Duration maxWait;

    /**
     * Creates a walk.
     *
     * @param path the kind of walk
     * @param device the device, or two devices that reach each other
     * @param model as many simulated devices with the profile to compare; their clock must be virtual for
     *     {@link WalkKind#DATA}, and the system clock for {@link WalkKind#CM}
     * @param allowances the known differences
     * @param observer the observer of every step
     */
    public RandomWalk(WalkKind path, WalkLink device, WalkLink model, Allowances allowances, WalkObserver observer) {
        this(path, device, model, allowances, observer, path.maxWait());
    }

    RandomWalk(
            WalkKind path,
            WalkLink device,
            WalkLink model,
            Allowances allowances,
            WalkObserver observer,
            Duration maxWait) {
        this.path = path;
        this.device = device;
        this.model = model;
        this.allowances = allowances;
        this.observer = observer;
        this.maxWait = maxWait;
    }

    /**
     * Runs random steps until the first difference. The n-th group of {@link WalkKind#stepsOfAWalk()} steps depends on
     * {@code seed + n} only. A difference is therefore reproducible with its own seed and without the earlier groups.
     *
     * @param seed the first seed
     * @param steps the maximum number of steps
     * @return the result
     * @throws org.verbena.error.VerbsException if a device cannot be opened, or an object on it cannot be closed
     */
    public WalkResult run(long seed, long steps) {
        return run(seed, steps, 1);
    }

    /**
     * Runs random steps until a number of differences. After each difference the walk continues in new contexts.
     *
     * @param seed the first seed
     * @param steps the maximum number of steps
     * @param mostDifferences the maximum number of differences, at least 1
     * @return the result
     * @throws org.verbena.error.VerbsException if a device cannot be opened, or an object on it cannot be closed
     */
    public WalkResult run(long seed, long steps, int mostDifferences) {
        List<Reproducer> differences = new ArrayList<>();
        long taken = 0;
        long agreed = 0;
        for (long walkSeed = seed; taken < steps && differences.size() < mostDifferences; walkSeed++) {
            long current = walkSeed;
            observer.begins(current, taken);
            List<Step> trail = new ArrayList<>();
            Optional<StepDifference> difference = walk(
                            current, (int) Math.min(path.stepsOfAWalk(), steps - taken), trail)
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

    private Optional<StepDifference> walk(long seed, int steps, List<Step> trail) {
        try (DeviceAndModel devices = open(maxWait)) {
            StepGenerator generator = new StepGenerator(path, seed, devices.model());
            Optional<StepDifference> difference = Optional.empty();
            while (difference.isEmpty() && trail.size() < steps && !devices.isApart()) {
                Step step = generator.next();
                if (!allowances.excludes(step)) {
                    trail.add(step);
                    difference = take(devices, step);
                }
            }
            return difference.or(devices::end);
        }
    }

    private DeviceAndModel open(Duration wait) {
        return new DeviceAndModel(path, device, model, allowances, wait);
    }

    private Optional<StepDifference> take(DeviceAndModel devices, Step step) {
        observer.takes(step.toString());
        return devices.take(step);
    }

    /**
     * Returns whether a difference counts. Except on the control path, the same steps must show it again, because a
     * long pause of the machine causes retries that no rule requires.
     */
    private boolean isSteady(long seed, List<Step> trail, StepDifference difference) {
        boolean steady = path == WalkKind.CONTROL
                || firstDifference(trail, maxWait).filter(difference::resembles).isPresent();
        if (!steady) {
            observer.differsOnce(seed, difference.step() + ", " + String.join(", ", difference.names()));
        }
        return steady;
    }

    private Reproducer shrunk(long seed, List<Step> trail, StepDifference difference) {
        Shrinker shrinker =
                new Shrinker(trail, difference, path.mostTrials(), steps -> firstDifference(steps, hurriedWait()));
        List<Step> steps = Reproducer.renumbered(shrinker.shrink());
        return new Reproducer(
                List.of(
                        "device " + device + ", model " + model,
                        "seed " + seed + ", shrunk from " + trail.size() + " steps"),
                steps,
                firstDifference(steps, maxWait).orElse(difference));
    }

    private Duration hurriedWait() {
        Duration hurried = path == WalkKind.CM ? HURRIED_WAIT_OF_CM : HURRIED_WAIT;
        return hurried.compareTo(maxWait) < 0 ? hurried : maxWait;
    }

    private Optional<StepDifference> firstDifference(List<Step> steps, Duration wait) {
        try (DeviceAndModel devices = open(wait)) {
            return steps.stream()
                    .map(step -> take(devices, step))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .or(devices::end);
        }
    }

    /**
     * Runs the steps of a file, for example of a {@link Reproducer}'s text or of a journal.
     *
     * @param file the file, with one step per line
     * @return the result; the difference is not shrunk any further
     * @throws IOException if the file cannot be read
     * @throws FormatException if the file exceeds a limit of {@link BoundedLines}, or is not UTF-8
     * @throws IllegalArgumentException if a line is not a step, or a step of connection management on another path than
     *     {@link WalkKind#CM}; the message contains the reason
     */
    public WalkResult replay(Path file) throws IOException {
        List<Step> steps = Reproducer.parse(BoundedLines.readAll(file).stream());
        steps.forEach(this::requirePath);
        Optional<StepDifference> difference = firstDifference(steps, maxWait);
        int agreed = difference.map(found -> steps.indexOf(found.step())).orElse(steps.size());
        return new WalkResult(
                agreed,
                difference.stream()
                        .map(found -> new Reproducer(
                                List.of("device " + device + ", model " + model, "replayed"),
                                steps.subList(0, agreed + 1),
                                found))
                        .toList());
    }

    /** Requires connection management for its steps. A link may lack it on the other paths. */
    private void requirePath(Step step) {
        if (step.verb().path() == WalkKind.CM && path != WalkKind.CM) {
            throw new IllegalArgumentException("not a step of path %s: \"%s\": connection management requires path %s"
                    .formatted(path.word(), step, WalkKind.CM.word()));
        }
    }
}
