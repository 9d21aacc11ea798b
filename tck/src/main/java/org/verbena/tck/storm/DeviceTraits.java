package org.verbena.tck.storm;

import org.verbena.Device;
import org.verbena.QueuePair;
import org.verbena.attr.AhAttr;
import org.verbena.attr.AtomicCap;
import org.verbena.attr.Mtu;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/**
 * The properties of a device that requests depend on.
 *
 * @param ownAddress the address of its port
 * @param pathMtu the largest packet
 * @param hasAtomics whether memory regions may allow atomics
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

    /** Returns the state transitions of a queue pair that is connected to itself. */
    QpStateWalk walk(QueuePair qp) {
        return QpStateWalk.of(qp, ownAddress, pathMtu);
    }
}
