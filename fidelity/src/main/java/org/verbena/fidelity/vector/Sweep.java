// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.List;
import java.util.function.Supplier;
import org.verbena.spi.model.QueriedDevice;

/** A source of random requests of every kind, with values near the limits that a device reports. */
final class Sweep {
    private final RandomRequestValues values;
    private final List<Supplier<Request>> kinds;

    /**
     * Creates a sweep.
     *
     * @param seed the seed; equal seeds draw equal requests
     * @param device the reported limits of the device
     * @param cqSizes granted completion queue sizes of the device
     */
    Sweep(long seed, QueriedDevice device, List<Integer> cqSizes) {
        values = new RandomRequestValues(seed);
        QpSweep queuePairs = new QpSweep(values, device.device().origAttr());
        QueueSweep queues = new QueueSweep(values, device, cqSizes);
        kinds = List.of(
                // Queue pairs are drawn most often, because drivers have the most rules for them.
                queuePairs::create,
                queuePairs::create,
                queuePairs::create,
                queuePairs::create,
                queuePairs::createEx,
                queuePairs::createEx,
                queuePairs::createEx,
                queuePairs::modify,
                queuePairs::modify,
                queues::createCq,
                queues::createCqEx,
                queues::resizeCq,
                queues::createSrq,
                queues::createSrqEx,
                queues::modifySrq,
                queues::createWq);
    }

    Request next() {
        return values.one(kinds).get();
    }
}
