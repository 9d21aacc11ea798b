package org.verbena.fidelity.vector;

import java.util.List;
import java.util.function.Supplier;
import org.verbena.spi.model.QueriedDevice;

/** Random requests of every kind, about what a device reports as its limits. */
final class Sweep {
    private final Draw draw;
    private final List<Supplier<Request>> kinds;

    /**
     * A sweep.
     *
     * @param seed the same seed draws the same requests
     * @param device what the device reports
     * @param cqSizes numbers of entries that completion queues have there
     */
    Sweep(long seed, QueriedDevice device, List<Integer> cqSizes) {
        draw = new Draw(seed);
        QpSweep queuePairs = new QpSweep(draw, device.device().origAttr());
        QueueSweep queues = new QueueSweep(draw, device, cqSizes);
        kinds = List.of(
                // Queue pairs have the most to decide.
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
        return draw.one(kinds).get();
    }
}
