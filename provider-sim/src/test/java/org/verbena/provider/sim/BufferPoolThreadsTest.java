// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;

/**
 * Checks a pool that several threads use, and a pool on a device that registers slowly or cannot deregister a region.
 */
@Timeout(120)
class BufferPoolThreadsTest {
    private static final int THREADS = 4;
    private static final int STEPS = 30_000;
    private static final int LIMIT = 64 * 1024;

    private final DeviceContext context = Sims.open("mlx5");
    private final ProtectionDomain pd = context.allocPd();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void close() {
        threads.shutdownNow();
        context.close();
    }

    private static BufferPool pool(ProtectionDomain pd) {
        return BufferPool.builder(pd)
                .smallestBuffer(64)
                .largestBuffer(4096)
                .chunkSize(4096)
                .maxRegistered(LIMIT)
                .build();
    }

    /**
     * Takes buffers, keeps a few, exchanges some with other threads, and checks that no other thread writes into them.
     */
    private record Worker(BufferPool pool, Random random, byte stamp, ConcurrentLinkedQueue<PooledBuffer> exchange) {
        Void run() {
            List<PooledBuffer> kept = new ArrayList<>();
            for (int i = 0; i < STEPS; i++) {
                step(kept);
                assertThat(pool.statistics().registered()).isLessThanOrEqualTo(LIMIT);
            }
            kept.forEach(this::giveBack);
            return null;
        }

        private void step(List<PooledBuffer> kept) {
            int choice = random.nextInt(10);
            if (choice < 5) {
                PooledBuffer taken = pool.tryTake(random.nextInt(random.nextBoolean() ? 65 : 4097));
                if (taken != null) {
                    fill(taken);
                    kept.add(taken);
                }
            } else if (choice < 8 && !kept.isEmpty()) {
                giveBack(kept.remove(random.nextInt(kept.size())));
            } else if (choice == 8 && !kept.isEmpty()) {
                exchange.add(kept.remove(0).transfer());
                PooledBuffer received = exchange.poll();
                if (received != null) {
                    fill(received);
                    kept.add(received);
                }
            } else {
                pool.trim();
            }
        }

        private void fill(PooledBuffer buffer) {
            for (int i = 0; i < buffer.capacity(); i += 16) {
                buffer.view().put(i, stamp);
            }
        }

        private void giveBack(PooledBuffer buffer) {
            for (int i = 0; i < buffer.capacity(); i += 16) {
                assertThat(buffer.view().get(i)).as("byte %d of %s", i, buffer).isEqualTo(stamp);
            }
            buffer.close();
            buffer.close();
        }
    }

    @Test
    void noBufferHasTwoOwners() throws Exception {
        long seed = System.nanoTime();
        System.out.println("BufferPoolThreadsTest seed " + seed);
        BufferPool pool = pool(pd);
        ConcurrentLinkedQueue<PooledBuffer> exchange = new ConcurrentLinkedQueue<>();
        List<Future<Void>> results = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Worker worker = new Worker(pool, new Random(seed + i), (byte) (i + 1), exchange);
            results.add(threads.submit(worker::run));
        }

        for (Future<Void> result : results) {
            result.get();
        }

        exchange.forEach(PooledBuffer::close);
        assertThat(pool.statistics().inUse()).isZero();
        assertThat(pool.statistics().used()).isZero();
        assertThat(pool.statistics().peakUsed()).isBetween(1L, (long) LIMIT);
        pool.close();
        pd.close();
    }

    // ---------------------------------------------------------------- modified devices

    /** Returns a domain that applies a change to each region that it registers. */
    private static ProtectionDomain regions(ProtectionDomain of, UnaryOperator<MemoryRegion> change) {
        return (ProtectionDomain) Proxy.newProxyInstance(
                ProtectionDomain.class.getClassLoader(),
                new Class<?>[] {ProtectionDomain.class},
                (self, method, args) -> {
                    Object result = method.invoke(of, args);
                    return result instanceof MemoryRegion region ? change.apply(region) : result;
                });
    }

    @Test
    void aBufferIsGivenBackWhileTheDeviceRegisters() throws Exception {
        CountDownLatch registers = new CountDownLatch(2);
        CountDownLatch registered = new CountDownLatch(1);
        BufferPool pool = pool(regions(pd, region -> {
            registers.countDown();
            if (registers.getCount() == 0) {
                await(registered);
            }
            return region;
        }));
        PooledBuffer buffer = pool.take(64);
        Future<PooledBuffer> other = threads.submit(() -> pool.take(4096));
        await(registers);

        buffer.close();
        PooledBuffer again = pool.take(64);

        assertThat(other.isDone()).isFalse();
        assertThat(again.offset()).isZero();
        registered.countDown();
        assertThat(other.get(60, TimeUnit.SECONDS).capacity()).isEqualTo(4096);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aRegionThatTheDriverKeepsStaysInThePool() {
        AtomicBoolean isBound = new AtomicBoolean(true);
        BufferPool pool = pool(regions(pd, region -> keptWhile(isBound, region)));
        pool.take(64).close();

        for (Runnable call : List.<Runnable>of(pool::trim, pool::close)) {
            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(call::run)
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EBUSY));
            assertThat(pool.statistics().registered()).isEqualTo(4096);
        }

        isBound.set(false);
        pool.close();
        assertThat(pool.statistics().registered()).isZero();
        pd.close();
    }

    /** Returns a region that cannot be deregistered while a memory window is bound to it. */
    private static MemoryRegion keptWhile(AtomicBoolean isBound, MemoryRegion region) {
        return (MemoryRegion) Proxy.newProxyInstance(
                MemoryRegion.class.getClassLoader(), new Class<?>[] {MemoryRegion.class}, (self, method, args) -> {
                    if (method.getName().equals("close") && isBound.get()) {
                        throw new VerbsException("ibv_dereg_mr", Errno.EBUSY, "region", Diagnosis.UNKNOWN);
                    }
                    return method.invoke(region, args);
                });
    }
}
