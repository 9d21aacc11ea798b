package org.verbena.tck.storm;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.VerbsObject;

/**
 * One step of one thread, with the objects that it may use.
 *
 * @param random the source of random choices
 * @param pools the contexts
 * @param pool the context of this step
 * @param terrain the properties of the device
 */
record StormStep(RandomGenerator random, Pools pools, Pool pool, DeviceTraits terrain) {
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
