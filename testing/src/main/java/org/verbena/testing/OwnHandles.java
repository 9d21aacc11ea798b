// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.verbena.DeviceContext;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;
import org.verbena.provider.sim.SimProvider;

/** The handles that the extension has created for one test, as opposed to those of the test itself. Thread-safe. */
final class OwnHandles {
    /** Serializes creations on real devices, whose handles are found in the inventory of the JVM. */
    private static final Object INVENTORY = new Object();

    /** The identity of a handle in this JVM. */
    private record Id(long contextId, String name) {
        static Id of(HandleInfo handle) {
            return new Id(handle.contextId(), handle.name());
        }
    }

    private final Optional<SimProvider> simulator;
    private final Set<Id> own = new HashSet<>();
    private final Set<Long> contexts = new HashSet<>();

    OwnHandles(Optional<SimProvider> simulator) {
        this.simulator = simulator;
    }

    /** Opens a device. */
    DeviceContext open(Supplier<DeviceContext> opening) {
        return create(opening, true);
    }

    /** Creates objects. */
    <T> T create(Supplier<T> creation) {
        return create(creation, false);
    }

    private <T> T create(Supplier<T> creation, boolean opens) {
        if (simulator.isPresent()) {
            return track(creation, opens);
        }
        synchronized (INVENTORY) {
            return track(creation, opens);
        }
    }

    private <T> T track(Supplier<T> creation, boolean opens) {
        Set<Id> before = ids();
        try {
            return creation.get();
        } finally {
            Set<Id> created = ids();
            created.removeAll(before);
            add(created, opens);
        }
    }

    private void add(Set<Id> created, boolean opens) {
        synchronized (own) {
            own.addAll(created);
            if (opens) {
                created.forEach(id -> contexts.add(id.contextId()));
            }
        }
    }

    private Set<Id> ids() {
        Set<Id> ids = new HashSet<>();
        open().forEach(handle -> ids.add(Id.of(handle)));
        return ids;
    }

    private List<HandleInfo> open() {
        return simulator.map(SimProvider::handles).orElseGet(Inventory::handles);
    }

    boolean contains(HandleInfo handle) {
        synchronized (own) {
            return own.contains(Id.of(handle));
        }
    }

    /**
     * Returns the open handles that the test has created. On a real device, they are those of the contexts of the
     * extension, because other tests may use the device at the same time.
     */
    List<HandleInfo> leaks() {
        synchronized (own) {
            return open().stream()
                    .filter(handle -> !own.contains(Id.of(handle)))
                    .filter(handle -> simulator.isPresent() || contexts.contains(handle.contextId()))
                    .toList();
        }
    }
}
