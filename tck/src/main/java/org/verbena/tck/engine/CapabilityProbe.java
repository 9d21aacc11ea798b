// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.verbena.error.VerbsException;
import org.verbena.tck.fixture.Fixture;

/** Finds the missing capabilities of a device. It tries each capability once, because they do not change. */
public final class CapabilityProbe {
    private final Supplier<Fixture> opening;
    private final Map<Capability, Optional<VerbsException>> known = new ConcurrentHashMap<>();

    /**
     * Creates a probe.
     *
     * @param opening opens the device
     */
    public CapabilityProbe(Supplier<Fixture> opening) {
        this.opening = opening;
    }

    /** Returns the exception that shows that the device lacks a capability, empty if the device has it. */
    Optional<VerbsException> missing(Capability capability) {
        return known.computeIfAbsent(capability, this::probe);
    }

    private Optional<VerbsException> probe(Capability capability) {
        try (Fixture fixture = opening.get()) {
            return capability.missing(fixture);
        }
    }

    /** Opens the device. */
    Fixture open() {
        return opening.get();
    }
}
