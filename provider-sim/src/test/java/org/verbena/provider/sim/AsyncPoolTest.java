// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PooledBuffer;

/** Runs an engine on a pool of the application. */
@Timeout(120)
class AsyncPoolTest {
    private static final int SIZE = 1024;
    private static final int LONGER_THAN_INLINE = 600;

    private final DeviceContext context = Sims.open("mlx5");
    private final ProtectionDomain pd = context.allocPd();

    @AfterEach
    void close() {
        context.close();
    }

    private BufferPool pool(int buffers) {
        return BufferPool.builder(pd)
                .smallestBuffer(SIZE)
                .largestBuffer(SIZE)
                .maxRegistered((long) buffers * SIZE)
                .build();
    }

    private ProgressEngine engine(BufferPool pool) {
        return ProgressEngine.builder(pd).bufferSize(SIZE).pool(pool).build().start();
    }

    private record Ends(AsyncQueuePair near, AsyncQueuePair far) {}

    private Ends connected(ProgressEngine engine) {
        QpInitAttr request = Sims.qp(QpType.RC, engine.cq()).build();
        Ends ends = new Ends(engine.attach(pd.createQp(request)), engine.attach(pd.createQp(request)));
        Connector.create().connect(ends.near().qp(), ends.far().qp());
        return ends;
    }

    @Test
    void messagesUseBuffersOfThePool() throws Exception {
        BufferPool pool = pool(8);
        try (ProgressEngine engine = engine(pool)) {
            Ends ends = connected(engine);
            CompletableFuture<Message> received = ends.far().recv();
            assertThat(pool.statistics().inUse()).isEqualTo(1);
            ByteBuffer data = ByteBuffer.allocate(LONGER_THAN_INLINE).putInt(0, 42);

            ends.near().send(data).get(60, TimeUnit.SECONDS);

            assertThat(received.get(60, TimeUnit.SECONDS).data()).isEqualTo(data);
            assertThat(pool.statistics().inUse()).isZero();
            assertThat(pool.statistics().peakUsed()).isEqualTo(2 * SIZE);
            ends.far().recv();
        }
        assertThat(pool.statistics().inUse())
                .as("buffers after the close of the engine")
                .isZero();
        pool.take(SIZE).close();
        pool.close();
    }

    @Test
    void aReceiveFailsWhileThePoolHasNoFreeBuffer() {
        BufferPool pool = pool(1);
        try (ProgressEngine engine = engine(pool)) {
            Ends ends = connected(engine);
            PooledBuffer onlyOne = pool.take(SIZE);

            assertThat(ends.far().recv())
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(PostException.class);

            onlyOne.close();
            assertThat(ends.far().recv()).isNotDone();
        }
        pool.close();
    }

    @Test
    void unsuitablePoolsAreRefused() {
        BufferPool elsewhere = BufferPool.builder(context.allocPd()).build();
        BufferPool forSends =
                BufferPool.builder(pd).access(Flags.of(AccessFlag.class)).build();
        ProgressEngine.Builder builder = ProgressEngine.builder(pd).bufferSize(SIZE + 1);

        refused(builder.pool(elsewhere), "pool = buffer pool of ", "domain of the engine");
        refused(builder.pool(forSends), "access = ", "LOCAL_WRITE");
        refused(builder.pool(pool(1)), "buffer_size = 1088", "limit 1024");
    }

    private static void refused(ProgressEngine.Builder builder, String... words) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(builder::build)
                .withMessageContainingAll(words);
    }
}
