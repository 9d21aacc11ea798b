// SPDX-License-Identifier: Apache-2.0
package org.verbena.memory;

import java.util.List;

/**
 * A snapshot of a {@link BufferPool}.
 *
 * @param maxRegistered the limit of registered bytes
 * @param registered the bytes that are registered now
 * @param used the bytes of the buffers in use, by their capacity
 * @param peakUsed the largest value of {@code used} so far
 * @param refusals how often {@code take} or {@code tryTake} found no buffer below the limit
 * @param leaked the buffers that the application lost without giving them back; 0 unless the pool
 *     {@linkplain BufferPool.Builder#trackLeaks tracks leaks}
 * @param sizes the size classes, the smallest one first
 */
public record PoolStatistics(
        long maxRegistered, long registered, long used, long peakUsed, long refusals, int leaked, List<Size> sizes) {
    /**
     * Creates a snapshot with a copy of the list.
     *
     * @param maxRegistered the limit of registered bytes
     * @param registered the registered bytes
     * @param used the bytes in use
     * @param peakUsed the largest number of bytes in use
     * @param refusals the number of refusals
     * @param leaked the number of lost buffers
     * @param sizes the size classes
     */
    public PoolStatistics {
        sizes = List.copyOf(sizes);
    }

    /**
     * A snapshot of a size class.
     *
     * @param capacity the bytes of each buffer
     * @param chunks the memory regions of the class
     * @param buffers the buffers in these regions
     * @param inUse the buffers that are taken
     */
    public record Size(int capacity, int chunks, int buffers, int inUse) {}

    /**
     * Returns the number of buffers in use.
     *
     * @return the sum over all size classes
     */
    public int inUse() {
        return sizes.stream().mapToInt(Size::inUse).sum();
    }
}
