package org.verbena.tck.storm;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The open contexts of a storm. A thread that closes a context replaces it by a new one. */
final class Pools {
    private static final int SIZE = 2;

    private final Supplier<Pool> opening;
    private final AtomicReferenceArray<Pool> pools = new AtomicReferenceArray<>(SIZE);

    Pools(Supplier<Pool> opening) {
        this.opening = opening;
        for (int i = 0; i < SIZE; i++) {
            pools.set(i, opening.get());
        }
    }

    Pool pick(RandomGenerator random) {
        return pools.get(random.nextInt(SIZE));
    }

    /** Closes the context of a pool. On success, other threads get a new pool. */
    void replace(Pool pool) {
        pool.context().close();
        for (int i = 0; i < SIZE; i++) {
            if (pools.get(i).equals(pool)) {
                Pool fresh = opening.get();
                if (!pools.compareAndSet(i, pool, fresh)) {
                    fresh.context().close();
                }
            }
        }
    }

    /** Closes all contexts after the threads have ended. */
    void close() {
        for (int i = 0; i < SIZE; i++) {
            Pool pool = pools.get(i);
            pool.context().close();
            pool.handles().filter(handle -> !handle.isClosed()).forEach(handle -> {
                throw new AssertionError(handle + " is open though its context was closed");
            });
        }
    }
}
