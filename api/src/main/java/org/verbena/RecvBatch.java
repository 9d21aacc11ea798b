package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A list of receive work requests in memory outside the heap, written once, patched in place and posted as often as
 * wanted: {@code struct ibv_recv_wr} with its scatter/gather elements. Its memory is freed with the object; it need not
 * be closed.
 *
 * <p>A batch belongs to one thread at a time, by the same rules as a {@link SendBatch}. {@link #release()} passes it on.
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
     * @throws IllegalStateException if another thread owns the batch
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

    /**
     * Removes all work requests. Work requests that have been posted are not affected.
     *
     * @throws IllegalStateException if another thread owns the batch
     */
    void clear();

    /**
     * Gives up the ownership, so that any thread may use the batch. Its work requests stay. A batch without an owner
     * stays without one.
     *
     * @throws IllegalStateException if another thread owns the batch
     */
    void release();
}
