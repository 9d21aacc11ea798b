package org.verbena.tck.storm;

import org.verbena.Device;
import org.verbena.QueuePair;
import org.verbena.attr.AhAttr;
import org.verbena.attr.AtomicCap;
import org.verbena.attr.Mtu;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpWalk;

/**
 * What a device is like, as far as requests depend on it.
 *
 * @param ownAddress the address of its port
 * @param pathMtu the largest packet
 * @param hasAtomics whether regions may be opened to atomics
 */
record Terrain(AhAttr ownAddress, Mtu pathMtu, boolean hasAtomics) {
    static Terrain of(Device device) {
        try (Fixture fixture = Fixture.on(device)) {
            return new Terrain(
                    fixture.ownAddress(),
                    fixture.port().activeMtu(),
                    fixture.limits().atomicCap() != AtomicCap.NONE);
        }
    }

    /** The way of a queue pair through its states, connected to itself. */
    QpWalk walk(QueuePair qp) {
        return QpWalk.of(qp, ownAddress, pathMtu);
    }
}
