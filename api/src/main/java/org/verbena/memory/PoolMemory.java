// SPDX-License-Identifier: Apache-2.0
package org.verbena.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.MemoryRegion;
import org.verbena.error.ClosedHandleException;

/** The chunks of a pool, and their registration. Safe for use by several threads. */
final class PoolMemory {
    private final BufferPool pool;
    private final SizeClass[] classes;
    private final long chunkSize;
    private final long maxRegistered;
    private final boolean trackLeaks;

    /** Guards the buffers and the counters. No thread calls the driver or waits while it holds this lock. */
    private final Object lock = new Object();

    /** Guards the registrations. The number of registered bytes changes only while both locks are held. */
    private final ReentrantLock registering = new ReentrantLock();

    private long registered;
    private long used;
    private long peakUsed;
    private long refusals;
    private boolean closed;

    PoolMemory(BufferPool pool, SizeClass[] classes, long chunkSize, long maxRegistered, boolean trackLeaks) {
        this.pool = pool;
        this.classes = classes;
        this.chunkSize = chunkSize;
        this.maxRegistered = maxRegistered;
        this.trackLeaks = trackLeaks;
    }

    // ---------------------------------------------------------------- buffers

    /** Gives a buffer of a class to an owner. Returns false if the limit does not permit it. */
    boolean take(SizeClass sizeClass, PooledBuffer owner) {
        Lease lease = trackLeaks ? new Lease(owner, new Throwable("taken here")) : null;
        if (assign(sizeClass, owner, lease)) {
            return true;
        }
        registering.lock();
        try {
            boolean isTaken = assign(sizeClass, owner, lease);
            while (!isTaken && register(sizeClass)) {
                isTaken = assign(sizeClass, owner, lease);
            }
            if (!isTaken) {
                countRefusal();
            }
            return isTaken;
        } finally {
            registering.unlock();
        }
    }

    private boolean assign(SizeClass sizeClass, PooledBuffer owner, @Nullable Lease lease) {
        synchronized (lock) {
            if (closed) {
                throw new ClosedHandleException("ibv_reg_mr", pool.toString());
            }
            Chunk chunk = sizeClass.available();
            if (chunk == null) {
                return false;
            }
            // No calls from here on, so that a lack of stack loses no buffer.
            chunk.freeCount--;
            owner.chunk = chunk;
            int index = chunk.free[chunk.freeCount];
            owner.index = index;
            sizeClass.inUse++;
            used += sizeClass.capacity;
            if (used > peakUsed) {
                peakUsed = used;
            }
            if (lease != null) {
                chunk.leases[index] = lease;
            }
            return true;
        }
    }

    private void countRefusal() {
        synchronized (lock) {
            refusals++;
        }
    }

    /** Takes a buffer back from its owner. Calls no method, so that it works when memory or stack is exhausted. */
    void giveBack(PooledBuffer owner) {
        synchronized (lock) {
            Chunk chunk = owner.chunk;
            int index = owner.index;
            if (chunk == null || index == PooledBuffer.NONE) {
                return;
            }
            owner.index = PooledBuffer.NONE;
            chunk.free[chunk.freeCount] = index;
            chunk.freeCount++;
            SizeClass sizeClass = chunk.sizeClass;
            sizeClass.inUse--;
            used -= sizeClass.capacity;
            if (chunk.number < sizeClass.first) {
                sizeClass.first = chunk.number;
            }
            if (chunk.leases.length > 0) {
                chunk.leases[index] = null;
            }
        }
    }

    /** Moves a buffer to another owner. Returns false if the first one does not own it. */
    boolean transfer(PooledBuffer from, PooledBuffer to) {
        Lease lease = trackLeaks ? new Lease(to, new Throwable("transferred here")) : null;
        synchronized (lock) {
            Chunk chunk = from.chunk;
            int index = from.index;
            if (chunk == null || index == PooledBuffer.NONE) {
                return false;
            }
            from.index = PooledBuffer.NONE;
            to.chunk = chunk;
            to.index = index;
            if (lease != null) {
                chunk.leases[index] = lease;
            }
            return true;
        }
    }

    // ---------------------------------------------------------------- registration

