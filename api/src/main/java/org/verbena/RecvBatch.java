package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A list of receive work requests in memory outside the heap, written once, patched in place and posted as often as
 * wanted: {@code struct ibv_recv_wr} with its scatter/gather elements. What is said of {@link SendBatch} about memory
 * and threads holds here too.
 */
@ProviderType
public interface RecvBatch {
    /**
     * The device context that it was made for.
     *
     * @return the context
     */
    DeviceContext context();

    /**
     * The number of work requests that it has room for.
     *
     * @return the capacity
     */
    int capacity();

    /**
     * The number of scatter/gather elements that each work request has room for.
     *
     * @return the number
     */
    int maxSge();

    /**
     * The number of work requests in it.
     *
     * @return the size
     */
    int size();

    /**
     * Adds a work request without room for data.
     *
     * @return the work request, to be written
     * @throws InvalidRequestException if the batch is full
     */
    RecvWr add();

    /**
     * A work request of the batch.
     *
     * @param index 0..{@link #size()} - 1
     * @return the work request; always the same object for an index
     * @throws IndexOutOfBoundsException if there is none
     */
    RecvWr get(int index);

    /** Removes all work requests. What has been posted is not affected. */
    void clear();
}
