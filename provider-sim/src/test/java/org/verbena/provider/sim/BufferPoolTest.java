// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.memory.BufferPool;
import org.verbena.memory.PoolStatistics;
import org.verbena.memory.PooledBuffer;

/** Checks a buffer pool: its buffers, its limits, fragmentation, failed registrations, its close, and leaks. */
@Timeout(120)
class BufferPoolTest {
    private final DeviceContext context = Sims.open("mlx5");
    private final ProtectionDomain pd = context.allocPd();

    @AfterEach
    void close() {
        context.close();
    }

    /** Returns a pool with classes of 64 to 1024 bytes, chunks of 1024 bytes, and at most four of them. */
    private BufferPool small() {
        return BufferPool.builder(pd)
                .smallestBuffer(64)
                .largestBuffer(1024)
                .chunkSize(1024)
                .maxRegistered(4096)
                .build();
    }

    private static PoolStatistics.Size size(BufferPool pool, int capacity) {
        return pool.statistics().sizes().stream()
                .filter(size -> size.capacity() == capacity)
                .findFirst()
                .orElseThrow();
    }

    private static VerbsException failure(Runnable call, Errno errno, String... words) {
        VerbsException[] thrown = new VerbsException[1];
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(call::run)
                .withMessageContainingAll(words)
                .satisfies(e -> {
                    assertThat(e.errno()).isEqualTo(errno);
                    thrown[0] = e;
                });
        return thrown[0];
    }

    // ---------------------------------------------------------------- buffers

    @Test
    void aBufferIsAPartOfARegion() {
        BufferPool pool = small();
        pool.take(100);

        PooledBuffer buffer = pool.take(100);

        MemoryRegion region = buffer.region();
        assertThat(buffer.capacity()).isEqualTo(128);
        assertThat(buffer.offset()).isEqualTo(128);
        assertThat(buffer.address()).isEqualTo(region.iova() + 128);
        assertThat(buffer.lkey()).isEqualTo(region.lkey());
        assertThat(buffer.rkey()).isEqualTo(region.rkey());
        assertThat(region.length()).isEqualTo(1024);
        assertThat(region.access()).isEqualTo(Flags.of(AccessFlag.LOCAL_WRITE));
        assertThat(buffer.pool()).isSameAs(pool);
        assertThat(pool.pd()).isSameAs(pd);
    }

    @Test
    void theViewAccessesTheMemoryOfTheBuffer() {
        PooledBuffer buffer = small().take(64);

        ByteBuffer view = buffer.view();
        view.putInt(0x01020304);

        assertThat(view.capacity()).isEqualTo(64);
        assertThat(buffer.view()).isSameAs(view);
        assertThat(buffer.region().view(buffer.offset(), 4).getInt()).isEqualTo(0x01020304);
        byte[] two = new byte[2];
        buffer.get(1, two);
        assertThat(two).containsExactly(2, 3);
        buffer.put(60, ByteBuffer.wrap(new byte[] {9, 8, 7, 6, 5}), 1, 4);
        assertThat(view.getInt(60)).isEqualTo(0x08070605);
    }

    @Test
    void theClassesDoubleUpToTheLargestBuffer() {
        BufferPool pool =
                BufferPool.builder(pd).smallestBuffer(1).largestBuffer(300).build();

        assertThat(pool.statistics().sizes())
                .extracting(PoolStatistics.Size::capacity)
                .containsExactly(64, 128, 256, 320);
        assertThat(pool.largestBuffer()).isEqualTo(320);
        assertThat(Stream.of(0, 64, 65, 257, 320)
                        .map(length -> pool.take(length).capacity()))
                .containsExactly(64, 64, 128, 320, 320);
    }

    @Test
    void nothingIsRegisteredBeforeTheFirstBuffer() {
        BufferPool pool = small();
        assertThat(pool.statistics().registered()).isZero();

        PooledBuffer buffer = pool.take(1);

        assertThat(pool.statistics().registered()).isEqualTo(1024);
        assertThat(size(pool, 64)).isEqualTo(new PoolStatistics.Size(64, 1, 16, 1));
        buffer.close();
        assertThat(size(pool, 64)).isEqualTo(new PoolStatistics.Size(64, 1, 16, 0));
    }

    @Test
    void aSecondCloseOfABufferHasNoEffect() {
        BufferPool pool = small();
        PooledBuffer buffer = pool.take(64);
        buffer.close();
        PooledBuffer next = pool.take(64);
        assertThat(next.offset()).as("the same memory").isZero();

        buffer.close();

        assertThat(pool.statistics().inUse()).isEqualTo(1);
        assertThat(pool.take(64).offset()).isNotEqualTo(next.offset());
    }