    /** Registers a chunk for a class. Returns false if the limit does not permit it. */
    private boolean register(SizeClass sizeClass) {
        long room = maxRegistered - registered;
        if (room < sizeClass.capacity) {
            List<Chunk> idle = takeIdle(sizeClass.capacity - room);
            if (idle.isEmpty()) {
                return false;
            }
            deregister(idle);
            room = maxRegistered - registered;
        }
        long buffers = Math.max(1, Math.min(chunkSize, room) / sizeClass.capacity);
        add(sizeClass, (int) Math.min(buffers, Integer.MAX_VALUE / 2));
        return true;
    }

    private void add(SizeClass sizeClass, int buffers) {
        MemoryRegion region = pool.pd().allocMr((long) buffers * sizeClass.capacity, pool.access());
        try {
            Chunk chunk = new Chunk(pool, sizeClass, region, buffers, trackLeaks);
            synchronized (lock) {
                sizeClass.add(chunk);
                registered += chunk.length();
            }
        } catch (RuntimeException | Error e) {
            region.close();
            throw e;
        }
    }

    /** Takes out empty chunks with a number of bytes, none if there are fewer. */
    private List<Chunk> takeIdle(long bytes) {
        synchronized (lock) {
            List<Chunk> idle = new ArrayList<>();
            long found = 0;
            for (Chunk chunk : chunks()) {
                if (found < bytes && chunk.isEmpty()) {
                    idle.add(chunk);
                    found += chunk.length();
                }
            }
            return found < bytes ? List.of() : takeOut(idle);
        }
    }

    private List<Chunk> chunks() {
        return Arrays.stream(classes)
                .flatMap(sizeClass -> sizeClass.chunks().stream())
                .toList();
    }

    private static List<Chunk> takeOut(List<Chunk> chunks) {
        for (Chunk chunk : chunks) {
            chunk.sizeClass.remove(chunk);
        }
        return chunks;
    }

    /**
     * Deregisters chunks that were taken out. Those that stay registered go back. Throws the first failure at the end.
     */
    private void deregister(List<Chunk> chunks) {
        Throwable failure = null;
        for (Chunk chunk : chunks) {
            try {
                chunk.region.close();
                synchronized (lock) {
                    registered -= chunk.length();
                }
            } catch (RuntimeException | Error e) {
                synchronized (lock) {
                    chunk.sizeClass.add(chunk);
                }
                failure = failure == null ? e : failure;
            }
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    /** Deregisters the empty chunks. Returns their bytes. */
    long trim() {
        registering.lock();
        try {
            long before = registered;
            List<Chunk> idle;
            synchronized (lock) {
                idle = takeOut(chunks().stream().filter(Chunk::isEmpty).toList());
            }
            deregister(idle);
            return before - registered;
        } finally {
            registering.unlock();
        }
    }

    // ---------------------------------------------------------------- statistics

    PoolStatistics statistics() {
        synchronized (lock) {
            return new PoolStatistics(
                    maxRegistered,
                    registered,
                    used,
                    peakUsed,
                    refusals,
                    (int) leases().filter(Lease::isLeaked).count(),
                    Arrays.stream(classes).map(SizeClass::statistics).toList());
        }
    }

    /** Returns where a buffer was taken that the application has lost. */
    Optional<Throwable> lost() {
        synchronized (lock) {
            return leases().filter(Lease::isLeaked).findFirst().map(Lease::taken);
        }
    }

    private Stream<Lease> leases() {
        return chunks().stream().flatMap(chunk -> Arrays.stream(chunk.leases)).flatMap(Stream::ofNullable);
    }

    // ---------------------------------------------------------------- closing

    boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    /**
     * Deregisters all chunks.
     *
     * @param unlessInUse whether buffers in use prevent that
     * @return the number of buffers that have prevented it, 0 if the pool is closed
     */
    int close(boolean unlessInUse) {
        registering.lock();
        try {
            List<Chunk> all;
            synchronized (lock) {
                int inUse = Arrays.stream(classes)
                        .mapToInt(sizeClass -> sizeClass.inUse)
                        .sum();
                if (!closed && unlessInUse && inUse > 0) {
                    return inUse;
                }
                closed = true;
                all = takeOut(chunks());
            }
            deregister(all);
            return 0;
        } finally {
            registering.unlock();
        }
    }
}
