// SPDX-License-Identifier: Apache-2.0
package org.verbena.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * A pool of buffers in registered memory of one protection domain. Its size classes double from the smallest to the
 * largest buffer. A call takes a buffer of the smallest class that holds the requested length.
 *
 * <p><b>Registration.</b> The pool registers memory in chunks, when a class has no free buffer. A chunk is one memory
 * region and belongs to one class. The sum of all chunks never exceeds the limit. Near the limit a chunk can be
 * smaller.
 *
 * <p><b>Fragmentation.</b> A buffer comes from the oldest chunk of its class that has a free one, so that later chunks
 * become empty. Empty chunks stay registered for their class. If another class needs their bytes below the limit, the
 * pool deregisters them. {@link #trim} deregisters all of them. A chunk with one buffer in use stays with its class, so
 * at the limit a class can be refused while others have free buffers. {@link #statistics} shows it.
 *
 * <p><b>Threads.</b> Safe for use by several threads. Giving back a buffer neither allocates, nor waits for a
 * registration, nor calls the driver. No call waits for a buffer.
 *
 * <p><b>Leaks.</b> A buffer that the application loses stays in use, because a view of it or the device may still
 * access the memory. The memory regions of a pool that was lost are reported as {@linkplain org.verbena.VerbsObject
 * leaked handles}.
 */
public final class BufferPool implements AutoCloseable {
    private static final String REGISTER = "ibv_reg_mr";
    private static final String DEREGISTER = "ibv_dereg_mr";
    private static final String SOURCE = "org.verbena.memory.BufferPool";

    private final ProtectionDomain pd;
    private final Flags<AccessFlag> access;
    private final SizeClass[] classes;
    final PoolMemory memory;

    private BufferPool(Builder builder) {
        pd = builder.pd;
        access = builder.access;
        classes = builder.classes();
        memory = new PoolMemory(this, classes, builder.chunkSize, builder.maxRegistered, builder.trackLeaks);
    }

    /**
     * Creates a builder with the default values.
     *
     * @param pd the protection domain of the buffers
     * @return the builder
     */
    public static Builder builder(ProtectionDomain pd) {
        return new Builder(pd);
    }

    /**
     * Returns the protection domain.
     *
     * @return the domain of all buffers
     */
    public ProtectionDomain pd() {
        return pd;
    }

    /**
     * Returns the access flags.
     *
     * @return the flags of all memory regions
     */
    public Flags<AccessFlag> access() {
        return access;
    }

    /** {@return the size of the largest buffers} */
    public int largestBuffer() {
        return classes[classes.length - 1].capacity;
    }

    // ---------------------------------------------------------------- taking and giving back

    /**
     * Takes a buffer. Registers a chunk if the size class has no free buffer.
     *
     * @param length the bytes that the buffer must hold, from 0 to {@link #largestBuffer}
     * @return the buffer, which the caller must close
     * @throws VerbsException {@link Errno#ENOMEM} if the limit of registered bytes is reached, or if the device rejects
     *     the registration
     * @throws InvalidRequestException if the length is out of range, or the pool is closed
     */
    public PooledBuffer take(int length) {
        PooledBuffer buffer = tryTake(length);
        if (buffer == null) {
            throw exhausted(classOf(length));
        }
        return buffer;
    }

    /**
     * Takes a buffer, as {@link #take} does.
     *
     * @param length the bytes that the buffer must hold, from 0 to {@link #largestBuffer}
     * @return the buffer, which the caller must close; null if the limit of registered bytes is reached
     * @throws VerbsException if the device rejects the registration
     * @throws InvalidRequestException if the length is out of range, or the pool is closed
     */
    public @Nullable PooledBuffer tryTake(int length) {
        SizeClass sizeClass = classOf(length);
        // Allocated first, so that no buffer is lost for lack of memory.
        PooledBuffer buffer = new PooledBuffer();
        return memory.take(sizeClass, buffer) ? buffer : null;
    }

    private SizeClass classOf(int length) {
        for (SizeClass sizeClass : classes) {
            if (length >= 0 && length <= sizeClass.capacity) {
                return sizeClass;
            }
        }
        throw new InvalidRequestException(
                REGISTER,
                Errno.EINVAL,
                toString(),
                new Violation(
                        "length",
                        Integer.toString(length),
                        "0.." + largestBuffer(),
                        "a buffer cannot be longer than the largest one of the pool",
                        SOURCE));
    }

    private VerbsException exhausted(SizeClass sizeClass) {
        PoolStatistics now = statistics();
        return new VerbsException(
                REGISTER,
                Errno.ENOMEM,
                toString(),
                Diagnosis.of(new Violation(
                        "registered bytes",
                        now.registered() + " + " + sizeClass.capacity,
                        Long.toString(now.maxRegistered()),
                        "a pool does not register more than its limit; " + now.inUse() + " buffers with " + now.used()
                                + " bytes are in use",
                        SOURCE)));
    }

    /**
     * Deregisters the chunks that have no buffer in use.
     *
     * @return the number of bytes that are no longer registered
     * @throws VerbsException if the driver keeps a region, {@link Errno#EBUSY} while a memory window is bound to it
     */
    public long trim() {
        return memory.trim();
    }

    // ---------------------------------------------------------------- statistics

    /** {@return a snapshot of the counters} */
    public PoolStatistics statistics() {
        return memory.statistics();
    }

    // ---------------------------------------------------------------- closing

    /** {@return whether the pool is closed; true after the first successful {@link #close} or {@link #closeNow}} */
    public boolean isClosed() {
        return memory.isClosed();
    }

    /**
     * Deregisters all memory. Does nothing if already closed. Close the pool before its protection domain.
     *
     * @throws VerbsException {@link Errno#EBUSY} while buffers are in use, and the pool stays usable; or as {@link
     *     #closeNow}
     */
    @Override
    public void close() {
        int inUse = memory.close(true);
        if (inUse > 0) {
            throw busy(inUse);
        }
    }

    /**
     * Deregisters all memory, even if buffers are in use. A work request that still uses one completes with an error.
     * The views stay usable, because they keep the memory from being freed. Does nothing if already closed.
     *
     * @throws VerbsException if the driver keeps a region, {@link Errno#EBUSY} while a memory window is bound to it;
     *     the pool then accepts no more calls, and can be closed again
     */
    public void closeNow() {
        memory.close(false);
    }

    private VerbsException busy(int inUse) {
        Optional<Throwable> site = memory.lost();
        Diagnosis diagnosis = Diagnosis.of(new Violation(
                "buffers in use",
                Integer.toString(inUse),
                "0",
                "a pool can be closed when all buffers are given back",
                SOURCE));
        VerbsException busy = new VerbsException(
                DEREGISTER,
                Errno.EBUSY,
                toString(),
                site.isEmpty() ? diagnosis : diagnosis.withNote("the application has lost a buffer without a close"));
        site.ifPresent(busy::addSuppressed);
        return busy;
    }

    @Override
    public String toString() {
        return "buffer pool of " + pd;
    }

    /**
     * A builder of {@link BufferPool}. Not safe for use by several threads. Setters throw {@link
     * InvalidRequestException} for a value out of range.
     */
    public static final class Builder {
        /** Atomic operations need aligned addresses for their result, and devices transfer whole cache lines faster. */
        private static final int UNIT = 64;

        private static final int LARGEST = 1 << 30;

        private final ProtectionDomain pd;
        private int smallestBuffer = 4096;
        private int largestBuffer = 1 << 20;
        private long chunkSize = 1 << 20;
        private long maxRegistered = 64L << 20;
        private Flags<AccessFlag> access = Flags.of(AccessFlag.LOCAL_WRITE);
        private boolean trackLeaks;

        private Builder(ProtectionDomain pd) {
            this.pd = pd;
        }

        /**
         * Sets the size of the smallest buffers in bytes, 1..1073741824, rounded up to a multiple of 64; default 4096.
         */
        public Builder smallestBuffer(int value) {
            smallestBuffer = buffer("smallest_buffer", value);
            return this;
        }

        /**
         * Sets the size of the largest buffers in bytes, 1..1073741824, rounded up to a multiple of 64; default
         * 1048576. If it is not the smallest size times a power of two, the last class is less than twice as large as
         * the one before.
         */
        public Builder largestBuffer(int value) {
            largestBuffer = buffer("largest_buffer", value);
            return this;
        }

        /**
         * Sets the number of bytes that the pool registers at a time, at least 1; default 1048576. A chunk has as many
         * buffers as fit, and at least one.
         */
        public Builder chunkSize(long value) {
            chunkSize = Math.max(1, range("chunk_size", value, 1, Long.MAX_VALUE, "a chunk has at least one buffer"));
            return this;
        }

        /** Sets the largest number of registered bytes, at least the largest buffer; default 67108864. */
        public Builder maxRegistered(long value) {
            maxRegistered = range("max_registered", value, 1, Long.MAX_VALUE, "a pool has at least one buffer");
            return this;
        }

        /** Sets the access rights of the device and its peers; default {@link AccessFlag#LOCAL_WRITE}. */
        public Builder access(Flags<AccessFlag> value) {
            access = value;
            return this;
        }

        /**
         * Sets whether the pool records where each buffer was taken, default false. {@link #statistics} then counts
         * buffers that the garbage collector has found, and {@link #close} names one of them. Each call that takes a
         * buffer also takes a stack trace.
         */
        public Builder trackLeaks(boolean value) {
            trackLeaks = value;
            return this;
        }

        /**
         * Creates the pool. It registers nothing before the first buffer is taken.
         *
         * @return the pool, which the caller must close
         * @throws InvalidRequestException if the smallest buffer is larger than the largest one, or the largest one
         *     exceeds the limit of registered bytes
         */
        public BufferPool build() {
            range("smallest_buffer", smallestBuffer, 1, largestBuffer, "the largest buffer is not smaller");
            range("largest_buffer", largestBuffer, 1, maxRegistered, "each buffer fits into the registered memory");
            return new BufferPool(this);
        }

        private SizeClass[] classes() {
            List<SizeClass> sizes = new ArrayList<>();
            for (long size = smallestBuffer; size < largestBuffer; size *= 2) {
                sizes.add(new SizeClass((int) size));
            }
            sizes.add(new SizeClass(largestBuffer));
            return sizes.toArray(SizeClass[]::new);
        }

        private static int buffer(String attribute, int value) {
            range(attribute, value, 1, LARGEST, "a buffer has at least one byte");
            return (value + UNIT - 1) / UNIT * UNIT;
        }

        private static long range(String attribute, long value, long min, long max, String rule) {
            if (value < min || value > max) {
                throw new InvalidRequestException(
                        REGISTER,
                        Errno.EINVAL,
                        "buffer pool",
                        new Violation(
                                attribute,
                                Long.toString(value),
                                min + (max == Long.MAX_VALUE ? ".." : ".." + max),
                                rule,
                                SOURCE));
            }
            return value;
        }
    }
}
