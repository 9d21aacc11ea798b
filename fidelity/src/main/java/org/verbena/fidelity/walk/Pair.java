package org.verbena.fidelity.walk;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.verbena.Device;

/** The device and its model with a fresh context each. */
final class Pair implements AutoCloseable {
    private final Side device;
    private final Side model;
    private final Allowances allowances;
    private boolean apart;

    Pair(Device device, Device model, Allowances allowances) {
        this.device = new Side(device);
        this.model = new Side(model);
        this.allowances = allowances;
    }

    Side model() {
        return model;
    }

    /** Takes a step on both sides; what they differ in, if anything. */
    Optional<Difference> take(Step step) {
        Answer real = device.take(step);
        Answer modelled = model.take(step);
        Set<String> names = new HashSet<>(real.differences(modelled));
        names.removeIf(name -> allowances.allow(step, name));
        if (!names.isEmpty()) {
            return Optional.of(new Difference(step, names, real, modelled));
        }
        if (!real.outcome().equals(modelled.outcome())) {
            settle(step);
        }
        return Optional.empty();
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
