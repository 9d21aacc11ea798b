package org.verbena.fidelity.walk;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;

/** The device and its model with a fresh context each. */
final class Pair implements AutoCloseable {
    private final WalkPath path;
    private final Side device;
    private final Side model;
    private final Allowances allowances;
    private final Duration patience;
    private @Nullable Settling settling;
    private @Nullable Step last;
    private boolean apart;

    /**
     * Opens both.
     *
     * @param path the commands
     * @param device the device
     * @param model the device of the simulator
     * @param allowances the differences that are known
     * @param patience how long the device may take until it shows what the model has shown
     */
    Pair(WalkPath path, Device device, Device model, Allowances allowances, Duration patience) {
        this.path = path;
        this.device = new Side(device);
        this.model = new Side(model);
        this.allowances = allowances;
        this.patience = patience;
    }

    Side model() {
        return model;
    }

    /** Takes a step on both sides, first on the model; what they differ in, if anything. */
    Optional<Difference> take(Step step) {
        last = step;
        Settling settles = path.needsTime() ? settling() : null;
        if (settles != null) {
            settles.begin();
        }
        Answer modelled = model.take(step);
        if (settles != null && modelled.isSkipped()) {
            // Also where the device would not mind: the model knows what a kernel does not survive.
            device.traffic().dropListsWithout(model.traffic());
            return Optional.empty();
        }
        if (settles != null) {
            settles.settleModel(step);
        }
        Answer real = device.take(step);
        return settles == null
                ? compare(step, real, modelled)
                : settles.settle(step, real, modelled, (one, other) -> compare(step, one, other));
    }

    /** Looks whether something comes after the last step; what the sides differ in then, if anything. */
    Optional<Difference> end() {
        Step step = last;
        Settling settles = settling;
        return step == null || settles == null || apart
                ? Optional.empty()
                : settles.settleLate((one, other) -> compare(step, one, other));
    }

    private Settling settling() {
        Settling made = settling;
        if (made == null) {
            made = new Settling(path, device.traffic(), model.traffic(), patience);
            settling = made;
        }
        return made;
    }

    private Optional<Difference> compare(Step step, Answer real, Answer modelled) {
        Set<String> different = real.differences(modelled);
        Set<String> names = new HashSet<>(different);
        names.removeIf(name -> isAllowed(step, name));
        if (!names.isEmpty()) {
            return Optional.of(new Difference(step, names, real, modelled));
        }
        if (!real.outcome().equals(modelled.outcome())) {
            settle(step);
        }
        // What completes otherwise has other consequences.
        apart |= path.needsTime() && !different.isEmpty();
        return Optional.empty();
    }

    /** Tells whether a difference is known for a step, or for one that was posted together with it. */
    private boolean isAllowed(Step step, String name) {
        return allowances.allow(step, name)
                || (path.needsTime()
                        && model.traffic().posted().stream().anyMatch(posted -> allowances.allow(posted, name)));
    }

    /** After an outcome that may differ: what one side made is undone; what it changed cannot be. */
    private void settle(Step step) {
        device.forget(step);
        model.forget(step);
        apart = step.verb().makes().isEmpty();
    }

    /** Whether an allowed difference has left the sides in different states, so that no further step would tell. */
    boolean isApart() {
        return apart;
    }

    @Override
    public void close() {
        try (device) {
            model.close();
        }
    }
}