    @Test
    void aClosedBufferIsNotUsable() {
        PooledBuffer buffer = small().take(64);
        buffer.close();

        assertThat(buffer.isOpen()).isFalse();
        for (Runnable use : List.<Runnable>of(
                buffer::view,
                buffer::region,
                buffer::offset,
                buffer::address,
                buffer::lkey,
                buffer::rkey,
                buffer::capacity,
                buffer::transfer,
                () -> buffer.get(0, new byte[1]),
                () -> buffer.put(0, ByteBuffer.allocate(1), 0, 1))) {
            assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(use::run);
        }
    }

    @Test
    void aBufferHasANewOwnerAfterATransfer() {
        BufferPool pool = small();
        PooledBuffer former = pool.take(64);
        former.view().put(0, (byte) 5);

        PooledBuffer owner = former.transfer();
        former.close();

        assertThat(former.isOpen()).isFalse();
        assertThat(owner.view().get(0)).isEqualTo((byte) 5);
        assertThat(pool.statistics().inUse()).isEqualTo(1);
        owner.close();
        assertThat(pool.statistics().inUse()).isZero();
    }

    // ---------------------------------------------------------------- limits

    @Test
    void theRegisteredMemoryIsBounded() {
        BufferPool pool = small();
        List<PooledBuffer> taken = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            taken.add(pool.take(1024));
        }

        assertThat(pool.tryTake(1024)).isNull();
        failure(
                () -> pool.take(64),
                Errno.ENOMEM,
                "registered bytes = 4096 + 64",
                "limit 4096",
                "4 buffers with 4096 bytes are in use");

