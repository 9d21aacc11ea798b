package org.verbena.tck.storm;

import org.verbena.Device;
import org.verbena.QueuePair;
import org.verbena.attr.AhAttr;
import org.verbena.attr.AtomicCap;
import org.verbena.attr.Mtu;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/**
 * What a device is like, as far as requests depend on it.
 *
 * @param ownAddress the address of its port
 * @param pathMtu the largest packet
 * @param hasAtomics whether regions may be opened to atomics
 */
record DeviceTraits(AhAttr ownAddress, Mtu pathMtu, boolean hasAtomics) {
    static DeviceTraits of(Device device) {
        try (Fixture fixture = Fixture.on(device)) {
            return new DeviceTraits(
                    fixture.ownAddress(),
                    fixture.port().activeMtu(),
                    fixture.limits().atomicCap() != AtomicCap.NONE);
        }
    }

    /** The way of a queue pair through its states, connected to itself. */
    QpStateWalk walk(QueuePair qp) {
        return QpStateWalk.of(qp, ownAddress, pathMtu);
    }
}
