package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A receive work request of a {@link RecvBatch}: {@code struct ibv_recv_wr}. Methods write through to its memory, and throw
 * {@link IllegalStateException} if another thread owns the batch.
 */
@ProviderType
public interface RecvWr {
    /**
     * The number that comes back in the completion.
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
     * @param addr the first byte
     * @param length number of bytes, 0..4294967295
     * @param lkey the key, 0..4294967295
     * @return this
     * @throws InvalidRequestException beyond {@link RecvBatch#maxSge()} elements
     */
    RecvWr sge(long addr, long length, long lkey);

    /**
     * Appends a part of a region.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes
     * @return this
     * @throws InvalidRequestException if the part does not lie in the region, the region is closed or of another device
     *     context, or beyond {@link RecvBatch#maxSge()} elements
     */
    RecvWr sge(MemoryRegion mr, long offset, long length);

    /**
     * Appends a region as a whole, of at most 4294967295 bytes.
     *
     * @param mr the region
     * @return this
     * @throws InvalidRequestException as for a part
     */
    default RecvWr sge(MemoryRegion mr) {
        return sge(mr, 0, mr.length());
    }

    /**
     * Replaces a scatter/gather element.
     *
     * @param index which one, 0..{@link #numSge()} - 1
     * @param addr the first byte
     * @param length number of bytes, 0..4294967295
     * @param lkey the key, 0..4294967295
     * @return this
     * @throws IndexOutOfBoundsException if there is none
     */
    RecvWr setSge(int index, long addr, long length, long lkey);

    /**
     * The number of scatter/gather elements.
     *
     * @return {@code num_sge}
     */
    int numSge();
}
