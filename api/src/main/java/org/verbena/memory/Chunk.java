// SPDX-License-Identifier: Apache-2.0
package org.verbena.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.MemoryRegion;

/** A memory region that is divided into buffers of one size. The lock of the pool guards the free buffers. */
final class Chunk {
    final BufferPool pool;
    final SizeClass sizeClass;
    final MemoryRegion region;
    final long lkey;
    final long rkey;
    private final long iova;
    private final ByteBuffer[] views;

    /** The uses of the buffers, empty unless the pool tracks leaks. */
    final @Nullable Lease[] leases;

    /** The indexes of the free buffers, as a stack. */
    final int[] free;

    int freeCount;

    /** The position in the list of the size class. */
    int number;

    Chunk(BufferPool pool, SizeClass sizeClass, MemoryRegion region, int buffers, boolean trackLeaks) {
        this.pool = pool;
        this.sizeClass = sizeClass;
        this.region = region;
        lkey = region.lkey();
        rkey = region.rkey();
        iova = region.iova();
        views = new ByteBuffer[buffers];
        free = new int[buffers];
        leases = new Lease[trackLeaks ? buffers : 0];
        for (int i = 0; i < buffers; i++) {
            views[i] = region.view(offset(i), sizeClass.capacity);
            free[i] = buffers - 1 - i;
        }
        freeCount = buffers;
    }

    int buffers() {
        return free.length;
    }

    long length() {
        return (long) free.length * sizeClass.capacity;
    }

    boolean isEmpty() {
        return freeCount == free.length;
    }

    long offset(int index) {
        return (long) index * sizeClass.capacity;
    }

    long address(int index) {
        return iova + offset(index);
    }

    ByteBuffer view(int index) {
        return views[index];
    }
}
