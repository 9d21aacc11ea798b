// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.QueuePair;
import org.verbena.VerbsObject;
import org.verbena.attr.AhAttr;
import org.verbena.attr.AtomicCap;
import org.verbena.attr.Mtu;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/**
 * One step of one thread, with the objects that it may use.
 *
 * @param random the source of random choices
 * @param pools the contexts
 * @param pool the context of this step
 * @param traits the properties of the device
 */
record StormStep(RandomGenerator random, Pool.Pools pools, Pool pool, DeviceTraits traits) {
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

    private static final int FOREIGN = 40;

    DeviceContext context() {
        return pool.context();
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Returns a handle of a kind, sometimes of another context. */
    <T extends VerbsObject> T some(Function<Pool, Slots<? extends T>> kind) {
        return kind.apply(oneIn(FOREIGN) ? pools.pick(random) : pool).pick(random);
    }

    /** Returns a completion queue, plain or extended. */
    CompletionQueue cq() {
        return oneIn(3) ? some(each -> each.cqExs) : some(each -> each.cqs);
    }
}
