// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The device and its model, each with a new context. */
final class DeviceAndModel implements AutoCloseable {
    private final WalkKind path;
    private final WalkDevice device;
    private final WalkDevice model;
    private final Allowances allowances;
    private final Duration maxWait;
    private @Nullable Settling settling;
    private @Nullable Step last;
    private boolean apart;

    /**
     * Opens the devices and the models.
     *
     * @param path the kind of walk
     * @param device the devices of the connections
     * @param model the simulated devices
     * @param allowances the known differences
     * @param maxWait the maximum time until the device shows the same results as the model
     */
    DeviceAndModel(WalkKind path, WalkLink device, WalkLink model, Allowances allowances, Duration maxWait) {
        this.path = path;
        this.device = new WalkDevice(device);
        this.model = new WalkDevice(model);
        this.allowances = allowances;
        this.maxWait = maxWait;
    }

    WalkDevice model() {
        return model;
    }

    /** Runs a step on both devices, first on the model, and returns the difference, if any. */
    Optional<StepDifference> take(Step step) {
        last = step;
        Settling settles = path.needsTime() ? settling() : null;
        if (settles != null) {
            settles.begin();
        }
        StepAnswer modelled = model.take(step);
        if (settles != null && modelled.isSkipped()) {
            // The device skips the step as well, even if it could run it: the model knows what crashes a kernel.
            settles.skipped();
            return Optional.empty();
        }
        if (settles != null) {
            settles.settleModel(step);
        }
        StepAnswer real = device.take(step);
        return settles == null
                ? compare(step, real, modelled)
                : settles.settle(step, real, modelled, (one, other) -> compare(step, one, other));
    }

    /** Checks for late results of the last step, and returns the difference, if any. */
    Optional<StepDifference> end() {
        Step step = last;
        Settling settles = settling;
        return step == null || settles == null || apart
                ? Optional.empty()
                : settles.settleLate((one, other) -> compare(step, one, other));
    }

    private Settling settling() {
        Settling made = settling;
        if (made == null) {
            made = path == WalkKind.CM
                    ? new CmSettling(device.cm(), model.cm(), maxWait)
                    : new TrafficSettling(path, device, model, maxWait);
            settling = made;
        }
        return made;
    }

    private Optional<StepDifference> compare(Step step, StepAnswer real, StepAnswer modelled) {
        Set<String> different = real.differences(modelled);
        Set<String> names = new HashSet<>(different);
        names.removeIf(name -> isAllowed(step, name));
        if (!names.isEmpty()) {
            return Optional.of(new StepDifference(step, names, real, modelled));
        }
        if (!real.outcome().equals(modelled.outcome())) {
            settle(step);
        }
        // Requests that complete differently have different consequences, so the devices no longer match.
        apart |= path.needsTime() && !different.isEmpty();
        return Optional.empty();
    }

    /** Returns whether a difference is allowed for a step, or for one that was posted together with it. */
    private boolean isAllowed(Step step, String name) {
        return allowances.allow(step, name)
                || (path.hasTraffic()
                        && model.traffic().posted().stream().anyMatch(posted -> allowances.allow(posted, name)));
    }

    /** Destroys what a step created on one device only, after outcomes that may differ. A change cannot be undone. */
    private void settle(Step step) {
        device.forget(step);
        model.forget(step);
        apart = step.verb().makes().isEmpty();
    }

    /**
     * Returns whether an allowed difference has left the devices in different states, so that further steps have no
     * meaning.
     */
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
