// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.InvalidRequestException;

/**
 * A receive work request of a {@link RecvBatch}: {@code struct ibv_recv_wr}. Every method that writes changes the
 * memory of the batch directly. It throws {@link IllegalStateException} if another thread owns the batch.
 */
@ProviderType
public interface RecvWr {
    /**
     * Sets the work request ID, which the completion returns.
     *
     * @param wrId {@code wr_id}, any 64 bits
     * @return this
     */
    RecvWr wrId(long wrId);

    /**
     * Removes all scatter/gather elements.
     *
     * @return this
     */
    RecvWr noData();

    /**
     * Appends a scatter/gather element by address. The device checks it when a message arrives.
     *
     * @param addr the address of the first byte
     * @param length the number of bytes, 0..2147483647
     * @param lkey the local key, 0..4294967295
     * @return this
     * @throws InvalidRequestException if the work request already has {@link RecvBatch#maxSge()} elements
     */
    RecvWr sge(long addr, long length, long lkey);

    /**
     * Appends a scatter/gather element for a part of a memory region.
     *
     * @param mr the region
     * @param offset the offset of the first byte from the start of the region
     * @param length the number of bytes
     * @return this
     * @throws InvalidRequestException if the part is not within the region, if the region is closed or belongs to
     *     another device context, or if the work request already has {@link RecvBatch#maxSge()} elements
     */
    RecvWr sge(MemoryRegion mr, long offset, long length);

    /**
     * Appends a scatter/gather element for a whole memory region of at most 4294967295 bytes.
     *
     * @param mr the region
     * @return this
     * @throws InvalidRequestException as for {@link #sge(MemoryRegion, long, long)}
     */
    default RecvWr sge(MemoryRegion mr) {
        return sge(mr, 0, mr.length());
    }

    /**
     * Replaces a scatter/gather element.
     *
     * @param index the index of the element, 0..{@link #numSge()} - 1
     * @param addr the address of the first byte
     * @param length the number of bytes, 0..2147483647
     * @param lkey the local key, 0..4294967295
     * @return this
     * @throws IndexOutOfBoundsException if the index is out of range
     */
    RecvWr setSge(int index, long addr, long length, long lkey);

    /** {@return the number of scatter/gather elements, {@code num_sge}} */
    int numSge();
}