        taken.get(2).close();
        assertThat(pool.tryTake(1000)).isNotNull();
        PoolStatistics now = pool.statistics();
        assertThat(now.refusals()).isEqualTo(2);
        assertThat(now.used()).isEqualTo(4096);
        assertThat(now.peakUsed()).isEqualTo(4096);
        assertThat(now.maxRegistered()).isEqualTo(4096);
    }

    @Test
    void aChunkNearTheLimitIsSmaller() {
        BufferPool pool = BufferPool.builder(pd)
                .smallestBuffer(64)
                .largestBuffer(1024)
                .chunkSize(1024)
                .maxRegistered(1200)
                .build();
        pool.take(1024);

        pool.take(64);

        assertThat(size(pool, 64).buffers()).isEqualTo(2);
        assertThat(pool.statistics().registered()).isEqualTo(1152);
    }

    @Test
    void aLengthOutOfRangeIsRefused() {
        BufferPool pool = small();

        failure(() -> pool.take(1025), Errno.EINVAL, "length = 1025", "limit 0..1024");
        failure(() -> pool.tryTake(-1), Errno.EINVAL, "length = -1", "limit 0..1024");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, (1 << 30) + 1})
    void sizesOutOfRangeAreRejected(int size) {
        BufferPool.Builder builder = BufferPool.builder(pd);

        failure(() -> builder.smallestBuffer(size), Errno.EINVAL, "smallest_buffer = " + size, "1..1073741824");
        failure(() -> builder.largestBuffer(size), Errno.EINVAL, "largest_buffer = " + size, "1..1073741824");
        if (size < 1) {
            failure(() -> builder.chunkSize(size), Errno.EINVAL, "chunk_size = " + size, "limit 1..");
            failure(() -> builder.maxRegistered(size), Errno.EINVAL, "max_registered = " + size, "limit 1..");
        }
    }

    @Test
    void inconsistentSizesAreRejected() {
        failure(
                () -> BufferPool.builder(pd)
                        .smallestBuffer(128)
                        .largestBuffer(64)
                        .build(),
                Errno.EINVAL,
                "smallest_buffer = 128",
                "limit 1..64");
        failure(
                () -> BufferPool.builder(pd)
                        .largestBuffer(8192)
                        .maxRegistered(8191)
                        .build(),
                Errno.EINVAL,
                "largest_buffer = 8192",
                "limit 1..8191");
    }

    // ---------------------------------------------------------------- fragmentation

    @Test
    void emptyChunksMakeRoomForAnotherClass() {
        BufferPool pool = small();
        List<PooledBuffer> taken = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            taken.add(pool.take(64));
        }
        assertThat(pool.tryTake(1024)).isNull();
        taken.subList(1, 64).forEach(PooledBuffer::close);

        for (int i = 0; i < 3; i++) {
            assertThat(pool.tryTake(1024)).isNotNull();
        }

        assertThat(pool.tryTake(1024)).as("the last chunk has a buffer in use").isNull();
        assertThat(size(pool, 64)).isEqualTo(new PoolStatistics.Size(64, 1, 16, 1));
        assertThat(pool.statistics().registered()).isEqualTo(4096);
        assertThat(taken.get(0).region().isClosed()).isFalse();
    }

    @Test
    void buffersComeFromTheOldestChunk() {
        BufferPool pool = small();
        List<PooledBuffer> taken = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            taken.add(pool.take(64));
        }
        MemoryRegion oldest = taken.get(0).region();
        taken.forEach(PooledBuffer::close);

        for (int i = 0; i < 16; i++) {
            assertThat(pool.take(64).region()).isSameAs(oldest);
        }
        assertThat(pool.trim()).isEqualTo(2048);

        assertThat(size(pool, 64)).isEqualTo(new PoolStatistics.Size(64, 1, 16, 16));
        assertThat(pool.take(64).region()).isNotSameAs(oldest);
    }

    // ---------------------------------------------------------------- failures of the device

    @Test
    void aRejectedRegistrationLeavesThePoolEmpty() {
        BufferPool pool = BufferPool.builder(pd)
                .access(Flags.of(AccessFlag.REMOTE_WRITE)) // needs LOCAL_WRITE as well
                .build();

        failure(() -> pool.take(1), Errno.EINVAL, "access");
        failure(() -> pool.tryTake(1), Errno.EINVAL, "access");

        assertThat(pool.statistics().registered()).isZero();
        assertThat(pool.statistics().inUse()).isZero();
        pool.close();
    }

    // ---------------------------------------------------------------- closing

    @Test
    void aPoolWithBuffersInUseStaysOpen() {
        BufferPool pool = small();
        PooledBuffer first = pool.take(64);
        PooledBuffer second = pool.take(1024);

        failure(pool::close, Errno.EBUSY, "buffers in use = 2", "limit 0", "given back");

        assertThat(pool.isClosed()).isFalse();
        first.close();
        pool.take(64).close();
        second.close();
        pool.close();
        pool.close();
        assertThat(pool.isClosed()).isTrue();
        assertThat(pool.statistics().registered()).isZero();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> pool.take(64));
    }

    @Test
    void closeNowClosesAPoolWithBuffersInUse() {
        BufferPool pool = small();
        PooledBuffer buffer = pool.take(64);
        ByteBuffer view = buffer.view();
        MemoryRegion region = buffer.region();

        pool.closeNow();

        assertThat(region.isClosed()).isTrue();
        view.put(63, (byte) 1);
        assertThat(view.get(63)).isEqualTo((byte) 1);
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> pool.tryTake(64));
        buffer.close();
        assertThat(pool.statistics().inUse()).isZero();
        pool.close();
    }

    @Test
    void theDomainStaysOpenAsLongAsThePoolHasMemory() {
        BufferPool pool = small();
        pool.take(64).close();

        failure(pd::close, Errno.EBUSY, "users = 1");

        pool.close();
        pd.close();
        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> small().take(64));
    }

    @Test
    void closingTheContextMakesThePoolUnusable() {
        BufferPool pool = small();
        PooledBuffer buffer = pool.take(1024);

        context.close();

        buffer.view().put(0, (byte) 1);
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> pool.take(64));
        buffer.close();
        pool.close();
    }

    // ---------------------------------------------------------------- leaks

    @Test
    void aLeakedBufferIsCountedAndItsStackTraceReported() {
        BufferPool pool = BufferPool.builder(pd).trackLeaks(true).build();
        PooledBuffer kept = pool.take(64);
        loseABuffer(pool);

        while (pool.statistics().leaked() == 0) {
            System.gc(); // the time limit of the test ends the loop
        }

        assertThat(pool.statistics().leaked()).isEqualTo(1);
        VerbsException busy = failure(pool::close, Errno.EBUSY, "buffers in use = 2", "lost a buffer");
        assertThat(busy.getSuppressed()[0].getStackTrace())
                .extracting(StackTraceElement::getMethodName)
                .contains("loseABuffer");
        kept.close();
        assertThat(pool.statistics().leaked()).isEqualTo(1);
        pool.closeNow();
    }

    private static void loseABuffer(BufferPool pool) {
        pool.take(64).transfer();
    }
}
